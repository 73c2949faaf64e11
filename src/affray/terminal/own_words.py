"""What a person says in their own words: typed behind the option, or asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from affray.book.sayings import FULL, has_room, unsayable
from affray.fight.own_words import takes_words
from affray.fight.plans import Offer
from affray.terminal.menu import Menu


def spoken(menu: Menu, text: str) -> Offer | None:
    """'own-words a broken pride', '8 a broken pride': the option, with what is said to it."""
    for offer in filter(lambda one: _is_free(menu, one), menu.possible):
        for begins in (offer.name, offer.name.replace("-", " "), menu.number_of(offer)):
            head, said = text[: len(begins) + 1], text[len(begins) + 1 :].strip()
            if said and head.lower() == f"{begins} ":
                return replace(offer, said=said)
    return None


def _is_free(menu: Menu, offer: Offer) -> bool:
    pending = menu.fight.pending
    if pending is None or offer.answers[0][0] != pending.name:
        return False
    return takes_words(menu.fight.encounter, pending, offer.answers[0][1])


def in_words(
    menu: Menu, offer: Offer, read: Callable[[str], str], write: Callable[[str], None]
) -> Offer:
    """The option with what its owner says to it, asked for where it was not typed with it."""
    while _is_free(menu, offer):
        said = offer.said or read("  in your own words (Enter: none) > ").strip()
        names = menu.fight.encounter.names
        problem = unsayable(said) or ("" if has_room(names, said) else FULL)
        if not said or not problem:
            return replace(offer, said=said)
        write(f"  {problem}")
        offer = replace(offer, said="")
    return offer

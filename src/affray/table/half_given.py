"""Plans and dice that are half given, as they are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.book.encounter import Encounter
from affray.book.maps import as_boxes, in_boxes
from affray.fight.following import Following
from affray.oracles.tape import Faces
from affray.table.envelopes import write_envelopes
from affray.table.game import Fog, Game, HiddenByHand, Laid
from affray.table.looks import Look
from affray.table.written_offers import read_offer, write_offer


def write_plan(plan: Following) -> dict[str, Any]:
    return {
        **write_offer(plan.offer),
        "extra": list(plan.extra.items()),
        "left": plan.left,
        "seen": plan.seen,
        "at": plan.at,
        "used": sorted(plan.used),
        "silent": sorted(plan.silent),
        "refused_at": plan.refused_at,
    }


def read_plans(written: list[dict[str, Any]], encounter: Encounter) -> dict[int, Following]:
    out = {}
    for one in written:
        offer = read_offer(one, encounter)
        following = Following(offer, dict(one["extra"]))
        following.left = [(q, a) for q, a in one["left"]]
        following.at = one["at"]
        following.seen = one["seen"]
        following.used = set(one.get("used", ()))
        following.silent = frozenset(one.get("silent", ()))
        following.refused_at = one.get("refused_at", -1)
        out[offer.who] = following
    return out


def read_typed(written: dict[str, Any]) -> dict[int, Faces]:
    return {
        int(side): tuple((sides, tuple(shown)) for sides, shown in faces)
        for side, faces in written.items()
    }


def read_hidden(written: list[list[int]]) -> list[HiddenByHand]:
    return [HiddenByHand(*one) for one in written]


def read_fog(written: list[tuple[int, list[tuple[int, int, int, int]]]]) -> list[Fog]:
    return [Fog(since, frozenset(in_boxes(boxes))) for since, boxes in written]


def take_state(game: Game, state: dict[str, Any]) -> None:
    """What else a command left behind, taken up."""
    game.patience = state.get("patience", 0)
    game.astray = {int(who): list(said) for who, said in state.get("astray", [])}
    game.advice = state.get("advice")
    game.hidden = read_hidden(state.get("hidden", []))
    game.fog = read_fog(state.get("fog", []))
    game.pictures = {int(who): str(mark) for who, mark in state.get("pictures", [])}
    game.laid = Laid(**laid) if (laid := state.get("laid")) else None
    game.ended = state.get("ended", "")
    game.begun = state.get("begun", "")


def take_moment(game: Game, state: dict[str, Any]) -> None:
    """Who is turned to whom, and who is answered for, at what is asked now."""
    game.facing = {int(n): int(who) for n, who in state.get("facing", [])}
    game.stands_in = frozenset(state.get("stands_in", []))


def state_of(game: Game, looks: Sequence[Look]) -> dict[str, Any]:
    """What a command leaves behind that is not on the tape."""
    return {
        "plans": [write_plan(plan) for plan in game.following.values()],
        "astray": list(game.astray.items()),
        "typed": game.typed,
        "asked_back": game.asked_back,
        "sealed": write_envelopes(game.sealed),
        "patience": game.patience,
        "advice": game.advice,
        "hidden": [(one.who, one.since, one.until) for one in game.hidden],
        "fog": [(one.since, as_boxes(sorted(one.cells))) for one in game.fog],
        "pictures": list(game.pictures.items()),
        "laid": None if game.laid is None else game.laid.__dict__,
        "seen": [look.number for look in looks],
        "marks": [look.mark for look in looks],
        "ended": game.ended,
        "begun": game.begun,
        "facing": list(game.facing.items()),
        "stands_in": sorted(game.stands_in),
    }

"""Cards, sheets and the map, as somebody at the keyboard asks for them."""

from __future__ import annotations

from affray.book.errors import BadInput, meant, unknown
from affray.fight.fight import Fight
from affray.oracles.tape import Question
from affray.tell.boards import draw_board
from affray.tell.sheet import sheet


def creature_called(fight: Fight, typed: str, command: str) -> str:
    name = meant(typed, fight.names)
    if name not in fight.names:
        raise BadInput(unknown("creature", typed, fight.names), field=command)
    return name


def cards(fight: Fight, wanted: str = "") -> list[str]:
    """Everybody's card, or one with all that stands on the sheet."""
    names = fight.names
    shown = [creature_called(fight, wanted, "cards")] if wanted else names
    lines = [f"  {name}: {fight.card(names.index(name))}" for name in shown]
    stands = sheet(fight.encounter, fight.world, names.index(shown[0])) if wanted else {}
    return lines + [f"    {label}: {text}" for label, text in stands.items()]


def map_text(fight: Fight) -> str:
    board = fight.encounter.board(fight.world)
    return "  There is no map here; cards." if board is None else draw_board(board, fight.names)


def question_lines(fight: Fight, pending: Question) -> list[str]:
    """Who is asked, as they are, and what; by which rules."""
    words, names = fight.ruleset.words, fight.encounter.called
    rules = " ".join(words.questions[pending.name].rules)
    prompt = words.prompt(pending.name, pending.who, names, fight.world)
    return [f"\n{fight.names[pending.who]}: {fight.card(pending.who)}", f"{prompt}  [{rules}]"]

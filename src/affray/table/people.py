"""Whoever sits at a fight: what they are called, and the colour and shape they are known by."""

from __future__ import annotations

from dataclasses import replace

from affray.book.called import alike, read_called
from affray.table.game import Game, NotYours, Refused
from affray.table.store import Chair

LONGEST_NAME = 24

COLOURS = {
    "blue": "circle",
    "red": "square",
    "green": "triangle",
    "violet": "diamond",
    "orange": "star",
    "teal": "hexagon",
    "brown": "cross",
    "pink": "drop",
}
"""Each has a shape of its own, for those who do not see it and for print."""


def free_seats(chairs: list[Chair]) -> list[Chair]:
    """Those a newcomer may sit down in: nobody has, and nobody has said that they will."""
    return [chair for chair in chairs if chair.is_player and not chair.taken and not chair.person]


def free_colours(chairs: list[Chair], n: int) -> list[str]:
    """Those a seat may have: nobody else's, as long as there is one."""
    worn = {chair.colour for chair in chairs if chair.n != n}
    return [colour for colour in COLOURS if colour not in worn] or list(COLOURS)


def read_person(chairs: list[Chair], n: int, text: str) -> str:
    """A name as it is shown, told from everybody else's here."""
    name = read_called(text, LONGEST_NAME)
    if not name:
        raise Refused(f"name: expected 1 to {LONGEST_NAME} letters that can be shown")
    others = [chair for chair in chairs if chair.n != n]
    known = {alike(called) for chair in others for called in (chair.person, chair.name) if called}
    if alike(name) in known:
        raise Refused(f"name: somebody here is called {name!r} already; expected another")
    return name


def read_colour(chairs: list[Chair], n: int, text: str) -> str:
    """The colour asked for, or the first nobody has: another may have taken it meanwhile, and
    nobody is kept standing for that."""
    if text and text not in COLOURS:
        raise Refused(f"colour: found {text!r}, expected one of {', '.join(COLOURS)}")
    free = free_colours(chairs, n)
    return text if text in free else free[0]


def call(game: Game, chair: Chair, name: str, colour: str) -> None:
    """Somebody says what they are called; those who only watch need no name."""
    if not chair.is_player:
        raise NotYours("only who plays is called something here")
    person = read_person(game.chairs, chair.n, name)
    worn = read_colour(game.chairs, chair.n, colour or chair.colour)
    _seat(game, replace(game.chairs[chair.n], person=person, colour=worn))


def free(game: Game, n: int) -> None:
    """Nobody sits there any more; the game master plays on for them."""
    _seat(game, replace(game.chairs[n], taken=False, person="", colour=""))


def _seat(game: Game, chair: Chair) -> None:
    game.chairs = [chair if old.n == chair.n else old for old in game.chairs]


def called(game: Game, who: int) -> str:
    """Whom one waits for: "Anna (Regdar)", or a creature's name alone."""
    name = game.fight.names[who]
    person = player_of(game, who)
    return f"{person.person} ({name})" if person else name


def player_of(game: Game, who: int) -> Chair | None:
    """The chair of the person who plays a creature, where they have said their name."""
    if not game.players.seats[who].is_person:
        return None
    held = [chair for chair in game.player_chairs if who in chair.creatures and chair.person]
    return held[0] if held else None

"""After a fight: what lies about, and who of the party takes it up."""

from affray.rules.among import first, those
from affray.rules.ask import Ask, choose, note, rule

from .events import Event
from .gear import has_room_for, no_longer_lies, take_up
from .kinds import Answer, Being, Phase, Question
from .space import first_character, in_fight
from .state import World


@rule("SM-76", "SM-117")
def takers(w: World, item: int) -> int:
    """Characters who are still there and have room for it."""
    return those(
        i
        for i in range(w.n)
        if (w.creatures[i].being == Being.CHARACTER and in_fight(w, i)) and has_room_for(w, i, item)
    )


@rule("SM-26", "SM-117")
def things_to_take(w: World) -> int:
    """What lies anywhere and somebody has room for."""
    return those(w.ground[g].item for g in range(w.lying) if takers(w, w.ground[g].item))


@rule("SM-117")
def leave_behind(ask: Ask, w: World) -> None:
    """What nobody took is lost."""
    while w.lying:
        note(ask, Event.LEFT_BEHIND, first_character(w), w.ground[0].item)
        no_longer_lies(w, 0)
    w.phase = Phase.END


@rule("SM-117")
def takes(ask: Ask, w: World, leader: int, i: int, item: int) -> bool:
    """Who speaks for all takes what they named; another is asked whether they want it."""
    if i == leader:
        return True
    note(ask, Event.OFFERED, i, item)
    return choose(ask, w, i, Question.TAKE, 3) == Answer.YES


@rule("SM-26", "SM-76", "SM-117")
def gather_step(ask: Ask, w: World) -> None:
    """One thing is taken up by whoever has room and wants it, or the rest is left."""
    leader = first_character(w)
    if choose(ask, w, leader, Question.GATHER, 3) == Answer.NO:
        leave_behind(ask, w)
        return
    item = choose(ask, w, leader, Question.PICK_UP, things_to_take(w))
    i = choose(ask, w, leader, Question.TAKER, takers(w, item))
    if not takes(ask, w, leader, i, item):
        return
    take_up(ask, w, i, first(g for g in range(w.lying) if w.ground[g].item == item))
    if things_to_take(w) == 0:
        leave_behind(ask, w)

"""A reaction in the player's own words: a check at the level of what it answers, told by people."""

from affray.rules.ask import Ask, choose, note, rule

from .checks import set_task
from .events import Event
from .kinds import ALL_TOPICS, Being, Question, Roll
from .rolling import check_level
from .state import Task, World


@rule("SM-8", "SM-63")
def own_task(w: World, task: Task, by: int, level: int, topics: int) -> None:
    """A try at the level of what is answered; a creature's wounds ease it."""
    set_task(task, Roll.TRY, level, topics)
    if w.creatures[by].being == Being.CREATURE:
        task.vs = by


@rule("SM-8", "SM-63", "SM-67")
def react_in_own_way(ask: Ask, w: World, j: int, by: int, level: int) -> None:
    """It spends the reaction; what comes of the result the people say, and the rest goes on."""
    c = w.creatures[j]
    c.reacted = 1
    if c.says >= 0:
        note(ask, Event.REACTS_SO, j, c.says)
        c.says = -1
    else:
        note(ask, Event.REACTS_SOMEHOW, j)
    topic = choose(ask, w, j, Question.TOPIC, ALL_TOPICS)
    note(ask, Event.TRIES, j, topic)
    own_task(w, w.task, by, level, 1 << topic)
    check_level(ask, w, j)

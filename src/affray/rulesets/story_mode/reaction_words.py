"""How people are asked whether they react, and in what way."""

from collections.abc import Callable

from affray.book.own import Own
from affray.book.words import Asked, Names
from affray.rules.masks import members
from affray.rules.world import clone

from .aims import WORKS
from .attacks import task_level
from .checks import DC_A_LEVEL, level_for
from .counters import caster, counter_task, spell_level
from .kinds import AttackStage, Question, Reaction
from .own_way import own_task
from .phrases import hopeless
from .reactions import instant_spells
from .state import World

Prompt = Callable[[World, int, Names], str]
Warn = Callable[[World, int, int, Names], str]


def ask_to_block(w: World, who: int, names: Names) -> str:
    known = names["creatures"]
    by = known[w.blow.by] if w.blow.by >= 0 else "Somebody"
    friend = known[w.blow.target] if w.blow.target >= 0 else "a friend"
    return f"{by} attacks {friend}. Does {known[who]} spend the reaction and block it?"


def ask_to_react(w: World, who: int, names: Names) -> str:
    known = names["creatures"]
    by = known[w.blow.by] if w.blow.by >= 0 else "Somebody"
    target = known[w.blow.target] if w.blow.target >= 0 else "somebody"
    how = " with a spell" if instant_spells(w, who) else ""
    return f"{by} attacks {target}. Does {known[who]} answer{how}, as the reaction?"


def ask_to_counter(w: World, who: int, names: Names) -> str:
    known = names["creatures"]
    by = known[caster(w)] if caster(w) >= 0 else "Somebody"
    what, at = spell_at_hand(w, names)
    tried = clone(w)
    counter_task(tried)
    level = level_for(tried, tried.task, who)
    return (
        f"{by} casts {what} on {', '.join(at)}. Does {known[who]} spend the reaction "
        f"and counter it, at {level}({DC_A_LEVEL * level})?"
    )


def spell_at_hand(w: World, names: Names) -> tuple[str, list[str]]:
    """What is being cast, and on whom."""
    b, known = w.blow, names["creatures"]
    if b.quick >= 0:
        return names["spells"][b.quick], [known[b.quick_on]]
    what = names["spells"][b.spell] if b.spell >= 0 else names["attacks"][b.attack]
    return what, [known[j] for j in members(b.left)]


def ask_to_answer(w: World, who: int, names: Names) -> str:
    known = names["creatures"]
    return f"Does {known[who]} spend the reaction on what {known[answered(w)]} does?"


def answered(w: World) -> int:
    """Whose deed a reaction answers."""
    return caster(w) if w.blow.by >= 0 else w.order[w.turn]


def answered_level(w: World) -> int:
    """Of what a reaction answers: a spell's own, or that of whoever did it."""
    is_spell = w.blow.by >= 0 and (w.blow.stage == AttackStage.COUNTER or w.blow.quick >= 0)
    return spell_level(w) if is_spell else task_level(w, answered(w))


def of_the_reaction(w: World, who: int, option: int, names: Names) -> str:
    """At what level one's own way is tried, before the topic is said."""
    if option != Reaction.OWN_WORDS:
        return ""
    tried = clone(w)
    own_task(tried, tried.task, answered(w), answered_level(w), 0)
    level = level_for(tried, tried.task, who)
    return f"it spends the reaction, at {level}({DC_A_LEVEL * level}); you say what comes of it"


def hopeless_counter(w: World, who: int, answer: int, names: Names) -> str:
    if answer == Reaction.NO:
        return ""
    tried = clone(w)
    if answer == Reaction.YES:
        counter_task(tried)
    else:
        own_task(tried, tried.task, answered(w), answered_level(w), 0)
    return hopeless(tried, who)


def say_it(w: World, who: int, saying: int) -> None:
    """What the player does for a reaction."""
    w.creatures[who].says = saying


def reaction(prompt: Prompt, rules: tuple[str, ...], warn: Warn | None = None) -> Asked:
    """Whether somebody reacts: as the rules know it, in one's own words, or not at all."""
    own = Own(Reaction.OWN_WORDS, say_it)
    return Asked(
        prompt,
        Reaction,
        rules,
        Reaction.NO,
        warn,
        aside=Reaction.NO,
        says=of_the_reaction,
        aim=WORKS,
        own=own,
    )


REACTIONS = {
    Question.REACT: reaction(ask_to_react, ("SM-8", "SM-89")),
    Question.COUNTER: reaction(ask_to_counter, ("SM-8", "SM-9", "SM-94"), hopeless_counter),
    Question.ANSWER: reaction(ask_to_answer, ("SM-8",)),
    Question.BLOCK: reaction(ask_to_block, ("SM-8", "SM-10")),
}

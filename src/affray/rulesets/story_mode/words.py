"""How a fight of Story Mode is told, and what people are asked in one."""

from affray.book.own import Own
from affray.book.ruler import Ruler
from affray.book.words import (
    Asked,
    Board,
    Card,
    Hides,
    Names,
    Place,
    Stat,
    Token,
    Words,
    listed,
    lowest,
)
from affray.rules.masks import how_many, members, smallest
from affray.rules.world import clone

from .actions import parley_task
from .aims import AIMS, WORKS
from .attacks import attack_task, weapon_task
from .checks import DC_A_LEVEL
from .events import Event
from .gear import capacity, is_area, slots_filled
from .harm import most_wounds
from .kinds import (
    Act,
    Answer,
    Being,
    Material,
    Nature,
    Pastime,
    Phase,
    Question,
    Topic,
    WayOut,
    Which,
)
from .looking import how_far, sight
from .magic import cast_task, everyone_in_area, is_harmful, spell_targets
from .phrases import CHECKS, HEADS, LEVELS, LOSSES, ROLLS, STEPS, hopeless
from .plans import PLANS
from .policy import strike_wanted, target_wanted, thing_to_drop
from .reach import attacks_for, reached_with, weapons_for
from .reaction_words import REACTIONS
from .sheets import SEVERITIES, SPELLED, named, said, sheet, under_text, wound_text
from .space import distance, in_fight, zones_apart
from .state import SPELLS_ON, World
from .valuation import (
    attack_on,
    best_attack,
    best_spell,
    best_weapon,
    most_room,
    worst_off,
)
from .wound_names import WoundName

PRIMER = """\
How a turn goes: one action and one short move. You may quicken: two actions, each a level
harder. Between your turns you have one reaction a round: block for a friend whose attacker
is close to you, or counter a spell.
How a roll goes: only players roll, one d20 against three times a level. You roll to hit a
creature and to escape its blows, both at its level. Tags, armor and its wounds ease that;
your wounds hinder it. "But" and "and" are prompts: say what happens.
What kills you: Harm counts down; at zero you take a wound, and how far past zero it went
says how bad. A sixth wound kills; a creature dies of its fourth. Wounds last for safe rests
and hinder every roll until they heal.
Good first moves: use the material it is weak to; quicken while its level is low; keep the
reaction for the friend who is worst off; leave before the sixth wound, not after."""

RESULTS = ("Fail, and", "Fail, but", "Success, but", "Success", "Success, and")
DUEL_ASKS = (
    "What else goes wrong?",
    "What helps all the same?",
    "What does it cost?",
    "How does it look?",
    "What more goes well?",
)


def card(w: World, i: int, names: Names) -> Card:
    c = w.creatures[i]
    states = [wound_text(w, i, k, names) for k in range(c.wounds)]
    states += [under_text(w, i, k, names) for k in range(SPELLS_ON) if c.under[k] >= 0]
    if c.dead:
        return Card((), ("dead",))
    if c.gone:
        return Card((), ("gone", *states))
    stats = [Stat("Harm", c.harm, c.max_harm), Stat("wounds", c.wounds, most_wounds(w, i), True)]
    if c.being == Being.CREATURE:
        level = c.level if c.level >= 0 else w.scene_level
        stats.insert(0, Stat("level", f"{level}({DC_A_LEVEL * level})" if level >= 0 else "?"))
        stats += [Stat("weak to", named(c.weakness, Material))] if c.weakness else []
    else:
        stats += [Stat("slots", slots_filled(w, i), capacity(w, i))]
        armor = names["items"][c.worn] if c.worn >= 0 else ""
        stats += [Stat("wears", armor)] if armor else []
        states += ["reaction used"] if c.reacted else []
        states += ["next roll eased"] if c.rider < 0 else []
        states += ["next roll hindered"] if c.rider > 0 else []
        states += ["quickened"] if c.quickened else []
    stats.append(Stat("in", names["zones"][c.zone]))
    return Card(stats, states)


def place_note(w: World, z: int, names: Names) -> str:
    """What is special about a zone: a way out, a spell that lies over it."""
    spell = w.covers[z].spell
    said = ["way out"] if w.zones[z].exit else []
    return ", ".join([*said, names["spells"][spell]] if spell >= 0 else said)


def board(w: World, names: Names) -> Board:
    places = [
        Place(
            names["zones"][z],
            members(w.zones[z].links),
            place_note(w, z, names),
        )
        for z in range(w.zonecount)
    ]
    tokens = [
        Token(
            i,
            w.creatures[i].zone,
            0,
            knot=w.creatures[i].knot if in_fight(w, i) else -1,
            hurt=w.creatures[i].wounds,
            bears=most_wounds(w, i),
            is_out=not in_fight(w, i),
        )
        for i in range(w.n)
    ]
    return Board("zone", 0, 0, tokens, places=places)


def of_the_wound(w: World, who: int, option: int, names: Names) -> str:
    return wound_text(w, who, option, names)


def of_the_name(w: World, who: int, option: int, names: Names) -> str:
    if option == WoundName.OWN_WORDS:
        return "as you say it, on the sheet too"
    return SPELLED.get(WoundName(option), "")


def call_it(w: World, who: int, saying: int) -> None:
    """The wound that is being named has these words."""
    w.creatures[who].words[w.hurt.wound] = saying


def usual_patient(w: World, who: int, mask: int) -> int:
    return worst_off(w, mask)


def usual_taker(w: World, who: int, mask: int) -> int:
    return most_room(w, mask)


def what_is_lost(w: World, who: int, item: int, names: Names) -> str:
    """What dropping a thing costs."""
    if item == w.creatures[who].worn:
        return "This is the armor you wear: your defence is no longer eased."
    return "This is a weapon." if w.items[item].weapon else ""


def no_way_back(w: World, who: int, option: int, names: Names) -> str:
    return "Who is out of the fight does not come back into it."


def hopeless_attack(w: World, who: int, target: int) -> str:
    """With the best weapon at hand, against a creature."""
    if w.creatures[target].being == Being.CHARACTER:
        return ""
    tried = clone(w)
    tried.blow.left = 1 << target
    weapons = weapons_for(tried, who, target)
    if weapons:
        weapon_task(tried, tried.task, who, best_weapon(tried, who, weapons), target)
    else:
        attack_task(tried, tried.task, target, 0, 0)
    return hopeless(tried, who)


def warn_of_target(w: World, who: int, target: int, names: Names) -> str:
    """A character's blow that cannot succeed, a creature's that catches its own side."""
    if w.creatures[who].being == Being.CHARACTER:
        return hopeless_attack(w, who, target)
    return friend_beside(w, who, target, names)


def hopeless_parley(w: World, who: int, hearer: int, names: Names) -> str:
    tried = clone(w)
    parley_task(tried, hearer)
    return hopeless(tried, who)


def warn_of_spell(w: World, who: int, spell: int, names: Names) -> str:
    """A spell that cannot succeed, or whose only target has friends beside it."""
    tried = clone(w)
    targets = spell_targets(w, who, spell)
    tried.blow.spell = spell
    tried.blow.left = targets & -targets
    cast_task(tried, tried.task, spell, targets & -targets)
    only = smallest(targets) if how_many(targets) == 1 else -1
    return hopeless(tried, who) or (friend_in_area(tried, who, only, names) if only >= 0 else "")


def friend_in_area(w: World, who: int, target: int, names: Names) -> str:
    """A warning where the spell being cast would do harm to one's own side."""
    spell = w.blow.spell
    if spell < 0 or not is_harmful(w, spell):
        return ""
    return own_in_area(w, who, w.spells[spell].area, target, names)


def friend_in_attack(w: World, who: int, attack: int, names: Names) -> str:
    """The same for a creature's attack; as long as nobody is aimed at, for any it can reach."""
    reach, area = w.attacks[attack].reach, w.attacks[attack].area
    targets = w.blow.left or reached_with(w, who, reach)
    return next(filter(None, (own_in_area(w, who, area, j, names) for j in members(targets))), "")


def friend_beside(w: World, who: int, target: int, names: Names) -> str:
    """The same for the attack a creature would usually make on this one."""
    attack = attack_on(w, who, target, attacks_for(w, who, target))
    return own_in_area(w, who, w.attacks[attack].area, target, names) if attack >= 0 else ""


def own_in_area(w: World, who: int, area: int, target: int, names: Names) -> str:
    if not is_area(area):
        return ""
    touched = members(everyone_in_area(w, who, area, target))
    own = [j for j in touched if w.creatures[j].side == w.creatures[who].side]
    return f"It reaches {listed(names, own)} of your own side too." if own else ""


def ask_to_aim(w: World, who: int, names: Names) -> str:
    """On whom; and of an area, who else it would reach."""
    known, spell = names["creatures"], w.blow.spell
    if spell < 0:
        return f"On whom does {known[who]} cast it?"
    beside = []
    if is_area(w.spells[spell].area):
        for target in members(spell_targets(w, who, spell)):
            area = everyone_in_area(w, who, w.spells[spell].area, target)
            others = [known[j] for j in members(area & ~(1 << target))]
            beside += [f" On {known[target]} it reaches {', '.join(others)} too."] if others else []
    return f"On whom does {known[who]} cast {names['spells'][spell]}?{''.join(beside)}"


QUESTIONS = {
    Question.NEXT: Asked("Who of you goes next?", "creatures", ("SM-15", "SM-16"), lowest),
    Question.ACTION: Asked("What does {who} do?", Act, ("SM-4", "SM-5", "SM-6")),
    Question.WEAPON: Asked("With what does {who} attack?", "items", ("SM-27",), best_weapon),
    Question.ATTACK: Asked(
        "How does {who} attack?", "attacks", ("SM-95",), best_attack, friend_in_attack
    ),
    Question.TARGET: Asked(
        "Whom does {who} attack?", "creatures", ("SM-2", "SM-95"), strike_wanted, warn_of_target
    ),
    Question.SPELL: Asked("What does {who} cast?", "spells", ("SM-80",), best_spell, warn_of_spell),
    Question.AIM: Asked(ask_to_aim, "creatures", ("SM-84", "SM-87"), warn=friend_in_area),
    Question.PATIENT: Asked("Whom does {who} treat?", "creatures", ("SM-43", "SM-49", "SM-114")),
    Question.HEARER: Asked(
        "Whom does {who} talk to?", "creatures", ("SM-103",), target_wanted, hopeless_parley
    ),
    Question.CLOSE_WITH: Asked(
        "Whom does {who} close with?", "creatures", ("SM-5", "SM-110"), target_wanted
    ),
    Question.SHIFT: Asked("How does {who}'s spell move them?", Act, ("SM-83",), lowest),
    Question.ZONE: Asked("Where does {who} go?", "zones", ("SM-77", "SM-110")),
    Question.WOUND: Asked("Which wound of {who}'s?", Which, ("SM-45", "SM-114"), says=of_the_wound),
    Question.PICK_UP: Asked("What does {who} pick up?", "items", ("SM-76",), lowest),
    Question.GATHER: Asked(
        "Things lie about. What does the party take along?", Answer, ("SM-26", "SM-117"), Answer.NO
    ),
    Question.TAKER: Asked("Who takes it?", "creatures", ("SM-76",), usual_taker),
    Question.TAKE: Asked("Does {who} take it?", Answer, ("SM-117",), Answer.YES),
    Question.DROP: Asked(
        "No slot is free. What does {who} drop?", "items", ("SM-26",), thing_to_drop, what_is_lost
    ),
    **REACTIONS,
    Question.NAME: Asked(
        "What is {who}'s wound called?",
        WoundName,
        ("SM-36", "SM-57", "SM-58"),
        WoundName.OWN_WORDS,
        says=of_the_name,
        own=Own(WoundName.OWN_WORDS, call_it),
    ),
    Question.TOPIC: Asked("What is it about?", Topic, ("SM-63", "SM-109"), aim=WORKS),
    Question.AMMUNITION: Asked("What does {who} load?", Material, ("SM-76",), lowest),
    Question.PASTIME: Asked(
        "Nobody fights. What does the party do?",
        Pastime,
        ("SM-43", "SM-46", "SM-49", "SM-52", "SM-63"),
    ),
    Question.WAY_OUT: Asked(
        "How does {who} get out of this?", WayOut, ("SM-111",), warn=no_way_back
    ),
    Question.HEALER: Asked("Who does it?", "creatures", ("SM-43", "SM-49", "SM-63"), usual_patient),
}


def take_out(w: World, i: int) -> None:
    """As if it were not there: those who do not see it know no better."""
    w.creatures[i].dead = 1


def places_apart(w: World, a: int, _: int, b: int, __: int) -> int:
    return zones_apart(w, a, b)


WORDS = Words(
    questions=QUESTIONS,
    rolls=ROLLS,
    events=Event,
    plans=PLANS,
    heads=HEADS,
    aims=AIMS,
    losses=LOSSES,
    enums={"topic": Topic, "material": Material, "nature": Nature},
    members={
        "severity": list(SEVERITIES),
        "steps": STEPS,
        "check": CHECKS,
        "level": LEVELS,
        "result": list(RESULTS),
        "asks": list(DUEL_ASKS),
        "wound": [*map(said, WoundName), *SEVERITIES],
    },
    spoken=("wound",),
    card=card,
    scene=("scene_level", "safe", "round"),
    seams=(Phase.END, Phase.ROUND, Phase.GATHER),
    unsettled=(Phase.INITIATIVE, Phase.NEXT),
    board=board,
    sight=sight,
    hiding=Hides(take_out),
    ruler=Ruler(distance, places_apart, how_far, ("SM-77",)),
    sheet=sheet,
    primer=PRIMER,
)

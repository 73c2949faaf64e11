"""What people usually do in Story Mode, as whole plans."""

from affray.book.words import TARGET, Names, Plan, kebab
from affray.rules.masks import contains
from affray.rules.world import clone

from .kinds import Act, Answer, Being, Care, Pastime, Phase, Question, Reaction, WayOut, Which
from .magic import castable
from .reach import attacks_for, weapons_for
from .rules import healers
from .sheets import wound_text
from .space import can_join, free_knot, in_fight, leave_knot
from .state import World


def strike(w: World, who: int, target: int) -> list[tuple[int, int]] | None:
    """From where one stands; with which weapon or attack can be said, the best is usual."""
    if not _may_strike(w, who, target) or not _reaches(w, who, target):
        return None
    return [(Question.ACTION, Act.ATTACK), (Question.TARGET, target)]


def close_and_strike(w: World, who: int, target: int) -> list[tuple[int, int]] | None:
    """Closing in first, where that is what it takes."""
    near = contains(can_join(w, who), target) and w.creatures[who].moved <= 0
    if not near or not _may_strike(w, who, target) or _reaches(w, who, target):
        return None
    blow = strike(_closed_in(w, who, target), who, target)
    return [(Question.ACTION, Act.JOIN), (Question.CLOSE_WITH, target), *blow] if blow else None


def _may_strike(w: World, who: int, target: int) -> bool:
    """An enemy who is there, and an action left if it is one's turn already."""
    c = w.creatures[who]
    spent = w.phase == Phase.TURN and w.order[w.turn] == who and c.actions == 0
    return not spent and w.creatures[target].side != c.side and in_fight(w, target)


def _reaches(w: World, who: int, target: int) -> bool:
    if w.creatures[who].being == Being.CHARACTER:
        return weapons_for(w, who, target) != 0
    return attacks_for(w, who, target) != 0


def _closed_in(w: World, who: int, target: int) -> World:
    """The world if they stood close to each other."""
    tried = clone(w)
    leave_knot(tried, who)
    near = tried.creatures[target]
    if near.knot < 0:
        near.knot = free_knot(tried)
    tried.creatures[who].knot = near.knot
    return tried


def quick_strike(w: World, who: int, target: int) -> list[tuple[int, int]] | None:
    """The same with a quickened turn."""
    answers = strike(w, who, target)
    c = w.creatures[who]
    if answers is None or c.quickened or c.being != Being.CHARACTER:
        return None
    return [(Question.ACTION, Act.QUICKEN), *answers]


def first_of_two(w: World, who: int, target: int, names: Names) -> str:
    """What the odds of a quickened attack leave out."""
    return "the second action is still to be chosen, and not counted"


def quick_strikes(w: World, who: int, target: int) -> list[tuple[int, int]] | None:
    """Both actions of a quickened turn, while the target is there."""
    once = quick_strike(w, who, target)
    again = strike(w, who, target)
    return [*once, *again] if once is not None and again is not None else None


def cast(w: World, who: int, spell: int) -> list[tuple[int, int]] | None:
    if w.phase == Phase.END or not contains(castable(w, who), spell):
        return None
    return [(Question.ACTION, Act.CAST), (Question.SPELL, spell)]


def settled(w: World, who: int) -> bool:
    """Nothing is on its way and no wound waits: on a table with blanks one may roll for ever."""
    return w.blow.by < 0 and (w.hurt.who < 0 or w.hurt.care == Care.TABLE)


def act(name: str, label: str, what: int, takes: str = "") -> Plan:
    return Plan(name, label, [(Question.ACTION, what)], takes=takes)


def act_on(name: str, label: str, what: int, question: int, targets: str, takes: str = "") -> Plan:
    return Plan(name, label, [(Question.ACTION, what), (question, TARGET)], targets, takes=takes)


def follow_up(name: str, label: str, question: int, targets: str) -> Plan:
    """What is asked in the middle of a blow or a spell: its odds are those of the whole."""
    return Plan(name, label, [(question, TARGET)], targets, settled)


def which_wound(k: Which) -> Plan:
    """A wound by its place, with what it is; where a spell heals it, the odds of the casting."""

    def note(w: World, who: int, target: int, names: Names) -> str:
        return wound_text(w, who, k, names)

    name = kebab(k)
    return Plan(name, name.capitalize(), [(Question.WOUND, k)], until=settled, note=note)


def way_out(name: str, label: str, how: int) -> Plan:
    answers = [(Question.ACTION, Act.GIVE_UP), (Question.WAY_OUT, how)]
    return Plan(name, label, answers, note="out of it for good, and nobody's target")


def pastime(name: str, label: str, what: int) -> Plan:
    return Plan(name, label, [(Question.PASTIME, what)])


def care(name: str, label: str, what: int, takes: str = "") -> Plan:
    """Somebody helps somebody; who is the only one that can is not asked for."""

    def answers(w: World, who: int, target: int) -> list[tuple[int, int]] | None:
        mask = healers(w, what) if w.phase == Phase.END else 0
        if not contains(mask, target):
            return None
        named = [(Question.HEALER, target)] if mask & (mask - 1) else []
        return [(Question.PASTIME, what), *named]

    return Plan(name, label, answers, targets="creatures", takes=takes)


TAKE_UP = [(Question.GATHER, Answer.YES), (Question.PICK_UP, TARGET)]

PLANS = (
    Plan(
        "attack",
        "Attack {target}",
        strike,
        "creatures",
        settled,
        takes="an action, and an enemy within reach of a weapon or attack (SM-4)",
    ),
    Plan(
        "charge",
        "Close with {target} and attack",
        close_and_strike,
        "creatures",
        settled,
        takes="an action, a move, and an enemy in the same zone to close with (SM-4, SM-5)",
    ),
    Plan(
        "quick-attack",
        "Quicken and attack {target}",
        quick_strike,
        "creatures",
        settled,
        first_of_two,
        takes="a turn not quickened, no check rolled in it, and an enemy in reach (SM-6)",
    ),
    Plan(
        "quick-attacks",
        "Quicken and attack {target} twice",
        quick_strikes,
        "creatures",
        settled,
        takes="a turn not quickened, no check rolled in it, and an enemy in reach (SM-6)",
    ),
    Plan(
        "cast",
        "Cast {target}",
        cast,
        "spells",
        settled,
        takes="an action, and a spell you know with somebody or something to cast it on (SM-80)",
    ),
    act(
        "quicken",
        "Quicken (two actions, each a level harder)",
        Act.QUICKEN,
        takes="a turn that is not quickened yet, and no check rolled in it (SM-6)",
    ),
    act_on(
        "join",
        "Close with {target}",
        Act.JOIN,
        Question.CLOSE_WITH,
        "creatures",
        takes="a move, and somebody in the same zone who is not close to you yet (SM-5)",
    ),
    act("step-away", "Step away", Act.STEP_AWAY, takes="a move, and somebody close to you (SM-5)"),
    act_on(
        "go",
        "Go to the {target}",
        Act.GO,
        Question.ZONE,
        "zones",
        takes="a move, and a zone that is linked to yours (SM-5)",
    ),
    act_on(
        "treat",
        "Treat {target}",
        Act.TREAT,
        Question.PATIENT,
        "creatures",
        takes="an action, and somebody in touch with a wound that can be treated (SM-43)",
    ),
    act_on(
        "parley",
        "Talk to {target}",
        Act.PARLEY,
        Question.HEARER,
        "creatures",
        takes="an action, and a creature in the same zone (SM-103)",
    ),
    act("hide", "Hide", Act.HIDE, takes="an action (SM-4)"),
    act("try", "Try something else ...", Act.TRY, takes="an action (SM-4)"),
    act_on(
        "pick-up",
        "Pick up {target}",
        Act.PICK_UP,
        Question.PICK_UP,
        "items",
        takes="an action, and something that lies here (SM-4)",
    ),
    act(
        "load",
        "Load other ammunition",
        Act.LOAD,
        takes="an action, and other ammunition for the weapon in hand (SM-4)",
    ),
    act("deed", "Do what needs no check (you say what)", Act.DEED, takes="an action (SM-4)"),
    way_out("leave", "Leave the fight", WayOut.LEAVE),
    way_out("surrender", "Surrender", WayOut.SURRENDER),
    act("done", "End the turn", Act.DONE),
    follow_up("aim", "{target}", Question.AIM, "creatures"),
    follow_up("whom", "{target}", Question.TARGET, "creatures"),
    follow_up("weapon", "{target}", Question.WEAPON, "items"),
    follow_up("way", "{target}", Question.ATTACK, "attacks"),
    follow_up("which-spell", "{target}", Question.SPELL, "spells"),
    Plan("block", "Block it", [(Question.BLOCK, Reaction.YES)], until=settled),
    Plan("let-it", "Keep the reaction", [(Question.BLOCK, Reaction.NO)], until=settled),
    Plan("counter", "Counter it", [(Question.COUNTER, Reaction.YES)], until=settled),
    Plan("let-cast", "Keep the reaction", [(Question.COUNTER, Reaction.NO)], until=settled),
    Plan("react", "Answer with a spell", [(Question.REACT, Reaction.YES)], until=settled),
    Plan("no-react", "Keep the reaction", [(Question.REACT, Reaction.NO)], until=settled),
    Plan("no-answer", "Keep the reaction", [(Question.ANSWER, Reaction.NO)]),
    *(which_wound(k) for k in Which),
    Plan("take-up", "Take up {target} ...", TAKE_UP, "items"),
    Plan("leave-lying", "Leave what lies here", [(Question.GATHER, Answer.NO)]),
    Plan("take", "Take it", [(Question.TAKE, Answer.YES)]),
    Plan("refuse", "Leave it for another", [(Question.TAKE, Answer.NO)]),
    care(
        "treat-wounds",
        "{target} treats a wound in the field",
        Pastime.TREAT,
        takes="nobody fighting, and a wound that can be treated (SM-43)",
    ),
    care(
        "tend",
        "{target}, who knows how, tends a wound",
        Pastime.TEND,
        takes="nobody fighting, a wound, and somebody who knows how to tend it (SM-43)",
    ),
    care(
        "heal",
        "{target} heals by magic",
        Pastime.HEAL,
        takes="nobody fighting, a wound, and somebody with a spell that heals (SM-80)",
    ),
    care(
        "attempt",
        "{target} tries something ...",
        Pastime.TRY,
        takes="nobody fighting (SM-63)",
    ),
    pastime("see-healer", "A healer of the town tends a wound", Pastime.SEE_HEALER),
    pastime("find-lodging", "Find lodgings in a guarded town", Pastime.FIND_LODGING),
    pastime("set-out", "Set out again", Pastime.SET_OUT),
    pastime("sleep", "Rest for a night", Pastime.REST),
    pastime("new-session", "Begin a new session", Pastime.NEW_SESSION),
    pastime("go-on", "Go on", Pastime.GO_ON),
)

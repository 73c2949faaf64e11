"""How a fight of Plunder is told, and what people usually do in one."""

from collections.abc import Sequence

from affray.words import (
    TARGET,
    Asked,
    Board,
    Card,
    Names,
    Plan,
    Rolled,
    Stat,
    Thing,
    Token,
    Told,
    Words,
    kebab,
)

from .abilities import dexterity_number, is_monster, slots
from .body import conditions, counted_wounds, wound_limit
from .defense import melee_defense, ranged_defense
from .inventory import slots_used
from .kinds import (
    Act,
    Answer,
    AttackType,
    Bonus,
    Carry,
    Condition,
    Event,
    Hands,
    Location,
    Move,
    Part,
    Phase,
    Push,
    Question,
    Rest,
    Roll,
    Stage,
)
from .movement import above, bearings, feet_options
from .policy import (
    BOLD,
    CAREFUL,
    best_type,
    best_weapon,
    bonus_wanted,
    friends_first,
    hands_wanted,
    item_wanted,
    largest,
    nearest_enemy,
    place_to_hit,
)
from .resolve import hardest
from .space import bearing_x, bearing_y, feet_between
from .state import World

PRIMER = """\
How a round goes: spells are named, monsters test their nerve, everybody moves, then come
shots, spells, and last melee and everything else. In each phase all declare in secret,
each rolls one d20, and the dice are carried out from the highest down. That one die is
your place in line and your roll. What you declared you cannot take back: if your target
is gone when your turn comes, your action is lost.
How a blow goes: reach your attack target (lower is better) plus the enemy's Defense; what
you beat it by is the damage. You name the kind of attack and the place you aim at. The
same kind twice in a row is at disadvantage.
What kills you: at 0 Hit Points you still fight, but every hit wounds, unless your armor
swallows it. Wounds and Exhaustion fill your pack; a full pack is death, and so is a
wounding blow of all your Hit Points at once. Most monsters die of their first Wound.
Good first moves: close in with a shield and a long weapon, change between slash and stab,
never walk out of a melee (you are hit for what you miss the check by), and bandage blood."""


def card(w: World, i: int, names: Names) -> Card:
    c = w.creatures[i]
    if c.dead or c.fled:
        return Card((), ("dead" if c.dead else "fled",))
    stats = [Stat("HP", c.hp, c.max_hp)]
    if is_monster(w, i):
        stats.append(Stat("wounds", counted_wounds(w, i), wound_limit(w, i), harm=True))
    else:
        stats.append(Stat("wounds", c.wounds, harm=True))
        stats.append(Stat("exhaustion", c.exhaustion, harm=True))
        stats.append(Stat("slots", slots_used(w, i), slots(w, i)))
    stats.append(Stat("defense", melee_defense(w, i)))
    stats.append(Stat("evasion", ranged_defense(w, i)))
    stats.append(Stat("holds", things(w, i, names, (Carry.RIGHT, Carry.LEFT, Carry.BOTH))))
    stats.append(Stat("wears", things(w, i, names, (Carry.WORN,))))
    if c.magic_dice:
        stats.append(Stat("magic dice", c.magic_left, c.magic_dice))
    stats.append(Stat("at", f"[{c.x}, {c.y}]"))
    return Card(stats, states(w, i))


def things(w: World, i: int, names: Names, where: Sequence[int]) -> str:
    """What is carried there, with its Notches."""
    c = w.creatures[i]
    shown = [
        names["gear"][g] + "'" * c.notches[k]
        for k, g in enumerate(c.gear)
        if g >= 0 and c.carried[k] in where
    ]
    return " and ".join(shown) or "nothing"


def states(w: World, i: int) -> list[str]:
    c = w.creatures[i]
    mask = conditions(w, i)
    shown = [kebab(k).replace("-", " ") for k in Condition if mask >> k & 1]
    flags = [
        ("prone", c.prone),
        ("dodging", c.dodging),
        ("feinted", c.feinted),
        ("grappling", c.partner >= 0),
        ("aiming", c.aiming),
        ("raging", c.raging),
        ("burning", c.burning_by >= 0),
        ("taunted", c.taunted_by >= 0),
        ("fleeing", c.fleeing),
    ]
    return shown + [name for name, on in flags if on]


def board(w: World, names: Names) -> Board:
    tokens = [
        Token(
            who=i,
            x=c.x,
            y=c.y,
            hurt=counted_wounds(w, i) + (0 if is_monster(w, i) else c.exhaustion),
            bears=wound_limit(w, i) + 1 if is_monster(w, i) else slots(w, i),
            is_out=bool(c.dead or c.fled),
        )
        for i, c in enumerate(w.creatures)
    ]
    things = [Thing(names["gear"][t.gear], t.x, t.y) for t in w.ground if t.gear >= 0]
    return Board("ft", w.width, w.height, tokens, things=things)


def usual_target(w: World, who: int, mask: int) -> int:
    return friends_first(w, who, mask)


def usual_weapon(w: World, who: int, mask: int) -> int:
    return best_weapon(w, who, mask)


def usual_type(w: World, who: int, mask: int) -> int:
    return best_type(w, who, mask)


def usual_location(w: World, who: int, mask: int) -> int:
    return place_to_hit(w, mask, BOLD)


def usual_hands(w: World, who: int, mask: int) -> int:
    return hands_wanted(w, who, CAREFUL)


def usual_bonus(w: World, who: int, mask: int) -> int:
    return bonus_wanted(w, mask)


def usual_dice(w: World, who: int, mask: int) -> int:
    return largest(mask)


def repeat_warning(w: World, who: int, kind: int) -> str:
    """The same kind of attack again."""
    if w.creatures[who].last_kind == kind:
        name = kebab(AttackType(kind))
        return f"{name.capitalize()} again: the roll is at disadvantage. [PL-42]"
    return ""


def move_warning(w: World, who: int, move: int) -> str:
    """What walking off or getting up under somebody's blade can cost."""
    near = above(w, who)
    if not near or move not in (Move.GO, Move.STAND):
        return ""
    number = dexterity_number(w, who) + melee_defense(w, hardest(w, near))
    return (
        f"Enemies are in reach: roll {number} or more on a d20, or take what you miss it by, "
        f"up to {number - 1}. [PL-24, PL-61]"
    )


def resolved(w: World, who: int) -> bool:
    """Nothing this creature declared is still in the queue, and no blow is open."""
    waiting = any(e.who == who and e.act != Act.HOLD for e in w.queue[: w.queued])
    return not waiting and w.blow.stage == Stage.NONE


def has_moved(w: World, who: int) -> bool:
    over = w.phase != Phase.MOVEMENT or w.part >= Part.ROLL
    return over and w.blow.stage == Stage.NONE


def back_away(w: World, who: int, target: int) -> Sequence[tuple[int, int]] | None:
    """As far from the nearest enemy as one bearing leads."""
    enemy = nearest_enemy(w, who)
    if enemy < 0:
        return None
    c, other = w.creatures[who], w.creatures[enemy]
    best, farthest = None, feet_between(c.x, c.y, other.x, other.y)
    open_ways = bearings(w, who)
    for bearing in (k for k in range(60) if open_ways >> k & 1):
        feet = largest(feet_options(w, who, bearing))
        x, y = c.x + bearing_x(bearing, feet), c.y + bearing_y(bearing, feet)
        far = feet_between(x, y, other.x, other.y)
        if far > farthest:
            best, farthest = (bearing, feet), far
    if best is None:
        return None
    bearing, feet = best
    return [(Question.MOVE, Move.GO), (Question.BEARING, bearing), (Question.FEET, feet)]


def deed(name: str, label: str, act: int) -> Plan:
    """An action without a target."""
    return Plan(name, label, [(Question.ACTION, act)], until=resolved)


def deed_at(name: str, label: str, act: int) -> Plan:
    """An action meant for a creature."""
    answers = [(Question.ACTION, act), (Question.TARGET, TARGET)]
    return Plan(name, label, answers, targets="creatures", until=resolved)


def deed_with(name: str, label: str, act: int) -> Plan:
    """An action with a thing."""
    answers = [(Question.ACTION, act), (Question.ITEM, TARGET)]
    return Plan(name, label, answers, targets="gear", until=resolved)


def answer(name: str, label: str, question: int, option: int) -> Plan:
    return Plan(name, label, [(question, option)])


QUESTIONS = {
    Question.CAST: Asked("Does {who} cast a spell this round?", Answer, ("PL-4",), aside=Answer.NO),
    Question.SPELL: Asked("Which spell does {who} name?", "spells", ("PL-4", "PL-111")),
    Question.MOVE: Asked(
        "How does {who} move?",
        Move,
        ("PL-6", "PL-24", "PL-136"),
        warn=move_warning,
        aside=Move.STAY,
    ),
    Question.WHOM: Asked("With whom does {who} close?", "creatures", ("PL-136",)),
    Question.STOP_SHORT: Asked(
        "Does {who} stop at ten feet?", Answer, ("PL-85", "PL-136"), Answer.YES
    ),
    Question.BEARING: Asked(
        "Which way does {who} go? (minutes of a clock: 0 north, 15 east)", "number", ("PL-136",)
    ),
    Question.FEET: Asked("How many feet does {who} go?", "number", ("PL-25", "PL-136")),
    Question.RALLY: Asked("Does {who} rally the party on the way?", Answer, ("PL-67",), Answer.NO),
    Question.LIGHTEN: Asked(
        "Does {who} drop what is packed to be able to move?", Answer, ("PL-109",), Answer.YES
    ),
    Question.ACTION: Asked("What does {who} declare?", Act, ("PL-11", "PL-134"), aside=Act.HOLD),
    Question.TARGET: Asked("Whom does {who} mean?", "creatures", ("PL-11",), usual_target),
    Question.WEAPON: Asked("With what?", "gear", ("PL-77", "PL-109"), usual_weapon),
    Question.HANDS: Asked("In how many hands?", Hands, ("PL-81", "PL-82"), usual_hands),
    Question.TYPE: Asked(
        "What kind of attack?", AttackType, ("PL-41", "PL-42"), usual_type, repeat_warning
    ),
    Question.LOCATION: Asked("Where does {who} aim?", Location, ("PL-41",), usual_location),
    Question.GAP: Asked("Through the gaps of the armor?", Answer, ("PL-95",), Answer.NO),
    Question.BONUS: Asked("What right before the attack?", Bonus, ("PL-69",), usual_bonus),
    Question.DICE: Asked(
        "How many Magic Dice does {who} invest? (0: a cantrip)",
        "number",
        ("PL-112", "PL-113"),
        usual_dice,
    ),
    Question.MORE: Asked("One more target?", Answer, ("PL-115", "PL-116"), Answer.YES),
    Question.ITEM: Asked("Which thing does {who} take?", "gear", ("PL-61", "PL-109"), item_wanted),
    Question.PUSH: Asked("Prone, or away?", Push, ("PL-68",)),
    Question.WOUND_TYPE: Asked(
        "With what kind of blow does {who} wound?", AttackType, ("PL-61",), usual_type
    ),
    Question.WOUND_LOCATION: Asked("Where does {who} wound?", Location, ("PL-61",), usual_location),
    Question.SNEAK: Asked(
        "Does {who} give a Wound instead of damage?", Answer, ("PL-128",), Answer.YES
    ),
    Question.REST: Asked("How does {who} rest?", Rest, ("PL-132",)),
}

ROLLS = {
    Roll.ACTION: Rolled("for the declared action", ("PL-12", "PL-13")),
    Roll.LATE: Rolled("a second die, late", ("PL-16",)),
    Roll.LEAVE: Rolled("Dexterity to leave the melee", ("PL-24",)),
    Roll.RISE: Rolled("Dexterity to get up", ("PL-61", "PL-100")),
    Roll.ENTER: Rolled("Dexterity to get past a long weapon", ("PL-29", "PL-85")),
    Roll.OPPORTUNITY: Rolled("Dexterity not to be struck", ("PL-61",)),
    Roll.SPACE: Rolled("Dexterity to be there first", ("PL-26",)),
    Roll.DAMAGE: Rolled("the damage die", ("PL-35", "PL-81", "PL-82", "PL-119")),
    Roll.BULL_RUSH: Rolled("the shield's d4", ("PL-87",)),
    Roll.WOUND: Rolled("on the wound table", ("PL-49", "PL-98")),
    Roll.MAGIC: Rolled("the Magic Dice", ("PL-112",)),
    Roll.CANTRIP: Rolled("the cantrip's d4", ("PL-113",)),
    Roll.BURNING: Rolled("how badly it burns", ("PL-10", "PL-116")),
    Roll.MORALE: Rolled("morale", ("PL-21",)),
    Roll.SAVE: Rolled("a save", ("PL-76", "PL-122")),
    Roll.FLUNG: Rolled("where it flies", ("PL-105",)),
    Roll.BONUS: Rolled("for the bonus action", ("PL-69",)),
    Roll.RECOVERY: Rolled("to get over a Wound", ("PL-132",)),
    Roll.HIT_POINTS: Rolled("Hit Points back", ("PL-132",)),
    Roll.AMMUNITION: Rolled("what the arrows suffered", ("PL-110",)),
}

EVENTS = {
    Event.ROUND: Told("Round {x}.", ("PL-1",)),
    Event.PHASE: Told("Phase: {x:phase}.", ("PL-2",)),
    Event.SPELL_DECLARED: Told("{who} will cast {x:spells}.", ("PL-4",)),
    Event.MOVE_DECLARED: Told("{who} declares a move: {x:move}.", ("PL-136",)),
    Event.DECLARED: Told("{who} declares: {x:act}, meant for {y:creatures}.", ("PL-11", "PL-134")),
    Event.ORDER: Told("{who} acts at {x}: {y:act}.", ("PL-13",)),
    Event.VOID: Told(
        "{who} finds it impossible now; the action is lost.", ("PL-14",), "{who} too late"
    ),
    Event.MORALE: Told("Their nerve is tested: {x}.", ("PL-21",)),
    Event.FLEES: Told("{who} turns to flee.", ("PL-21", "PL-23"), "{who} flees"),
    Event.FLED: Told("{who} has got away.", ("PL-23",), "{who} fled"),
    Event.MOVED: Told("{who} goes to [{x}, {y}].", ("PL-27",)),
    Event.UNHURT: Told("{who} gives {x:creatures} no opening.", ("PL-24", "PL-61"), "unhurt"),
    Event.STRUCK: Told(
        "{who} strikes {x:creatures} for {y}.", ("PL-24", "PL-61", "PL-64"), "{who} strikes"
    ),
    Event.STANDS: Told("{who} gets up.", ("PL-30", "PL-100"), "{who} up"),
    Event.CONTEST: Told("{who} is there first.", ("PL-26",), "{who} first"),
    Event.HIT: Told("{who} hits: {x} against {y}.", ("PL-32",), "{who} hits"),
    Event.MISS: Told("{who} misses: {x} against {y}.", ("PL-32",), "{who} misses"),
    Event.FUMBLE: Told("{who} fumbles: a natural 1.", ("PL-51",), "{who} fumbles"),
    Event.CRITICAL: Told("A natural 20 against {x:creatures}.", ("PL-47", "PL-48"), "critical"),
    Event.DAMAGE: Told(
        "{who} takes {x}, Hit Points now {y}.", ("PL-33", "PL-53"), "{who} takes {x}"
    ),
    Event.ARMOR_HOLDS: Told("{who}'s armor keeps {x} from wounding.", ("PL-56", "PL-92")),
    Event.WOUND: Told("{who} is wounded, {x} in all.", ("PL-55", "PL-57"), "{who} wounded"),
    Event.CONDITION: Told("{who} is {x:condition}.", ("PL-98",)),
    Event.DEAD: Told("{who} dies.", ("PL-58", "PL-59", "PL-60"), "{who} dead"),
    Event.NOTCH: Told("{who}'s {x:gear} takes a Notch, {y} now.", ("PL-110",)),
    Event.BROKEN: Told("{who}'s {x:gear} breaks.", ("PL-110",), "{x:gear} breaks"),
    Event.FLUNG: Told("{who}'s {x:gear} flies out of its hand.", ("PL-105",), "{x:gear} flung"),
    Event.DODGES: Told("{who} dodges from now on.", ("PL-62",), "dodging"),
    Event.FEINTED: Told("{who} draws {x:creatures}'s guard down.", ("PL-63",), "feinted"),
    Event.FEINT_FAILS: Told("{x:creatures} is not deceived.", ("PL-63",), "not feinted"),
    Event.GRAPPLED: Told("{who} grabs {x:creatures}.", ("PL-64",), "grappled"),
    Event.NOT_GRAPPLED: Told("{who} gets no hold of {x:creatures}.", ("PL-64",), "not grappled"),
    Event.FREE: Told("{who} breaks free of {x:creatures}.", ("PL-66",), "free"),
    Event.STILL_HELD: Told("{who} cannot break free.", ("PL-66",), "still held"),
    Event.PRONE: Told("{who} is prone.", ("PL-68", "PL-100", "PL-106"), "{who} prone"),
    Event.PUSHED: Told("{who} is pushed {x} feet.", ("PL-68",), "{who} pushed {x} ft"),
    Event.NOT_SHOVED: Told("{x:creatures} stands firm.", ("PL-68",), "not shoved"),
    Event.RALLIED: Told("{who} rallies the party: {x}.", ("PL-67",), "rallied {x}"),
    Event.NOT_RALLIED: Told("Nobody takes heart.", ("PL-67",), "not rallied"),
    Event.HEALED: Told("{who} regains {x}, Hit Points now {y}.", ("PL-67",), "{who} regains {x}"),
    Event.PICKED_UP: Told("{who} picks up {x:gear}.", ("PL-61",), "picked up"),
    Event.FETCHED: Told("{who} gets out {x:gear}.", ("PL-109",), "fetched"),
    Event.PRESSED: Told("{who} presses {x:creatures}'s wound shut.", ("PL-99",), "pressed"),
    Event.BANDAGED: Told("{who} bandages {x:creatures}.", ("PL-99",), "bandaged"),
    Event.EXHAUSTED: Told("{who} has {x} Exhaustion now.", ("PL-57", "PL-99"), "{who} exhausted"),
    Event.AIMS: Told("{who} takes aim.", ("PL-126",), "aiming"),
    Event.TAUNTED: Told("{who} taunts {x:creatures}.", ("PL-123",), "taunted"),
    Event.NOT_TAUNTED: Told("{x:creatures} does not listen.", ("PL-123",), "not taunted"),
    Event.CAST: Told("{who} casts {x:spells} with {y} Magic Dice.", ("PL-8", "PL-112")),
    Event.BURNING: Told("{who} burns.", ("PL-116",), "{who} burns"),
    Event.DARKNESS: Told("Darkness falls around {x:creatures}.", ("PL-116",), "darkness"),
    Event.WARDED: Told("{who} is warded: {x} Defense.", ("PL-138",), "{who} warded"),
    Event.SAVED: Told("{who} saves.", ("PL-76",), "{who} saves"),
    Event.LOST_SPELL: Told("{who} loses the spell {x:spells}.", ("PL-4",), "spell lost"),
    Event.WOUND_ENDS: Told("One of {who}'s Wounds passes.", ("PL-10", "PL-48")),
    Event.IMMUNE: Told("{who} does not feel it.", ("PL-125",), "no harm"),
    Event.DROPPED: Told("{who} drops {x:gear}.", ("PL-109",)),
    Event.TRICKED: Told("{who} tricks {x:creatures}: {y:bonus}.", ("PL-128",), "tricked"),
    Event.NOT_TRICKED: Told("{x:creatures} sees the trick coming.", ("PL-128",), "not tricked"),
    Event.REST: Told("{who} rests: {x:rest}; Hit Points {y}.", ("PL-132",)),
    Event.RECOVERED: Told("{who} gets over a Wound.", ("PL-132",), "recovered"),
    Event.NOT_RECOVERED: Told("A Wound of {who}'s does not heal yet.", ("PL-132",), "not yet"),
    Event.STALEMATE: Told("Round 60 is over; nobody can win this.", ("PL-1",)),
    Event.LET_GO: Told("{who} lets go of {x:creatures}.", ("PL-65",)),
    Event.READY: Told("{who} takes {x:gear} in hand.", ("PL-109",)),
    Event.DOUSED: Told("{who} puts out the fire on {x:creatures}.", ("PL-116",), "doused"),
}

PLANS = (
    Plan(
        "cast", "Name {target}", [(Question.CAST, Answer.YES), (Question.SPELL, TARGET)], "spells"
    ),
    answer("no-spell", "Cast nothing", Question.CAST, Answer.NO),
    Plan(
        "close",
        "Close with {target}",
        [(Question.MOVE, Move.CLOSE), (Question.WHOM, TARGET)],
        targets="creatures",
        until=has_moved,
    ),
    Plan("back-away", "Back away", back_away, until=has_moved),
    Plan("go", "Go ...", [(Question.MOVE, Move.GO)], until=has_moved),
    Plan("stand", "Get up", [(Question.MOVE, Move.STAND)], until=has_moved),
    Plan("let-go", "Let go", [(Question.MOVE, Move.LET_GO)], until=has_moved),
    Plan("stay", "Stay here", [(Question.MOVE, Move.STAY)], until=has_moved),
    deed_at("attack", "Attack {target}", Act.ATTACK),
    deed_at("shoot", "Shoot at {target}", Act.SHOOT),
    deed("aim", "Take aim", Act.AIM),
    deed_at("shove", "Shove {target}", Act.SHOVE),
    deed_at("feint", "Feint at {target}", Act.FEINT),
    deed_at("grapple", "Grapple {target}", Act.GRAPPLE),
    deed_at("taunt", "Taunt {target}", Act.TAUNT),
    deed("dodge", "Dodge", Act.DODGE),
    deed("break-free", "Break free", Act.BREAK_FREE),
    deed_at("bandage", "Bandage {target}", Act.BANDAGE),
    deed_at("press", "Press {target}'s wound", Act.PRESSURE),
    deed_at("douse", "Put out the fire on {target}", Act.DOUSE),
    deed_with("pick-up", "Pick up {target}", Act.PICK_UP),
    deed_with("fetch", "Get out {target}", Act.FETCH),
    deed("hold", "Hold", Act.HOLD),
    Plan("cast-at", "Cast at {target}", [(Question.TARGET, TARGET)], "creatures", resolved),
    answer("prone", "Push it over", Question.PUSH, Push.PRONE),
    answer("away", "Push it away", Question.PUSH, Push.AWAY),
    answer("short-rest", "Take a short rest", Question.REST, Rest.SHORT),
    answer("long-rest", "Take a long rest", Question.REST, Rest.LONG),
    answer("full-rest", "Take a full rest", Question.REST, Rest.FULL),
)

WORDS = Words(
    questions=QUESTIONS,
    rolls=ROLLS,
    events=EVENTS,
    plans=PLANS,
    enums={
        "phase": Phase,
        "act": Act,
        "move": Move,
        "bonus": Bonus,
        "rest": Rest,
        "condition": Condition,
    },
    card=card,
    board=board,
    primer=PRIMER,
)

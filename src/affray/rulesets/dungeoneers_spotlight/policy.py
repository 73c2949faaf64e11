"""How the computer plays: bold pays with stress and arca, careful keeps its feet and its skin."""

from affray.rules.among import those
from affray.rules.ask import Ask, rule
from affray.rules.masks import contains, largest, members, smallest

from .gear import potions
from .kinds import (
    Act,
    Answer,
    Assist,
    Counter,
    Defense,
    Degree,
    Effort,
    ItemKind,
    Question,
    Rest,
    Shove,
    Task,
    Trouble,
    Way,
)
from .routes import (
    approached,
    prey,
    tile_climbed_to,
    wants_climb,
)
from .rulings import StandUp
from .sheet import (
    alive,
    equipped_mask,
    hostile,
    is_player,
    stress_capacity,
)
from .space import threateners
from .state import World
from .strikes import strike_targets
from .tokens import leader, plays_with_tokens
from .travel import ways
from .valuation import (
    best_cast,
    best_shove,
    best_spell,
    best_strike,
    best_weapon,
    better_defense,
    closing_in,
    drop_beside,
    foes_in,
    life_left,
    striking,
    worth_drawing,
)
from .wishes import column_wanted, height_wanted, row_wanted, target_wanted, way_wanted

TEMPERAMENTS = ("random", "bold", "careful")
BOLD = 1


@rule()
def best_mover(w: World, mask: int, favoured: int) -> int:
    """Whose move is wanted most: who does most harm, or where nobody does any, who gets nearest.

    Where it makes no difference, one of the favoured; -1 of nobody.
    """
    best = -1
    most = 1
    for i in members(mask):
        worth = 2 * striking(w, i) + int(contains(favoured, i))
        if worth > most:
            most = worth
            best = i
    return best if best >= 0 else nearest_to_harm(w, mask, favoured)


@rule()
def nearest_to_harm(w: World, mask: int, favoured: int) -> int:
    """Who of those that can do no harm gets nearest to somebody."""
    best = -1
    most = -1
    for i in members(mask):
        worth = 2 * closing_in(w, i, most // 2) + int(contains(favoured, i))
        if worth > most:
            most = worth
            best = i
    return best


@rule()
def readiest(w: World, mask: int) -> int:
    """The creature of a mask whose move is wanted most."""
    i = best_mover(w, those(j for j in members(mask) if alive(w, j)), 0)
    return i if i >= 0 else smallest(mask)


@rule()
def has_token(w: World, i: int) -> bool:
    return plays_with_tokens(w) and w.creatures[leader(w, i)].tokens > 0


@rule()
def taker_wanted(w: World, mask: int) -> int:
    """The player with the best move; one with a token where it makes no difference."""
    able = those(
        i for i in range(w.n) if alive(w, i) and is_player(w, i) and contains(mask, leader(w, i))
    )
    i = best_mover(w, able, those(k for k in members(able) if has_token(w, k)))
    return leader(w, i) if i >= 0 else smallest(mask)


@rule()
def unarmed(w: World, i: int) -> bool:
    """Nothing in hand to strike or cast with."""
    worn = equipped_mask(w, i)
    return not any(
        contains(worn, g)
        and (w.items[g].kind == ItemKind.WEAPON or w.items[g].kind == ItemKind.TOME)
        for g in range(w.itemcount)
    )


@rule()
def wants_drink(w: World, i: int, temperament: int) -> bool:
    """A draught for wounds, when nobody is near or the end is."""
    c = w.creatures[i]
    if potions(w, i) == 0 or (c.wounds == 0 and c.stress < stress_capacity(w, i) + 2):
        return False
    return temperament != BOLD and threateners(w, i) == 0


@rule()
def useful_task(w: World, i: int, temperament: int) -> bool:
    if w.creatures[i].prone and w.rulings.stand_up == StandUp.INTERACT:
        return True
    return (unarmed(w, i) and worth_drawing(w, i) >= 0) or wants_drink(w, i, temperament)


@rule()
def gets_up(w: World, i: int, mask: int) -> bool:
    """Whether a travel brings a hanging one over the edge, or at least higher."""
    return contains(mask, Way.PULL_UP) or tile_climbed_to(w, i, prey(w, i)) >= 0


@rule()
def next_move(w: World, i: int, mask: int, temperament: int) -> int:
    """Over the edge, then spells or blows, whichever does more; else nearer."""
    c = w.creatures[i]
    idle = Act.DONE if contains(mask, Act.DONE) else Act.PASS
    if c.hanging and contains(mask, Act.SPRINT) and gets_up(w, i, ways(w, i)):
        return Act.SPRINT
    struck = best_strike(w, i)
    spell = best_cast(w, i)
    rises = c.prone == 1 and contains(mask, Act.SPRINT) and threateners(w, i) != 0
    if rises and temperament != BOLD:
        return Act.SPRINT
    if contains(mask, Act.PUSH) and best_shove(w, i) > max(struck, spell):
        return Act.PUSH
    if contains(mask, Act.SPELLCAST) and spell > struck:
        return Act.SPELLCAST
    if struck > 0 and contains(mask, Act.POWER_STRIKE):
        return Act.POWER_STRIKE
    if struck > 0 and contains(mask, Act.STRIKE):
        return Act.STRIKE
    if contains(mask, Act.INTERACT) and useful_task(w, i, temperament):
        return Act.INTERACT
    goes = approached(w, i) >= 0 or wants_climb(w, i, prey(w, i))
    if contains(mask, Act.SPRINT) and (c.prone or goes):
        return Act.SPRINT
    if contains(mask, Act.TRAVEL) and goes:
        return Act.TRAVEL
    if contains(mask, Act.POWER_STRIKE) and foes_in(w, i, strike_targets(w, i)):
        return Act.POWER_STRIKE
    return Act.HOLD if contains(mask, Act.HOLD) else idle


@rule()
def stress_wanted(w: World, i: int, mask: int, temperament: int) -> int:
    """Free stress is accuracy; nobody goes past the capacity for it."""
    free = max(0, stress_capacity(w, i) - w.creatures[i].stress)
    wanted = min(2, free) if temperament == BOLD else min(1, free // 2)
    return wanted if contains(mask, wanted) else smallest(mask)


@rule()
def extra_wanted(w: World, mask: int, temperament: int) -> int:
    spell = w.move.spell
    most = 3 if temperament == BOLD else 2
    if spell >= 0 and not w.spells[spell].attack:
        most = 0
    return max(smallest(mask), min(most, largest(mask)))


@rule()
def shove_wanted(w: World, mask: int) -> int:
    """Over the edge where there is one, else to the ground."""
    j = w.throw.vs if w.throw.vs >= 0 else w.move.target
    way = drop_beside(w, j)
    if way >= 0 and contains(mask, way):
        return way
    return Shove.PRONE if contains(mask, Shove.PRONE) else smallest(mask)


@rule()
def task_wanted(w: World, i: int, mask: int, temperament: int) -> int:
    if contains(mask, Task.STAND_UP):
        return Task.STAND_UP
    if contains(mask, Task.DRINK) and wants_drink(w, i, temperament):
        return Task.DRINK
    known = mask & ~(1 << Task.SOMETHING_ELSE)
    return Task.DRAW if contains(mask, Task.DRAW) else largest(known if known else mask)


@rule()
def item_wanted(w: World, i: int, mask: int) -> int:
    g = worth_drawing(w, i)
    return g if g >= 0 and contains(mask, g) else smallest(mask)


@rule()
def grants(w: World, temperament: int) -> int:
    """The bold game master lets a blow land on one who can bear it."""
    j = w.throw.vs
    bears = j >= 0 and life_left(w, j) >= 4 and w.villainy == 0
    return Answer.YES if bears and temperament == BOLD else Answer.NO


@rule()
def decide(ask: Ask, w: World, who: int, question: int, mask: int, temperament: int) -> int:
    if question == Question.SPOTLIGHT:
        return taker_wanted(w, mask)
    if question == Question.CREATURE:
        return readiest(w, mask)
    if question == Question.MOVE:
        return next_move(w, who, mask, temperament)
    if question == Question.TARGET:
        return target_wanted(w, who, mask)
    if question == Question.WEAPON:
        return best_weapon(w, who, w.move.target, mask)
    if question == Question.SPELL:
        return best_spell(w, who, mask)
    if question == Question.WAY:
        return way_wanted(w, who, mask)
    if question == Question.HEIGHT:
        return height_wanted(w, who, mask)
    if question == Question.COLUMN:
        return column_wanted(w, who, mask)
    if question == Question.ROW:
        return row_wanted(w, who, mask)
    if question == Question.STRESS:
        return stress_wanted(w, who, mask, temperament)
    if question == Question.EXTRA:
        return extra_wanted(w, mask, temperament)
    if question == Question.SHOVE:
        return shove_wanted(w, mask)
    return decide_lesser(w, who, question, mask, temperament)


@rule()
def decide_lesser(w: World, who: int, question: int, mask: int, temperament: int) -> int:
    if question == Question.TASK:
        return task_wanted(w, who, mask, temperament)
    if question == Question.ITEM:
        return item_wanted(w, who, mask)
    if question == Question.EFFORT:
        spares = w.throw.vs >= 0 and not hostile(w, who, w.throw.vs)
        return Effort.FAIL if spares else Effort.TRY
    if question == Question.DEFENSE:
        return defense_wanted(w, who, mask)
    if question == Question.COMPROMISE:
        partial = w.throw.degree == Degree.PARTIAL
        return Answer.YES if partial else Answer.NO
    if question == Question.ACCEPT:
        return grants(w, temperament)
    if question == Question.ASSIST:
        return assist_wanted(mask)
    if question == Question.COUNTER:
        return Counter.BRACE if contains(mask, Counter.BRACE) else Counter.NONE
    if question == Question.TROUBLE:
        mine = not is_player(w, w.throw.who)
        return Trouble.VILLAINY if mine else Trouble.PRONE
    if question == Question.CLOSE:
        return Answer.NO if gets_on(w, who) else Answer.YES
    if question == Question.REST:
        return Rest.FULL
    return largest(mask)


@rule()
def gets_on(w: World, who: int) -> bool:
    """Whether anybody of a side could still come nearer to somebody."""
    return any(
        (alive(w, i) and not hostile(w, i, who))
        and (approached(w, i) >= 0 or wants_climb(w, i, prey(w, i)))
        for i in range(w.n)
    )


@rule()
def assist_wanted(mask: int) -> int:
    """A boon for a friend, one way or the other."""
    if contains(mask, Assist.LEND_A_HAND):
        return Assist.LEND_A_HAND
    if contains(mask, Assist.SHOUT_A_WARNING):
        return Assist.SHOUT_A_WARNING
    return Assist.NONE


@rule()
def defense_wanted(w: World, i: int, mask: int) -> int:
    body = Defense.BODY
    return body if better_defense(w, i) and contains(mask, body) else Defense.FINESSE

"""Players, their spotlight tokens, heroism and villainy, and action points."""

from affray.rules.among import first, those
from affray.rules.ask import Ask, note, rule

from .events import Event
from .kinds import Act
from .rulings import ActionPoints, SpotlightTokens
from .sheet import alive, is_player
from .state import ACTION_POINTS, ENDLESS, World

TOKENS = 3


@rule("DS-10", "DS-17")
def leader(w: World, i: int) -> int:
    """The creature that keeps the tokens and the heroism of i's player."""
    return w.creatures[i].player


@rule("DS-151")
def in_play(w: World, p: int) -> bool:
    """Whether p keeps the tokens of a player who has a living creature."""
    return any(is_player(w, k) and alive(w, k) and leader(w, k) == p for k in range(w.n))


@rule("DS-151")
def voice(w: World, p: int) -> int:
    """The living creature that speaks for a player."""
    if alive(w, p):
        return p
    return first(k for k in range(w.n) if is_player(w, k) and alive(w, k) and leader(w, k) == p)


@rule("DS-13")
def gm_voice(w: World) -> int:
    """The creature through which the game master is asked; -1 when none is left."""
    return first(k for k in range(w.n) if not is_player(w, k) and alive(w, k))


@rule("DS-6", "DS-9")
def plays_with_tokens(w: World) -> bool:
    return w.rulings.spotlight_tokens == SpotlightTokens.ON


@rule("DS-8", "DS-139")
def refill_tokens(ask: Ask, w: World) -> None:
    """When the last token of all is spent, everybody has 3 again, at once."""
    if not plays_with_tokens(w):
        return
    if any(in_play(w, p) and w.creatures[p].tokens > 0 for p in range(w.n)):
        return
    for p in range(w.n):
        if in_play(w, p):
            w.creatures[p].tokens = TOKENS
    note(ask, Event.TOKENS, 0, TOKENS)
    if w.rulings.action_points == ActionPoints.BUDGET:
        refill_points(w)


@rule("DS-6", "DS-143")
def pay_token(ask: Ask, w: World, i: int) -> None:
    """Taking the spotlight costs one."""
    if plays_with_tokens(w):
        c = w.creatures[leader(w, i)]
        c.tokens -= 1
        note(ask, Event.SPENDS_TOKEN, i, c.tokens)
        refill_tokens(ask, w)


@rule("DS-7")
def token_takers(w: World, i: int) -> int:
    """Whom i's player can give a token now; the one that pays for the spotlight stays."""
    p = leader(w, i)
    least = 1 if w.move.paid else 2
    if not is_player(w, i) or not plays_with_tokens(w) or w.creatures[p].tokens < least:
        return 0
    return those(
        k for k in range(w.n) if is_player(w, k) and k != p and leader(w, k) == k and in_play(w, k)
    )


@rule("DS-7")
def give_token(ask: Ask, w: World, giver: int, taker: int) -> None:
    w.creatures[giver].tokens -= 1
    w.creatures[taker].tokens = min(ENDLESS, w.creatures[taker].tokens + 1)
    note(ask, Event.GIVEN, giver, taker)


@rule("DS-151")
def lose_tokens(ask: Ask, w: World, i: int) -> None:
    """A player without a living creature is out: the tokens leave the game."""
    p = leader(w, i)
    if is_player(w, i) and not in_play(w, p):
        w.creatures[p].tokens = 0
        if gm_voice(w) >= 0 and some_player(w):
            refill_tokens(ask, w)


@rule("DS-151")
def some_player(w: World) -> bool:
    return any(is_player(w, k) and alive(w, k) for k in range(w.n))


@rule("DS-14", "DS-19")
def refill_points(w: World) -> None:
    for k in range(w.n):
        w.creatures[k].action_points = ACTION_POINTS


@rule("DS-19", "DS-60", "DS-70", "DS-71", "DS-139")
def price(w: World, act: int, spell: int) -> int:
    """What a move costs in action points (DS-R1)."""
    if w.rulings.action_points == ActionPoints.IGNORE:
        return 0
    if act == Act.STRIKE:
        return 3
    if act == Act.POWER_STRIKE:
        return 4
    if act == Act.SPELLCAST:
        return w.spells[spell].cost if spell >= 0 else 0
    if w.rulings.action_points == ActionPoints.BUDGET:
        if act == Act.GRAPPLE or act == Act.PUSH:
            return 2
        if act == Act.TRAVEL or act == Act.SPRINT or act == Act.INTERACT:
            return 1
    return 0


@rule("DS-19")
def can_pay(w: World, i: int, points: int) -> bool:
    """A move or a reaction that costs more than is left cannot be made."""
    return w.creatures[i].action_points >= points


@rule("DS-19")
def pay_points(ask: Ask, w: World, i: int, points: int) -> None:
    c = w.creatures[i]
    c.action_points -= points
    if points > 0:
        note(ask, Event.SPENDS_POINTS, i, points, c.action_points)


@rule("DS-15", "DS-17")
def pay_heroism(ask: Ask, w: World, i: int, points: int) -> None:
    c = w.creatures[leader(w, i)]
    c.heroism -= points
    note(ask, Event.SPENDS_HEROISM, i, points, c.heroism)


@rule("DS-16", "DS-18")
def pay_villainy(ask: Ask, w: World, points: int) -> None:
    w.villainy -= points
    note(ask, Event.SPENDS_VILLAINY, gm_voice(w), points, w.villainy)


@rule("DS-17", "DS-32")
def gain_heroism(ask: Ask, w: World, i: int, points: int) -> None:
    c = w.creatures[leader(w, i)]
    c.heroism = min(ENDLESS, c.heroism + points)
    note(ask, Event.HEROISM, i, points, c.heroism)


@rule("DS-18", "DS-33")
def gain_villainy(ask: Ask, w: World) -> None:
    w.villainy = min(ENDLESS, w.villainy + 1)
    note(ask, Event.VILLAINY, 0, w.villainy)

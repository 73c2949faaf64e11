"""The scene: who takes the spotlight, the game master's move, the round."""

from affray.rules.among import first, those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.masks import contains, how_many, smallest
from affray.rules.world import clear

from .events import Event
from .forced import TO_DROP, settle_then
from .kinds import Act, Answer, NextStep, Phase, Question
from .rulings import (
    ActionPoints,
    GmMoveRate,
    GmMoveScope,
    OpeningSide,
    SpotlightChoice,
)
from .sheet import alive, is_player
from .spellwork import fade
from .state import LAST_ROUND, World
from .tokens import (
    give_token,
    gm_voice,
    in_play,
    leader,
    plays_with_tokens,
    refill_points,
    refill_tokens,
    voice,
)
from .windows import gm_creatures, one_of, own_creatures


@rule("DS-5", "DS-7")
def nominees(w: World) -> int:
    """Players with a token, or with a friend who could give one."""
    mask = 0
    for p in range(w.n):
        if not is_player(w, p) or leader(w, p) != p or not in_play(w, p):
            continue
        owns = not plays_with_tokens(w) or w.creatures[p].tokens > 0
        if owns or not contains(w.refused, p):
            mask |= 1 << p
    return mask


@rule("DS-5")
def votes_for(w: World, p: int) -> int:
    return sum(1 for k in range(w.n) if w.creatures[k].vote == p)


@rule("DS-5", "DS-151")
def voters(w: World) -> int:
    return sum(1 for p in range(w.n) if is_player(w, p) and leader(w, p) == p and in_play(w, p))


@rule("DS-5")
def next_voter(w: World) -> int:
    """The next player who has not said who should have the spotlight, or -1."""
    return first(
        p
        for p in range(w.n)
        if is_player(w, p) and leader(w, p) == p and in_play(w, p) and w.creatures[p].vote < 0
    )


@rule("DS-5")
def named_by(ask: Ask, w: World, who: int, mask: int) -> int:
    """Whom somebody wants in the spotlight; nobody is asked where only one can have it."""
    if how_many(mask) == 1:
        return smallest(mask)
    return choose(ask, w, who, Question.SPOTLIGHT, mask)


@rule("DS-4", "DS-5")
def vote_step(ask: Ask, w: World) -> None:
    """One player speaks; more than half settle it, else the game master does (DS-R7)."""
    refill_tokens(ask, w)
    p = next_voter(w)
    if p < 0:
        decide_dispute(ask, w)
        return
    taker = named_by(ask, w, voice(w, p), nominees(w))
    w.creatures[p].vote = taker
    alone = w.rulings.spotlight_choice == SpotlightChoice.CONTROLLER
    if alone or 2 * votes_for(w, taker) > voters(w):
        settle_vote(w, taker)


@rule("DS-5")
def decide_dispute(ask: Ask, w: World) -> None:
    named = those(w.creatures[p].vote for p in range(w.n) if w.creatures[p].vote >= 0)
    settle_vote(w, named_by(ask, w, gm_voice(w), named))


@rule("DS-5", "DS-6", "DS-7")
def settle_vote(w: World, taker: int) -> None:
    for p in range(w.n):
        w.creatures[p].vote = -1
    w.spotlight = taker
    lacks = plays_with_tokens(w) and w.creatures[taker].tokens <= 0
    w.stage = NextStep.GIVE if lacks else NextStep.DECLARE


@rule("DS-7")
def give_step(ask: Ask, w: World) -> None:
    """Somebody passes a token to the one all have agreed on, or they agree anew."""
    taker = w.spotlight
    for p in range(w.n):
        asked = contains(w.move.asked, p)
        owner = is_player(w, p) and leader(w, p) == p and in_play(w, p)
        if p == taker or asked or not owner or w.creatures[p].tokens <= 0:
            continue
        w.move.asked |= 1 << p
        if choose(ask, w, voice(w, p), Question.GIVE, 0b11) == Answer.YES:
            give_token(ask, w, p, taker)
            w.move.asked = 0
            w.stage = NextStep.DECLARE
        return
    w.move.asked = 0
    w.refused |= 1 << taker
    w.spotlight = -1
    w.stage = NextStep.VOTE


@rule("DS-1", "DS-4", "DS-10", "DS-13")
def begin_move(ask: Ask, w: World) -> None:
    """The creature that moves: one of the spotlit player's, or one of the game master's."""
    m = w.move
    if w.phase == Phase.GM_MOVE:
        m.who = one_of(ask, w, gm_voice(w), ready_creatures(w))
        w.creatures[m.who].moves += 1
        w.gm_left -= 1
        note(ask, Event.GM_MOVE, m.who)
    else:
        p = w.spotlight
        w.phase = Phase.PLAYER_MOVE
        m.who = one_of(ask, w, voice(w, p), own_creatures(w, p))
        note(ask, Event.SPOTLIGHT, m.who)


@rule("DS-3", "DS-13")
def rate(w: World) -> int:
    """How many moves the game master may make after a player's (DS-R4)."""
    how = w.rulings.gm_move_rate
    if how == GmMoveRate.ON_FAILURE:
        return w.failed if w.player_moved or w.round > 1 else 1
    return how + 1


@rule("DS-13")
def ready_creatures(w: World) -> int:
    """Any creature, or each as often as the game master moves at all (DS-R3)."""
    mask = gm_creatures(w)
    if w.rulings.gm_move_scope == GmMoveScope.EACH_CREATURE:
        for k in range(w.n):
            if w.creatures[k].moves >= max(1, rate(w)):
                mask &= ~(1 << k)
    return mask


@rule("DS-3", "DS-4", "DS-13", "DS-14")
def open_gm(w: World) -> None:
    w.phase = Phase.GM_MOVE
    w.stage = NextStep.GM
    w.gm_left = rate(w)
    if w.rulings.gm_move_scope == GmMoveScope.EACH_CREATURE:
        n = sum(1 for k in range(w.n) if not is_player(w, k) and alive(w, k))
        w.gm_left *= n
    for k in range(w.n):
        w.creatures[k].moves = 0


@rule("DS-3", "DS-13", "DS-14")
def gm_step(ask: Ask, w: World) -> None:
    """One more move of the game master's, or the end of them."""
    if w.gm_left > 0 and ready_creatures(w):
        begin_move(ask, w)
        w.stage = NextStep.DECLARE
        return
    w.gm_left = 0
    w.gm_moved = 1
    next_part(w)


@rule("DS-4", "DS-14")
def next_part(w: World) -> None:
    """A player's move and the game master's make a round."""
    if not w.player_moved:
        open_vote(w)
    elif not w.gm_moved:
        open_gm(w)
    else:
        w.phase = Phase.ROUND
        w.stage = NextStep.CLOSE if is_still(w) else NextStep.ROUND


@rule("DS-20")
def is_still(w: World) -> bool:
    """Nobody has done anything in this round, and nobody is falling."""
    if any(w.creatures[k].falling for k in range(w.n)):
        return False
    return w.acted == 0


@rule("DS-20")
def next_to_agree(w: World) -> int:
    """Who has not said yet that the scene may close: each player, then the game master."""
    for p in range(w.n):
        if is_player(w, p) and leader(w, p) == p and in_play(w, p):
            who = voice(w, p)
            if not contains(w.agreed, who):
                return who
    gm = gm_voice(w)
    return gm if not contains(w.agreed, gm) else -1


@rule("DS-20")
def close_step(ask: Ask, w: World) -> None:
    """The scene closes when all agree, one after the other; one who does not keeps it open."""
    who = next_to_agree(w)
    if choose(ask, w, who, Question.CLOSE, 0b11) == Answer.NO:
        w.agreed = 0
        w.stage = NextStep.ROUND
        return
    w.agreed |= 1 << who
    if next_to_agree(w) < 0:
        w.agreed = 0
        w.closed = 1
        note(ask, Event.CLOSED, who)


@rule("DS-4", "DS-5")
def open_vote(w: World) -> None:
    w.phase = Phase.SPOTLIGHT
    w.stage = NextStep.VOTE
    w.spotlight = -1
    w.refused = 0
    w.failed = 0


@rule("DS-45")
def stalls(w: World) -> bool:
    """An airborne creature whose own move held no flight falls (DS-R66); passing is no move."""
    m = w.move
    if m.act == Act.PASS or m.act == Act.HOLD:
        return False
    return alive(w, m.who) and w.creatures[m.who].airborne == 1 and m.flew == 0


@rule("DS-1", "DS-4", "DS-10", "DS-14", "DS-45")
def end_step(ask: Ask, w: World) -> None:
    """The move is over, and the spotlight free again."""
    m = w.move
    if stalls(w):
        w.creatures[m.who].airborne = 0
        m.flew = 1
        note(ask, Event.STALLS, m.who)
        settle_then(w, NextStep.END)
        return
    if m.act == Act.PASS:
        w.failed = 1
    forget_move(w)
    forget_throw(w)
    if w.phase == Phase.GM_MOVE:
        w.stage = NextStep.GM
        return
    w.player_moved = 1
    w.spotlight = -1
    next_part(w)


@rule("DS-29")
def forget_throw(w: World) -> None:
    """Boon, bane and totals vanish with their roll."""
    clear(w.throw)


@rule("DS-10")
def forget_move(w: World) -> None:
    clear(w.move)


@rule("DS-14", "DS-19", "DS-20", "DS-91", "DS-146")
def round_step(ask: Ask, w: World) -> None:
    """Points refill and the falling drop; once they have, durations tick and a round begins."""
    if not w.player_moved:
        fade(ask, w)
        open_round(w)
        return
    w.round += 1
    w.player_moved = 0
    w.gm_moved = 0
    w.acted = 0
    if w.round > LAST_ROUND:
        note(ask, Event.STALEMATE, 0)
        return
    note(ask, Event.ROUND, 0, w.round)
    budget = w.rulings.action_points == ActionPoints.BUDGET
    if not budget or not plays_with_tokens(w):
        refill_points(w)
    for k in range(w.n):
        c = w.creatures[k]
        c.reacted = 0
        if alive(w, k) and c.falling:
            c.falling = TO_DROP
    settle_then(w, NextStep.ROUND)


@rule("DS-4", "DS-14")
def open_round(w: World) -> None:
    """The players first, unless they have walked into an ambush (DS-R5)."""
    if w.rulings.opening_side == OpeningSide.GM:
        open_gm(w)
    else:
        open_vote(w)

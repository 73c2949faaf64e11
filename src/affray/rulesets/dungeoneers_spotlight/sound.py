"""What is wrong with a scene that no move could lead to. Plain Python, never compiled."""

from enum import IntEnum

from affray.rules.masks import members

from .kinds import NextStep, Phase
from .sheet import arca_capacity, free_hands, is_player, max_wounds
from .space import fits, has_floor, supported
from .state import World
from .tokens import in_play, leader, plays_with_tokens
from .travel import HEIGHTS

BETWEEN = (NextStep.VOTE, NextStep.GIVE, NextStep.GM)
"""Nobody moves yet; whatever fell has landed."""
UNSETTLED = (NextStep.SETTLE, NextStep.IMPACT)
PHASES = {
    NextStep.VOTE: Phase.SPOTLIGHT,
    NextStep.GIVE: Phase.SPOTLIGHT,
    NextStep.GM: Phase.GM_MOVE,
    NextStep.ROUND: Phase.ROUND,
    NextStep.CLOSE: Phase.ROUND,
}
OF_A_MOVE = (
    NextStep.ASSIST,
    NextStep.COUNTER,
    NextStep.PAY,
    NextStep.TRAVEL,
    NextStep.AFTER,
    NextStep.RUNE,
    NextStep.END,
)
ROLLED = tuple(NextStep)[NextStep.DEFEND : NextStep.SETTLE]
ANSWERED = (NextStep.DEFEND, NextStep.ANSWER_ROLL, NextStep.ANSWER_LESS)


def invariant(w: World) -> str:
    """What is wrong with a state, or nothing."""
    for i in range(w.n):
        problem = _wrong_sheet(w, i) or _wrong_player(w, i) or _wrong_place(w, i)
        if problem:
            return f"creature {i} {problem}"
    if any(w.ends):
        return "something that was only being worked out is still there"
    return _wrong_step(w) or _wrong_tokens(w)


def _wrong_tokens(w: World) -> str:
    owners = [p for p in range(w.n) if w.creatures[p].side == 0 and in_play(w, p)]
    is_under_way = w.round > 1 or w.player_moved  # whoever comes without a token gets some then
    if (
        is_under_way
        and plays_with_tokens(w)
        and owners
        and not any(w.creatures[p].tokens > 0 for p in owners)
    ):
        return "tokens are 0 for every player, expected 1 or more for one of them (DS-8)"
    return ""


def _wrong_sheet(w: World, i: int) -> str:
    c = w.creatures[i]
    if not 0 <= c.wounds <= max_wounds(w, i):
        return f"has {c.wounds} wounds, expected 0 to {max_wounds(w, i)} (DS-96)"
    if not 0 <= c.arca <= arca_capacity(w, i):
        return f"has {c.arca} arca, expected 0 to {arca_capacity(w, i)} (DS-74)"
    for j in members(c.grapples):
        if j == i or w.creatures[j].dead:
            return f"grapples creature {j}, expected somebody else who lives (DS-111)"
    if c.dead and c.grapples:
        return "is dead and grapples, expected nobody in grapples (DS-115)"
    wielded = sum(w.items[k].hands for k in c.equipped if k >= 0)
    if wielded > c.hands or free_hands(w, i) < 0:
        return f"has {wielded} hands full, expected at most {c.hands} (DS-121)"
    return ""


def _wrong_player(w: World, i: int) -> str:
    """Who plays somebody, and whom that player wants in the spotlight."""
    c = w.creatures[i]
    p = w.creatures[c.player]
    if p.player != c.player or p.side != c.side:
        expected = "expected one of that side who has no other player (DS-10)"
        return f"has creature {c.player} as player, {expected}"
    if c.vote >= 0 and not (is_player(w, c.vote) and leader(w, c.vote) == c.vote):
        return f"has a vote for creature {c.vote}, expected one of the players (DS-5)"
    return ""


def _wrong_place(w: World, i: int) -> str:
    c = w.creatures[i]
    if c.dead:
        return ""
    if not 0 <= c.z - w.lowest < HEIGHTS:
        return f"is at a height of {c.z}, expected {w.lowest} to {w.lowest + HEIGHTS - 1} (DS-44)"
    if not fits(w, i, c.x, c.y, c.z, 0):
        return f"has no room at [{c.x}, {c.y}, {c.z}]"
    resting = w.stage not in UNSETTLED and w.resume == w.stage
    if (resting or w.stage in BETWEEN) and not c.falling and not supported(w, i):
        return f"stands on nothing at [{c.x}, {c.y}, {c.z}]"
    if c.hanging and has_floor(w, i, c.x, c.y, c.z):
        return f"is hanging at [{c.x}, {c.y}, {c.z}], expected a tile without a floor (DS-141)"
    most = w.lowest + HEIGHTS - 1 - c.z
    if c.fallen > most:
        return f"has fallen {c.fallen} tiles to a height of {c.z}, expected at most {most} (DS-92)"
    if c.edge and w.stage not in (*UNSETTLED, *ROLLED):
        return f"has edge = {c.edge}, expected 0 where nobody is being forced (DS-88)"
    return ""


def _wrong_step(w: World) -> str:
    """A step to come in a phase that has none such, or without what it is about."""
    if w.agreed and w.stage != NextStep.CLOSE:
        return "agreed names somebody, expected nobody before it is asked (DS-20)"
    comes = {"stage": NextStep(w.stage)}
    if w.stage in UNSETTLED:
        comes["resume"] = NextStep(w.resume)
    for field, stage in comes.items():
        wanted = PHASES.get(stage, w.phase)
        if w.phase != wanted:
            found, expected = _named(Phase(w.phase)), _named(Phase(wanted))
            return f"phase is {found}, expected {expected} where {field} is {_named(stage)} (DS-4)"
        missing = _missing(w, stage)
        if missing:
            return f"{field} is {_named(stage)}, expected another: {missing} is nobody (DS-4)"
    return ""


def _named(member: IntEnum) -> str:
    """As files write it."""
    return member.name.lower().replace("_", "-")


def _missing(w: World, stage: NextStep) -> str:
    """The field that says whom a step is about, where it names nobody."""
    takes = stage in (NextStep.GIVE, NextStep.DECLARE) and w.phase != Phase.GM_MOVE
    who = {
        "spotlight": takes and w.spotlight < 0,
        "move.who": stage in OF_A_MOVE and w.move.who < 0,
        "move.traveller": stage == NextStep.TRAVEL and w.move.traveller < 0,
        "throw.who": stage in ROLLED and w.throw.who < 0,
        "throw.vs": stage in ANSWERED and w.throw.vs < 0,
        "faller": stage == NextStep.IMPACT and w.faller < 0,
    }
    return next((name for name, is_missing in who.items() if is_missing), "")

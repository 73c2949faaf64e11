"""What every plan of Dungeoneers Spotlight is for: the head that is its one number."""

from affray.book.heads import NO_AIM, Aim, Aiming
from affray.rules.masks import contains

from .holds import wrestled
from .kinds import Act
from .state import World

PUSHED = ("forced", "prone", "falls")


def spell_aim(w: World, who: int, spell: int) -> Aim:
    """What is cast without a roll simply happens."""
    s = w.spells[spell]
    if not s.attack or s.lies_in_wait:
        return NO_AIM
    return Aim("hurt", "foes") if s.wounds else Aim("hit", "foes")


def grapple_aim(w: World, who: int, target: int) -> Aim:
    """Whoever is held by the one it grapples wants to be rid of that first."""
    return Aim("free", "self") if contains(wrestled(w, who), target) else Aim("held")


def of_the_move(w: World, who: int, _: int) -> Aim:
    """What helps a move is for what that is for."""
    m = w.move
    if m.act in (Act.STRIKE, Act.POWER_STRIKE):
        return Aim("hurt", "foes")
    if m.act == Act.PUSH:
        return Aim("pushed", "foes", PUSHED)
    if m.act == Act.GRAPPLE:
        return Aim("held", "foes")
    return spell_aim(w, m.who, m.spell) if m.act == Act.SPELLCAST and m.spell >= 0 else NO_AIM


def own_move(w: World, who: int, _: int) -> Aim:
    """A single answer on the way to one's own move."""
    return of_the_move(w, who, _) if w.move.who == who else NO_AIM


SURE = (
    "take", "close", "travel", "sprint", "interact", "drop", "release", "give-token", "let-go",
    "pass", "end-scene", "hold", "done", "let-it-be", "warn", "no-counter", "ill-footing",
    "brace", "close-in", "ask-compromise", "leave-it", "grant", "refuse", "fall", "hit-ground",
    "give", "keep", "close-scene", "play-on", "go-on", "fly-on", "get-up", "pull-up", "stop",
)  # fmt: skip

AIMS: dict[str, Aim | Aiming] = {
    "strike": Aim("hurt"),
    "power-strike": Aim("hurt"),
    "cast": spell_aim,
    "push": Aim("pushed", heads=PUSHED),
    "grapple": grapple_aim,
    "climb": Aim("climbs", "self"),
    "climb-up": Aim("climbs", "self"),
    "climb-down": Aim("climbs", "self"),
    "lend-a-hand": of_the_move,
    "follow": of_the_move,
    "grab": Aim("hangs on", "self"),
    "break-fall": Aim("lands well", "self"),
    **dict.fromkeys(SURE, NO_AIM),
}

"""What every plan of Dungeoneers Tactics is for: the head that is its one number."""

from affray.book.heads import NO_AIM, Aim, Aiming, Whom
from affray.book.words import kebab
from affray.rules.grid import Direction

from .kinds import Reaches
from .state import World

EFFECTS = ("hurt", "prone", "hobbled", "armored", "healed", "stressed")

WHOM: dict[int, Whom] = {Reaches.SELF: "self", Reaches.ALLY: "friends", Reaches.ENEMY: "foes"}


def spell_aim(w: World, who: int, spell: int) -> Aim:
    """Its wounds where it deals any, else whatever it does."""
    of = WHOM[w.spells[spell].reaches]
    return Aim("hurt", of) if w.spells[spell].wounds else Aim("takes effect", of, EFFECTS)


def to_get_free(w: World, who: int, _: int) -> Aim:
    """Only who is held has something to break."""
    return Aim("free", "self") if w.creatures[who].grappled_by else NO_AIM


STRIKES = Aim("comes off", "foes", ("hurt", "held", "pushed", "prone", "hobbled", "stressed"))
"""Of a single answer on the way: whatever was begun."""

SURE = (
    "defend", "sprint", *(f"move-{kebab(facing)}" for facing in Direction), "stand", "drop", "turn",
    "release", "equip", "take-up", "ready", "end", "hold-back", "short-rest", "long-rest",
    "full-rest",
)  # fmt: skip

AIMS: dict[str, Aim | Aiming] = {
    "attack": Aim("hurt"),
    "charge": Aim("hurt"),
    "grapple": Aim("held"),
    "push": Aim("pushed"),
    "cast": spell_aim,
    "disengage": to_get_free,
    "drink": Aim("healed", "self"),
    "strike": Aim("hurt", "foes"),
    "prowess": Aim("holds out", "self", ("stands firm", "free")),
    "power": Aim("holds out", "self", ("stands firm", "free")),
    **dict.fromkeys(SURE, NO_AIM),
}

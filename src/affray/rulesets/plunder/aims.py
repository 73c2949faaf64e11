"""What every plan of Plunder is for: the head that is its one number."""

from affray.book.heads import NO_AIM, Aim, Aiming

from .kinds import SpellKind
from .state import World

BLOW = Aim("hit", heads=("hit", "wounded"))
"""A wound instead of damage is a hit, too."""

ANY_BLOW = Aim(
    "comes off", heads=("hit", "wounded", "prone", "pushed", "feinted", "grappled", "taunted")
)

BY_SPELL = {
    SpellKind.ATTACK: BLOW,
    SpellKind.ENGULF: BLOW,
    SpellKind.BURN: Aim("burning"),
    SpellKind.DARKNESS: Aim("in the dark"),
    SpellKind.WARD: Aim("warded"),
    SpellKind.HEAL: Aim("healed"),
    SpellKind.DREAD: Aim("flees"),
}


def spell_aim(w: World, who: int, _: int) -> Aim:
    """The spell that was named for this round; without one it is somebody's to strike at."""
    named = w.creatures[who].declared_spell
    return BY_SPELL[SpellKind(w.spells[named].does)] if named >= 0 else ANY_BLOW


SURE = (
    "cast", "no-spell", "close", "join", "back-away", "go", "let-go", "ready-moving", "stay",
    "ready", "let-go-now", "hold", "none",
)  # fmt: skip

AIMS: dict[str, Aim | Aiming] = {
    "rally": Aim("rallied", "self"),
    "stand": Aim("up", "self"),
    "attack": BLOW,
    "shoot": BLOW,
    "throw": BLOW,
    "aim": Aim("aiming", "self"),
    "shove": Aim("shoved", heads=("prone", "pushed")),
    "feint": Aim("feinted"),
    "grapple": Aim("grappled"),
    "taunt": Aim("taunted"),
    "dodge": Aim("dodging", "self"),
    "break-free": Aim("free", "self"),
    "bandage": Aim("bandaged"),
    "press": Aim("pressed"),
    "douse": Aim("put out"),
    "pick-up": Aim("picked up", "self"),
    "fetch": Aim("fetched", "self"),
    "something-else": Aim("done", "self"),
    "cast-at": spell_aim,
    "prone": Aim("prone", "foes"),
    "away": Aim("pushed", "foes"),
    "short-rest": Aim("healed", "self"),
    "long-rest": Aim("healed", "self"),
    "full-rest": Aim("healed", "self"),
    **dict.fromkeys(SURE, NO_AIM),
}

"""What every plan of RPG Hell is for: the head that is its one number."""

from affray.book.heads import NO_AIM, Aim, Aiming
from affray.book.words import kebab

from .kinds import Die, Does, Whom
from .state import World

HARMED = ("Health lost", "beset", "moved", "prone")


def art_aim(w: World, who: int, art: int) -> Aim:
    """Harm of any kind where it strikes; a contest won; what is only given is given."""
    a = w.arts[art]
    if a.does == Does.CONTEST:
        return Aim("overcome", "foes")
    if a.does in (Does.LUNGE, Does.SECOND_BLADE):
        return Aim("Health lost", "foes")
    if a.does in (Does.ATTACK, Does.RUSH):
        return Aim("harmed", "foes", HARMED)
    if a.does != Does.GIVE or a.on_hit < 0:
        return NO_AIM
    if a.whom == Whom.ENEMY:
        return Aim("beset", "foes")
    line = w.lines[a.on_hit]
    return Aim("healed", "friends") if line.heal or line.heal_stat >= 0 else NO_AIM


def item_aim(w: World, who: int, item: int) -> Aim:
    """A thing that bursts is for harm."""
    return Aim("harmed", "foes", HARMED) if w.items[item].burst >= 0 else NO_AIM


COMES_OFF = Aim("comes off", "anybody", (*HARMED, "held", "overcome", "hidden", "free", "healed"))
"""Of a single answer on the way: whatever was begun."""

SURE = (
    "close", "move", "stand", "go-prone", "put-out", "wake", "hunker", "search", "reload",
    *(f"keep-{kebab(die)}" for die in Die), "unlock", "hold", "dodge", "take-it", "ward",
    "bear-it", "parry", "watch",
)  # fmt: skip
"""Who searches cannot know what there is to be found, and who dodges is only harmed less."""

AIMS: dict[str, Aim | Aiming] = {
    "attack": Aim("Health lost"),
    "art": art_aim,
    "item": item_aim,
    "shove": Aim("moved"),
    "grapple": Aim("held"),
    "escape": Aim("free", "self"),
    "hide": Aim("hidden", "self"),
    "rest": Aim("healed", "self"),
    **dict.fromkeys(SURE, NO_AIM),
}

"""What every plan of Story Mode is for: the head that is its one number."""

from affray.book.heads import NO_AIM, Aim, Aiming
from affray.book.words import kebab

from .kinds import Which
from .magic import heals_wounds
from .state import World

WORKS = Aim("works", "self")
"""Whatever was tried: the check succeeds, at a price or not."""

HIT = ("hit", "wounded")


def spell_aim(w: World, who: int, spell: int) -> Aim:
    """Harm, healing, or that the casting works at all."""
    if w.spells[spell].harm or w.spells[spell].wound:
        return Aim("hit", "foes", HIT)
    if heals_wounds(w, spell):
        return Aim("healed", "anybody")
    return Aim("restored", "anybody") if w.spells[spell].restores else WORKS


def aimed_spell(w: World, who: int, target: int) -> Aim:
    """The spell that is being cast, on this one."""
    return spell_aim(w, who, w.blow.spell) if w.blow.spell >= 0 else NO_AIM


SURE = (
    "quicken", "join", "step-away", "go", "pick-up", "load", "deed", "surrender", "done",
    "let-it", "let-cast", "react", "no-react", "no-answer", "take-up", "leave-lying", "take",
    "refuse", "find-lodging", "set-out", "sleep", "new-session", "go-on",
)  # fmt: skip

AIMS: dict[str, Aim | Aiming] = {
    "attack": Aim("hit", heads=HIT),
    "charge": Aim("hit", heads=HIT),
    "quick-attack": Aim("hit", heads=HIT),
    "quick-attacks": Aim("hit", heads=HIT),
    "cast": spell_aim,
    "treat": Aim("treated", heads=("healed",)),
    "parley": WORKS,
    "hide": WORKS,
    "try": WORKS,
    "attempt": WORKS,
    "leave": Aim("gone", "self"),
    "aim": aimed_spell,
    "whom": Aim("hit", heads=HIT),
    "weapon": Aim("hit", "foes", HIT),
    "way": Aim("hit", "foes", HIT),
    "which-spell": spell_aim,
    "block": Aim("blocked", "self"),
    "counter": Aim("countered", "self"),
    **{kebab(which): Aim("treated", "anybody", ("healed",)) for which in Which},
    "treat-wounds": Aim("treated", "anybody", ("healed",)),
    "tend": Aim("treated", "anybody", ("healed",)),
    "heal": Aim("treated", "anybody", ("healed",)),
    "see-healer": Aim("treated", "anybody", ("healed",)),
    **dict.fromkeys(SURE, NO_AIM),
}

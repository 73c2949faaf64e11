"""Targets to roll at or above: abilities, attacks, saves. Lower is better."""

from affray.rules.ask import rule

from .kinds import Ability, Nature
from .rulings import AttackTargetSource, DexterityCheckNumber
from .state import MOST_SLOTS, World

SAVE_BELOW = (4, 1, 2, 3, 3, 3)
"""How far below the ability's target its save lies, by ability."""
STEP_TO_ATTACK = 5
"""How far below Dexterity, Instinct and Intelligence the attack targets lie."""
NO_BONUS = 15


@rule("PL-118")
def is_monster(w: World, i: int) -> bool:
    """Monsters have no ability bonuses and no slots; npcs are treated like them."""
    return w.creatures[i].nature != Nature.CHARACTER


@rule("PL-70")
def ability(w: World, i: int, which: int) -> int:
    return w.creatures[i].abilities[which]


@rule("PL-75")
def reduction(w: World, i: int) -> int:
    """How much attack and save targets have dropped by level."""
    level = w.creatures[i].level
    if level >= 10:
        return 7
    if level >= 7:
        return 5
    return 2 if level >= 4 else 0


@rule("PL-71", "PL-72", "PL-73", "PL-75", "PL-76", "PL-118")
def save_target(w: World, i: int, which: int) -> int:
    """A monster saves against the ability itself."""
    if is_monster(w, i):
        return ability(w, i, which)
    return ability(w, i, which) - SAVE_BELOW[which] - reduction(w, i)


@rule("PL-37", "PL-43", "PL-72", "PL-73", "PL-75", "PL-115", "PL-117")
def attack_target(w: World, i: int, which: int) -> int:
    """Melee by Dexterity, ranged by Instinct, spells by Intelligence (PL-R28)."""
    c = w.creatures[i]
    if is_monster(w, i):
        return c.attack_target
    if w.rulings.attack_target_source == AttackTargetSource.RAW_ABILITY:
        return ability(w, i, which) - reduction(w, i)
    return ability(w, i, which) - STEP_TO_ATTACK - reduction(w, i)


@rule("PL-24", "PL-61", "PL-70")
def dexterity_number(w: World, i: int) -> int:
    """What a Dexterity check is rolled against (PL-R24)."""
    number = w.rulings.dexterity_check_number
    if number == DexterityCheckNumber.MELEE_TARGET:
        return attack_target(w, i, Ability.DEXTERITY)
    if number == DexterityCheckNumber.SAVE_TARGET:
        return save_target(w, i, Ability.DEXTERITY)
    return ability(w, i, Ability.DEXTERITY)


@rule("PL-39", "PL-71", "PL-118")
def strength_damage(w: World, i: int) -> int:
    if is_monster(w, i):
        return 0
    return NO_BONUS - ability(w, i, Ability.STRENGTH)


@rule("PL-38", "PL-72", "PL-118")
def dexterity_defense(w: World, i: int) -> int:
    if is_monster(w, i):
        return 0
    return NO_BONUS - ability(w, i, Ability.DEXTERITY)


@rule("PL-57", "PL-71")
def slots(w: World, i: int) -> int:
    return MOST_SLOTS - ability(w, i, Ability.STRENGTH)


@rule("PL-67", "PL-60")
def hit_dice(w: World, i: int) -> int:
    """A character has as many as levels."""
    c = w.creatures[i]
    return c.hit_dice if is_monster(w, i) else c.level

"""The readings a person can switch; each is a field of the fight's rulings.

Written from rulebook.toml by `affray rulings plunder --write`; change them there.
"""

from enum import IntEnum

from affray.rules.world import Record, field, int8, record


class AdvantageResult(IntEnum):
    """PL-R1"""

    KEEP_BETTER_WORSE = 0
    REPLACE = 1


class AdvantageStacking(IntEnum):
    """PL-R2"""

    ANY_CANCEL = 0
    NET_COUNT = 1


class TieOrder(IntEnum):
    """PL-R4"""

    SIMULTANEOUS = 0
    DEX_THEN_DECLARATION = 1
    PLAYERS_FIRST = 2


class NoCheckActions(IntEnum):
    """PL-R7"""

    ROLL_FOR_ORDER = 0
    FIRST = 1
    LAST = 2


class InvalidatedExtremes(IntEnum):
    """PL-R9"""

    NONE = 0
    FUMBLE_COUNTS = 1


class MeleeRange(IntEnum):
    """PL-R14"""

    FIVE = 0
    TEN = 1


class ReachExtendsMeleeRange(IntEnum):
    """PL-R15"""

    NO = 0
    YES = 1


class Encumbrance(IntEnum):
    """PL-R18"""

    LIMIT_ONLY = 0
    SHEET_BANDS = 1
    OFF = 2


class LeaveMeleeChecks(IntEnum):
    """PL-R20"""

    ONE = 0
    BOTH = 1


class OpportunityMulti(IntEnum):
    """PL-R21"""

    PER_ENEMY = 0
    HIGHEST_ONCE = 1


class ProneRiseCheck(IntEnum):
    """PL-R22"""

    HIGHEST_ONCE = 0
    PER_ENEMY = 1


class OpportunityLimit(IntEnum):
    """PL-R23"""

    UNLIMITED = 0
    ONE_PER_ROUND = 1


class DexterityCheckNumber(IntEnum):
    """PL-R24"""

    ABILITY_TARGET = 0
    MELEE_TARGET = 1
    SAVE_TARGET = 2


class RiposteLocation(IntEnum):
    """PL-R25"""

    STRIKER_CHOOSES = 0
    TORSO = 1


class OpportunityExtraTriggers(IntEnum):
    """PL-R26"""

    NONE = 0
    RANGED_AND_SPELLS = 1


class AttackTargetSource(IntEnum):
    """PL-R28"""

    DERIVED_COLUMN = 0
    RAW_ABILITY = 1


class HeldDefense(IntEnum):
    """PL-R31"""

    SUM_HELD = 0
    BEST_HELD = 1
    BEST_PLUS_SHIELD = 2
    SUM_EQUIPPED = 3


class ShieldVsRanged(IntEnum):
    """PL-R32"""

    NO = 0
    YES = 1


class MonsterRangedDefense(IntEnum):
    """PL-R34"""

    EVASION_ONLY = 0
    FULL_DF = 1
    ZERO = 2


class MonsterDfDisarmed(IntEnum):
    """PL-R35"""

    SUBTRACT_WEAPON = 0
    FIXED = 1


class AutoHitMargin(IntEnum):
    """PL-R36"""

    FLOOR_ZERO = 0
    SIGNED = 1


class DamageDieOrder(IntEnum):
    """PL-R37"""

    REPLACE_MARGIN_THEN_MODS = 0
    COMPARE_AFTER_MODS = 1


class MinimumRange(IntEnum):
    """PL-R38"""

    ENFORCED = 0
    IGNORED = 1


class RangedInMelee(IntEnum):
    """PL-R39"""

    NO_PENALTY = 0
    DISADVANTAGE = 1


class ManeuversAreAttackRolls(IntEnum):
    """PL-R41"""

    NO = 0
    YES = 1


class RepeatKind(IntEnum):
    """PL-R44"""

    TYPE = 0
    TYPE_AND_LOCATION = 1
    TYPE_AND_TARGET = 2


class RepeatMemory(IntEnum):
    """PL-R45"""

    LAST_ACTION = 0
    LAST_ATTACK = 1
    SAME_ROUND = 2


class RepeatUntyped(IntEnum):
    """PL-R46"""

    NATURAL_EXEMPT = 0
    EXEMPT = 1
    BY_NAME = 2


class StabGapCondition(IntEnum):
    """PL-R48"""

    PRONE_UNARMED_OR_GRAPPLING = 0
    PRONE_AND_EITHER = 1
    PRONE_OR_GRAPPLING = 2


class BowDamageDie(IntEnum):
    """PL-R50"""

    D10 = 0
    NONE = 1


class CritWoundCounts(IntEnum):
    """PL-R53"""

    YES = 0
    NO = 1


class WoundTrigger(IntEnum):
    """PL-R56"""

    AT_ZERO = 0
    BELOW_ZERO = 1


class WoundLookup(IntEnum):
    """PL-R57"""

    FULL_DAMAGE = 0
    OVERFLOW = 1


class ProtectionZero(IntEnum):
    """PL-R58"""

    WOUND_WITHOUT_CONDITION = 0
    NO_WOUND = 1
    LOWEST_ROW = 2


class LowRowIsWound(IntEnum):
    """PL-R59"""

    YES = 0
    NO = 1


class SlashSecondWound(IntEnum):
    """PL-R60"""

    COUNTS = 0
    CONDITION_ONLY = 1


class InstantDeathCompare(IntEnum):
    """PL-R61"""

    AT_LEAST = 0
    EXACTLY = 1


class InstantDeathScope(IntEnum):
    """PL-R62"""

    CHARACTERS = 0
    EVERYONE = 1


class MonsterWoundMinimum(IntEnum):
    """PL-R63"""

    ZERO = 0
    ONE = 1


class ArmorNotchOn(IntEnum):
    """PL-R65"""

    ANY_PROTECTION = 0
    WOUND_PREVENTED = 1


class ArmorDestroyedHp(IntEnum):
    """PL-R66"""

    DROP_MAX = 0
    KEEP = 1


class DeathSlots(IntEnum):
    """PL-R67"""

    STRENGTH_SLOTS = 0
    MINUS_BURDEN = 1


class TenMinusResult(IntEnum):
    """PL-R71"""

    DIE_TOTAL = 0
    MARGIN_OF_FAILURE = 1


class TenMinusFloor(IntEnum):
    """PL-R72"""

    ONE = 0
    ZERO = 1


class DodgeStart(IntEnum):
    """PL-R73"""

    AT_SORT_POSITION = 0
    AT_DECLARATION = 1


class FeintExpiry(IntEnum):
    """PL-R74"""

    NEXT_ATTACK = 0
    END_OF_NEXT_ROUND = 1


class FeintIgnores(IntEnum):
    """PL-R75"""

    OWN_DEFENSE = 0
    ALL_MODIFIERS = 1


class RallyDistribution(IntEnum):
    """PL-R80"""

    FILL_LOWEST = 0
    LEVEL_LOWEST = 1


class ShoveZeroMargin(IntEnum):
    """PL-R82"""

    ZERO = 0
    ONE = 1


class SpellDisruption(IntEnum):
    """PL-R86"""

    NONE = 0
    ON_HIT = 1
    ON_WOUND = 2


class SpellRanges(IntEnum):
    """PL-R87"""

    BANDS = 0
    NO_BAND_MODIFIER = 1


class MdRollOnMiss(IntEnum):
    """PL-R89"""

    YES = 0
    NO = 1


class EngulfDefense(IntEnum):
    """PL-R91"""

    ADD_TEN = 0
    FLAT_TEN = 1


class MoraleRules(IntEnum):
    """PL-R92"""

    TWO_TRIGGERS = 0
    OFF = 1


class Anatomy(IntEnum):
    """PL-R100"""

    PER_KIND = 0
    ALL_HUMANOID = 1


class BleedingFirstTick(IntEnum):
    """PL-R104"""

    NEXT_ROUND = 0
    SAME_ROUND = 1


class CritInstantDeath(IntEnum):
    """PL-R105"""

    YES = 0
    NO = 1


class BreakFreeTries(IntEnum):
    """PL-R106"""

    EVERY_MELEE_PHASE = 0
    NEXT_ONLY = 1


class NonattackSpells(IntEnum):
    """PL-R109"""

    ORDER_ONLY = 0
    MAGIC_TARGET = 1


@record
class Rulings(Record):
    advantage_result: int8 = field(of=AdvantageResult)
    advantage_stacking: int8 = field(of=AdvantageStacking)
    tie_order: int8 = field(of=TieOrder)
    no_check_actions: int8 = field(of=NoCheckActions)
    invalidated_extremes: int8 = field(of=InvalidatedExtremes)
    melee_range: int8 = field(of=MeleeRange)
    reach_extends_melee_range: int8 = field(of=ReachExtendsMeleeRange)
    encumbrance: int8 = field(of=Encumbrance)
    leave_melee_checks: int8 = field(of=LeaveMeleeChecks)
    opportunity_multi: int8 = field(of=OpportunityMulti)
    prone_rise_check: int8 = field(of=ProneRiseCheck)
    opportunity_limit: int8 = field(of=OpportunityLimit)
    dexterity_check_number: int8 = field(of=DexterityCheckNumber)
    riposte_location: int8 = field(of=RiposteLocation)
    opportunity_extra_triggers: int8 = field(of=OpportunityExtraTriggers)
    attack_target_source: int8 = field(of=AttackTargetSource)
    held_defense: int8 = field(of=HeldDefense)
    shield_vs_ranged: int8 = field(of=ShieldVsRanged)
    monster_ranged_defense: int8 = field(of=MonsterRangedDefense)
    monster_df_disarmed: int8 = field(of=MonsterDfDisarmed)
    auto_hit_margin: int8 = field(of=AutoHitMargin)
    damage_die_order: int8 = field(of=DamageDieOrder)
    minimum_range: int8 = field(of=MinimumRange)
    ranged_in_melee: int8 = field(of=RangedInMelee)
    maneuvers_are_attack_rolls: int8 = field(of=ManeuversAreAttackRolls)
    repeat_kind: int8 = field(of=RepeatKind)
    repeat_memory: int8 = field(of=RepeatMemory)
    repeat_untyped: int8 = field(of=RepeatUntyped)
    stab_gap_condition: int8 = field(of=StabGapCondition)
    bow_damage_die: int8 = field(of=BowDamageDie)
    crit_wound_counts: int8 = field(of=CritWoundCounts)
    wound_trigger: int8 = field(of=WoundTrigger)
    wound_lookup: int8 = field(of=WoundLookup)
    protection_zero: int8 = field(of=ProtectionZero)
    low_row_is_wound: int8 = field(of=LowRowIsWound)
    slash_second_wound: int8 = field(of=SlashSecondWound)
    instant_death_compare: int8 = field(of=InstantDeathCompare)
    instant_death_scope: int8 = field(of=InstantDeathScope)
    monster_wound_minimum: int8 = field(of=MonsterWoundMinimum)
    armor_notch_on: int8 = field(of=ArmorNotchOn)
    armor_destroyed_hp: int8 = field(of=ArmorDestroyedHp)
    death_slots: int8 = field(of=DeathSlots)
    ten_minus_result: int8 = field(of=TenMinusResult)
    ten_minus_floor: int8 = field(of=TenMinusFloor)
    dodge_start: int8 = field(of=DodgeStart)
    feint_expiry: int8 = field(of=FeintExpiry)
    feint_ignores: int8 = field(of=FeintIgnores)
    rally_distribution: int8 = field(of=RallyDistribution)
    shove_zero_margin: int8 = field(of=ShoveZeroMargin)
    spell_disruption: int8 = field(of=SpellDisruption)
    spell_ranges: int8 = field(of=SpellRanges)
    md_roll_on_miss: int8 = field(of=MdRollOnMiss)
    engulf_defense: int8 = field(of=EngulfDefense)
    morale_rules: int8 = field(of=MoraleRules)
    anatomy: int8 = field(of=Anatomy)
    bleeding_first_tick: int8 = field(of=BleedingFirstTick)
    crit_instant_death: int8 = field(of=CritInstantDeath)
    break_free_tries: int8 = field(of=BreakFreeTries)
    nonattack_spells: int8 = field(of=NonattackSpells)

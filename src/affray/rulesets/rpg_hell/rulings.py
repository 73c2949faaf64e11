"""The readings a person can switch; each is a field of the fight's rulings.

Written from rulebook.toml by `affray rulings rpg-hell --write`; change them there.
"""

from enum import IntEnum

from affray.rules.world import Record, field, int8, record


class BeginningOrder(IntEnum):
    """RH-R2"""

    CHECK_DAMAGE_DICE = 0
    DAMAGE_CHECK_DICE = 1
    CHECK_DICE_DAMAGE = 2


class InitiativeFrequency(IntEnum):
    """RH-R4"""

    ONCE = 0
    EACH_ROUND = 1


class InitiativeSpeed(IntEnum):
    """RH-R5"""

    CURRENT = 0
    BASE = 1


class NeutralRolls(IntEnum):
    """RH-R9"""

    NO = 0
    YES = 1


class CombatDiceFormula(IntEnum):
    """RH-R10"""

    SEED = 0
    CORE26 = 1


class LockedDieAsPayment(IntEnum):
    """RH-R12"""

    ANY = 0
    ARTS_ONLY = 1


class UnmetRequirement(IntEnum):
    """RH-R13"""

    LOW_ONLY = 0
    LOW_AND_PASSIVES = 1


class SumModifiers(IntEnum):
    """RH-R14"""

    BOTH_BANDS = 0
    HIGH_ONLY = 1


class DamageFloor(IntEnum):
    """RH-R16"""

    ZERO = 0
    ONE = 1


class SwordProfile(IntEnum):
    """RH-R17"""

    SEED = 0
    ITEMS = 1


class BullRushVersion(IntEnum):
    """RH-R18"""

    SEED_COST = 0
    TRAIT_026 = 1
    SPELLS = 2


class MultiTargetContest(IntEnum):
    """RH-R19"""

    ONE_ROLL = 0
    ROLL_EACH = 1


class DaggerMasterSum(IntEnum):
    """RH-R20"""

    SIX = 0
    HIGH = 1
    TWELVE = 2


class DodgeOrder(IntEnum):
    """RH-R22"""

    BEFORE_ARMOR = 0
    AFTER_ARMOR = 1


class DodgePerInstance(IntEnum):
    """RH-R23"""

    ONE = 0
    MANY = 1


class DodgeVsFalling(IntEnum):
    """RH-R25"""

    ALLOW = 0
    DENY = 1


class DodgeScope(IntEnum):
    """RH-R26"""

    ANY_UNLISTED = 0
    ATTACKS_ONLY = 1


class DodgeUnconscious(IntEnum):
    """RH-R27"""

    DENY = 0
    ALLOW = 1


class ArmorPenetration(IntEnum):
    """RH-R30"""

    FULL = 0
    HALF = 1


class DoubleArmorLeftover(IntEnum):
    """RH-R31"""

    UP = 0
    DOWN = 1


class WardScope(IntEnum):
    """RH-R33"""

    PER_EFFECT = 0
    PER_SOURCE = 1


class WardUnconscious(IntEnum):
    """RH-R35"""

    DENY = 0
    ALLOW = 1


class WardTiming(IntEnum):
    """RH-R36"""

    AFTER_REDUCTION = 0
    BEFORE_REDUCTION = 1


class DeathsDoorEndCheck(IntEnum):
    """RH-R39"""

    OWN_TURN = 0
    ANY_TURN = 1


class DeathsDoorPerRound(IntEnum):
    """RH-R40"""

    UNLIMITED = 0
    ONE = 1


class DeathsDoorCumulative(IntEnum):
    """RH-R42"""

    YES = 0
    NO = 1


class ProneLockEnds(IntEnum):
    """RH-R43"""

    STACKS = 0
    HEALED = 1


class WakeCondition(IntEnum):
    """RH-R44"""

    CUMULATIVE = 0
    SINGLE_HEAL = 1
    CURRENT_HEALTH = 2


class WakeMode(IntEnum):
    """RH-R45"""

    AUTOMATIC = 0
    ACTION = 1


class DeathsDoorWho(IntEnum):
    """RH-R46"""

    ALL = 0
    PLAYERS_AND_UNDEAD = 1
    PLAYERS = 2


class ActBelowZero(IntEnum):
    """RH-R47"""

    YES = 0
    NO = 1


class SpeedOrder(IntEnum):
    """RH-R50"""

    HALVE_THEN_SLOW = 0
    SLOW_THEN_HALVE = 1


class StunWindow(IntEnum):
    """RH-R54"""

    FULL = 0
    OWN_TURN = 1
    NONE = 2


class WetConsumed(IntEnum):
    """RH-R55"""

    YES = 0
    NO = 1


class MarkedBonus(IntEnum):
    """RH-R56"""

    FLAT = 0
    PER_STACK = 1


class BurnDecay(IntEnum):
    """RH-R57"""

    END = 0
    AFTER_DAMAGE = 1


class GrappledMove(IntEnum):
    """RH-R58"""

    DENY = 0
    ALLOW = 1


class KnockbackThreshold(IntEnum):
    """RH-R64"""

    TOTAL = 0
    BLOCKED = 1


class StrainDamage(IntEnum):
    """RH-R71"""

    WHOLE_DEFICIT = 0
    NEW_PART = 1


class FriendlyFire(IntEnum):
    """RH-R75"""

    YES = 0
    NO = 1


class SingleDieAttackSum(IntEnum):
    """RH-R76"""

    FACE = 0
    SEVEN = 1


class ThresholdTiming(IntEnum):
    """RH-R79"""

    AFTER_DODGE = 0
    BEFORE_DODGE = 1


class RidersNeedDamage(IntEnum):
    """RH-R93"""

    NO = 0
    YES = 1


class HealFromNegative(IntEnum):
    """RH-R96"""

    ARITHMETIC = 0
    FROM_ZERO = 1


class BlindBullRush(IntEnum):
    """RH-R97"""

    PRONE = 0
    IGNORED = 1


class AttackBuffStacking(IntEnum):
    """RH-R98"""

    NO = 0
    YES = 1


class DodgeRounding(IntEnum):
    """RH-R102"""

    DAMAGE = 0
    REDUCTION = 1


class ProneImmunityAtDeathsDoor(IntEnum):
    """RH-R104"""

    SUSPENDED = 0
    HOLDS = 1


class UnconsciousContest(IntEnum):
    """RH-R105"""

    LOSES = 0
    ROLLS = 1


class MultiTargetSum(IntEnum):
    """RH-R107"""

    PER_TARGET = 0
    AIMED_TARGET = 1


class SparkingInstances(IntEnum):
    """RH-R108"""

    PER_DIE = 0
    TOTAL = 1


@record
class Rulings(Record):
    beginning_order: int8 = field(of=BeginningOrder)
    initiative_frequency: int8 = field(of=InitiativeFrequency)
    initiative_speed: int8 = field(of=InitiativeSpeed)
    neutral_rolls: int8 = field(of=NeutralRolls)
    combat_dice_formula: int8 = field(of=CombatDiceFormula)
    locked_die_as_payment: int8 = field(of=LockedDieAsPayment)
    unmet_requirement: int8 = field(of=UnmetRequirement)
    sum_modifiers: int8 = field(of=SumModifiers)
    damage_floor: int8 = field(of=DamageFloor)
    sword_profile: int8 = field(of=SwordProfile)
    bull_rush_version: int8 = field(of=BullRushVersion)
    multi_target_contest: int8 = field(of=MultiTargetContest)
    dagger_master_sum: int8 = field(of=DaggerMasterSum)
    dodge_order: int8 = field(of=DodgeOrder)
    dodge_per_instance: int8 = field(of=DodgePerInstance)
    dodge_vs_falling: int8 = field(of=DodgeVsFalling)
    dodge_scope: int8 = field(of=DodgeScope)
    dodge_unconscious: int8 = field(of=DodgeUnconscious)
    armor_penetration: int8 = field(of=ArmorPenetration)
    double_armor_leftover: int8 = field(of=DoubleArmorLeftover)
    ward_scope: int8 = field(of=WardScope)
    ward_unconscious: int8 = field(of=WardUnconscious)
    ward_timing: int8 = field(of=WardTiming)
    deaths_door_end_check: int8 = field(of=DeathsDoorEndCheck)
    deaths_door_per_round: int8 = field(of=DeathsDoorPerRound)
    deaths_door_cumulative: int8 = field(of=DeathsDoorCumulative)
    prone_lock_ends: int8 = field(of=ProneLockEnds)
    wake_condition: int8 = field(of=WakeCondition)
    wake_mode: int8 = field(of=WakeMode)
    deaths_door_who: int8 = field(of=DeathsDoorWho)
    act_below_zero: int8 = field(of=ActBelowZero)
    speed_order: int8 = field(of=SpeedOrder)
    stun_window: int8 = field(of=StunWindow)
    wet_consumed: int8 = field(of=WetConsumed)
    marked_bonus: int8 = field(of=MarkedBonus)
    burn_decay: int8 = field(of=BurnDecay)
    grappled_move: int8 = field(of=GrappledMove)
    knockback_threshold: int8 = field(of=KnockbackThreshold)
    strain_damage: int8 = field(of=StrainDamage)
    friendly_fire: int8 = field(of=FriendlyFire)
    single_die_attack_sum: int8 = field(of=SingleDieAttackSum)
    threshold_timing: int8 = field(of=ThresholdTiming)
    riders_need_damage: int8 = field(of=RidersNeedDamage)
    heal_from_negative: int8 = field(of=HealFromNegative)
    blind_bull_rush: int8 = field(of=BlindBullRush)
    attack_buff_stacking: int8 = field(of=AttackBuffStacking)
    dodge_rounding: int8 = field(of=DodgeRounding)
    prone_immunity_at_deaths_door: int8 = field(of=ProneImmunityAtDeathsDoor)
    unconscious_contest: int8 = field(of=UnconsciousContest)
    multi_target_sum: int8 = field(of=MultiTargetSum)
    sparking_instances: int8 = field(of=SparkingInstances)

"""The readings a person can switch; each is a field of the fight's rulings.

Written from rulebook.toml by `affray rulings story-mode --write`; change them there.
"""

from enum import IntEnum

from affray.rules.world import Record, field, int8, record


class InitiativeTie(IntEnum):
    """SM-R1"""

    PLAYER = 0
    CREATURE = 1


class InitiativeModifier(IntEnum):
    """SM-R3"""

    LEVEL_STEP = 0
    PLUS_ONE = 1


class InitiativeFrequency(IntEnum):
    """SM-R4"""

    PER_FIGHT = 0
    PER_ROUND = 1


class CombatTaskLevel(IntEnum):
    """SM-R5"""

    CREATURE = 0
    SCENE = 1


class LowDcBands(IntEnum):
    """SM-R7"""

    TWO_IS_FAIL_BUT = 0
    FORMULA = 1


class DcEqual(IntEnum):
    """SM-R8"""

    SUCCESS = 0
    SUCCESS_BUT = 1


class SuccessButAttack(IntEnum):
    """SM-R9"""

    FULL_HARM = 0
    MINUS_ONE_MIN_ONE = 1
    NO_HARM = 2


class SuccessButDefense(IntEnum):
    """SM-R10"""

    NO_HARM = 0
    HALF_HARM_DOWN = 1
    FULL_HARM = 2


class AndResultsHarm(IntEnum):
    """SM-R11"""

    NONE = 0
    PLUS_ONE_CAPPED = 1


class ResultRiders(IntEnum):
    """SM-R12"""

    MINIMAL = 0
    SYMMETRIC = 1
    NARRATIVE = 2


class WoundPenaltySource(IntEnum):
    """SM-R13"""

    SEVERITY_TABLE = 0
    ALL_ROLLS_ALL_WOUNDS = 1
    ALL_ROLLS_AND_CAPACITY_ALL_WOUNDS = 2


class CombatRollScope(IntEnum):
    """SM-R14"""

    ANY_ROLL_IN_FIGHT = 0
    ATTACK_DEFENSE_INITIATIVE = 1


class WoundStacking(IntEnum):
    """SM-R15"""

    SUM = 0
    WORST_ONLY = 1


class CreatureWoundEffect(IntEnum):
    """SM-R16"""

    EASE_PLAYERS = 0
    NONE = 1
    LOWER_LEVEL = 2


class DeathAt(IntEnum):
    """SM-R17"""

    EXCEED = 0
    REACH = 1


class OverflowCarry(IntEnum):
    """SM-R19"""

    NEVER = 0
    ALWAYS = 1


class LevelZeroHarm(IntEnum):
    """SM-R20"""

    ONE = 0
    ZERO = 1


class ArmorCapacityRule(IntEnum):
    """SM-R21"""

    TABLE = 0
    FLAT_ONE = 1


class HeavyCapacityWhen(IntEnum):
    """SM-R22"""

    CARRIED = 0
    INSTEAD_OF_SLOT = 1


class ArmorScope(IntEnum):
    """SM-R23"""

    ALL_DEFENSE = 0
    PHYSICAL_ONLY = 1


class CreatureArmor(IntEnum):
    """SM-R24"""

    NONE = 0
    HINDER_ATTACKS = 1


class DropChoice(IntEnum):
    """SM-R25"""

    ANY_SLOT_ITEM = 0
    NOT_IN_USE = 1


class QuickenDeclare(IntEnum):
    """SM-R26"""

    BEFORE_FIRST_ROLL = 0
    ANY_TIME = 1


class QuickenSpellCost(IntEnum):
    """SM-R28"""

    ONCE = 0
    BOTH = 1


class CreatureNonattack(IntEnum):
    """SM-R30"""

    RESIST_CHECK = 0
    AUTOMATIC = 1


class BlockMode(IntEnum):
    """SM-R31"""

    EXTRA_CHECK = 0
    REDIRECT = 1
    REPLACE = 2


class BlockCloseTo(IntEnum):
    """SM-R32"""

    REACTOR = 0
    ALLY = 1
    EITHER = 2


class ReactionWindow(IntEnum):
    """SM-R33"""

    BEFORE_ROLL = 0
    AFTER_FAILED_ROLL = 1


class CreatureSpellLevel(IntEnum):
    """SM-R34"""

    CHART = 0
    CREATURE_LEVEL = 1


class SpellCheckLevel(IntEnum):
    """SM-R35"""

    SPELL_LEVEL = 0
    MAX_OF_SPELL_AND_TARGET = 1


class SpellWoundOption(IntEnum):
    """SM-R36"""

    STRAIN_NO_HARM_CHANGE = 0
    STRAIN_AND_RESET = 1


class FieldTreatmentLevel(IntEnum):
    """SM-R37"""

    FIVE = 0
    SCENE = 1
    BY_SEVERITY = 2


class FieldTreatmentTiming(IntEnum):
    """SM-R38"""

    ANY_TIME_AS_ACTION = 0
    AFTER_COMBAT_ONLY = 1


class FieldTreatmentRetry(IntEnum):
    """SM-R39"""

    HINDER_EACH = 0
    ONCE_PER_WOUND = 1
    FREE = 2


class HealingLimitOwner(IntEnum):
    """SM-R40"""

    PATIENT = 0
    HEALER = 1
    PARTY = 2


class HealingLimitCounts(IntEnum):
    """SM-R41"""

    SUCCESSES = 0
    ATTEMPTS = 1


class MagicHealingScope(IntEnum):
    """SM-R42"""

    ONE_TEMPORARY = 0
    ALL_TEMPORARY = 1


class KnowledgeTreatmentCheck(IntEnum):
    """SM-R44"""

    NONE = 0
    LEVEL_THREE = 1


class TreatmentZero(IntEnum):
    """SM-R45"""

    HEALS_NOW = 0
    NEXT_SAFE_REST = 1


class TreatmentStacking(IntEnum):
    """SM-R46"""

    ALLOWED = 0
    ONE_MANNER_PER_WOUND = 1


class NaturalHealing(IntEnum):
    """SM-R47"""

    PARALLEL = 0
    ONE_WOUND_PER_REST = 1


class HarmRecovery(IntEnum):
    """SM-R49"""

    SAFE_REST = 0
    NEVER = 1
    SCENE_END = 2
    SESSION_START = 3


class BlankWoundCell(IntEnum):
    """SM-R51"""

    REROLL = 0
    OWNER_NAMES = 1
    SUCCESSOR_TABLE = 2


class WoundNaming(IntEnum):
    """SM-R52"""

    OWNER_CHOICE = 0
    ALWAYS_ROLL = 1


class RoutineAuto(IntEnum):
    """SM-R55"""

    ROLL = 0
    AUTO_SUCCESS = 1


class WeaknessEffect(IntEnum):
    """SM-R58"""

    EASE_ATTACK_ONE = 0
    PLUS_ONE_HARM = 1
    NONE = 2


class AreaTargets(IntEnum):
    """SM-R63"""

    EVERYONE_IN_AREA = 0
    CHOSEN_ENEMIES = 1


class OneRoundEnds(IntEnum):
    """SM-R79"""

    CASTER_NEXT_TURN_START = 0
    END_OF_ROUND = 1


class AllyInitiative(IntEnum):
    """SM-R82"""

    OWN_DC = 0
    WITH_PLAYER = 1


class LeavingFight(IntEnum):
    """SM-R83"""

    ACTION_NO_ROLL = 0
    CHECK_IF_CLOSE = 1


class CounterOpenTo(IntEnum):
    """SM-R84"""

    ANY_PC = 0
    KNOWS_COUNTERSPELL = 1


class AskedToReact(IntEnum):
    """SM-R85"""

    KNOWN_WAYS = 0
    ANY_EVENT = 1


@record
class Rulings(Record):
    initiative_tie: int8 = field(of=InitiativeTie)
    initiative_modifier: int8 = field(of=InitiativeModifier)
    initiative_frequency: int8 = field(of=InitiativeFrequency)
    combat_task_level: int8 = field(of=CombatTaskLevel)
    low_dc_bands: int8 = field(of=LowDcBands)
    dc_equal: int8 = field(of=DcEqual)
    success_but_attack: int8 = field(of=SuccessButAttack)
    success_but_defense: int8 = field(of=SuccessButDefense)
    and_results_harm: int8 = field(of=AndResultsHarm)
    result_riders: int8 = field(of=ResultRiders)
    wound_penalty_source: int8 = field(of=WoundPenaltySource)
    combat_roll_scope: int8 = field(of=CombatRollScope)
    wound_stacking: int8 = field(of=WoundStacking)
    creature_wound_effect: int8 = field(of=CreatureWoundEffect)
    death_at: int8 = field(of=DeathAt)
    overflow_carry: int8 = field(of=OverflowCarry)
    level_zero_harm: int8 = field(of=LevelZeroHarm)
    armor_capacity_rule: int8 = field(of=ArmorCapacityRule)
    heavy_capacity_when: int8 = field(of=HeavyCapacityWhen)
    armor_scope: int8 = field(of=ArmorScope)
    creature_armor: int8 = field(of=CreatureArmor)
    drop_choice: int8 = field(of=DropChoice)
    quicken_declare: int8 = field(of=QuickenDeclare)
    quicken_spell_cost: int8 = field(of=QuickenSpellCost)
    creature_nonattack: int8 = field(of=CreatureNonattack)
    block_mode: int8 = field(of=BlockMode)
    block_close_to: int8 = field(of=BlockCloseTo)
    reaction_window: int8 = field(of=ReactionWindow)
    creature_spell_level: int8 = field(of=CreatureSpellLevel)
    spell_check_level: int8 = field(of=SpellCheckLevel)
    spell_wound_option: int8 = field(of=SpellWoundOption)
    field_treatment_level: int8 = field(of=FieldTreatmentLevel)
    field_treatment_timing: int8 = field(of=FieldTreatmentTiming)
    field_treatment_retry: int8 = field(of=FieldTreatmentRetry)
    healing_limit_owner: int8 = field(of=HealingLimitOwner)
    healing_limit_counts: int8 = field(of=HealingLimitCounts)
    magic_healing_scope: int8 = field(of=MagicHealingScope)
    knowledge_treatment_check: int8 = field(of=KnowledgeTreatmentCheck)
    treatment_zero: int8 = field(of=TreatmentZero)
    treatment_stacking: int8 = field(of=TreatmentStacking)
    natural_healing: int8 = field(of=NaturalHealing)
    harm_recovery: int8 = field(of=HarmRecovery)
    blank_wound_cell: int8 = field(of=BlankWoundCell)
    wound_naming: int8 = field(of=WoundNaming)
    routine_auto: int8 = field(of=RoutineAuto)
    weakness_effect: int8 = field(of=WeaknessEffect)
    area_targets: int8 = field(of=AreaTargets)
    one_round_ends: int8 = field(of=OneRoundEnds)
    ally_initiative: int8 = field(of=AllyInitiative)
    leaving_fight: int8 = field(of=LeavingFight)
    counter_open_to: int8 = field(of=CounterOpenTo)
    asked_to_react: int8 = field(of=AskedToReact)

"""The readings a person can switch; each is a field of the fight's rulings.

Written from rulebook.toml by `affray rulings dungeoneers-tactics --write`; change them there.
"""

from enum import IntEnum

from affray.rules.world import Record, field, int8, record


class WoundDeathModel(IntEnum):
    """DT-R1"""

    FULL_OR_MASSIVE = 0
    SUM_OVER = 1
    MASSIVE_ONLY = 2


class SingleAttackScope(IntEnum):
    """DT-R2"""

    ANY_SOURCE = 0
    ATTACKS_ONLY = 1
    ATTACKS_AND_SPELLS = 2


class WoundAbsorbOrder(IntEnum):
    """DT-R3"""

    AFTER_MODIFIERS = 0
    BEFORE_DEFENDER_MODIFIERS = 1


class OverstressDoublingOrder(IntEnum):
    """DT-R4"""

    BEFORE_ALL_MODIFIERS = 0
    AFTER_ATTACKER_MODIFIERS = 1


class StressDoublingBasis(IntEnum):
    """DT-R5"""

    STATE_BEFORE_GAIN = 0
    PAST_CAPACITY_PART = 1


class OverloadThresholdTest(IntEnum):
    """DT-R6"""

    AFTER_GAIN_ABOVE = 0
    BEFORE_GAIN_REACHED = 1


class OverloadWoundsPer(IntEnum):
    """DT-R7"""

    EVENT = 0
    POINT = 1


class StressTiming(IntEnum):
    """DT-R8"""

    ON_DECLARATION = 0
    AFTER_ATTACK = 1


class StressDieSize(IntEnum):
    """DT-R9"""

    WEAPON = 0
    D4 = 1


class StressSpendScope(IntEnum):
    """DT-R10"""

    ATTACK_ONLY = 0
    ANY_HIT_DICE = 1
    ANY_OFFENCE = 2


class OverstressPierceScope(IntEnum):
    """DT-R11"""

    WEAPON_ONLY = 0
    WEAPON_AND_SPELL = 1


class WoundTraitOrder(IntEnum):
    """DT-R12"""

    NET_IF_ANY = 0
    RESIST_FIRST = 1


class ActionPoints(IntEnum):
    """DT-R13"""

    TWO = 0
    ONE = 1
    THREE = 2


class ReactionPoints(IntEnum):
    """DT-R14"""

    ONE = 0
    NONE = 1
    TWO = 2


class ReactionRefresh(IntEnum):
    """DT-R15"""

    ROUND_START = 0
    OWN_TURN_START = 1


class UnspentPoints(IntEnum):
    """DT-R16"""

    LOST = 0
    KEPT = 1


class InitiativeSource(IntEnum):
    """DT-R17"""

    STATIC = 0
    D10_PLUS_PROWESS = 1
    TABLE_ORDER = 2


class TieBreakPersistence(IntEnum):
    """DT-R18"""

    EACH_ROUND = 0
    WHOLE_FIGHT = 1


class DefensiveName(IntEnum):
    """DT-R19"""

    SAME = 0
    DISTINCT = 1


class DefensiveScope(IntEnum):
    """DT-R20"""

    ALL_DEFENDER_ROLLS = 0
    ATTACKS_ONLY = 1


class ConditionStacking(IntEnum):
    """DT-R21"""

    NONE = 0
    STACK = 1


class GrappleDieSize(IntEnum):
    """DT-R22"""

    WEAPON = 0
    D4 = 1


class FreedMovementPoints(IntEnum):
    """DT-R24"""

    STAY_ZERO = 0
    RESTORE_BASE = 1


class GrapplingAtTurnStart(IntEnum):
    """DT-R25"""

    HALVED = 0
    FULL = 1


class GrappleSeparation(IntEnum):
    """DT-R30"""

    ENDS = 0
    STAYS = 1


class ThreatenMeaning(IntEnum):
    """DT-R31"""

    GEOMETRIC = 0
    CONDITION = 1


class TargetHostility(IntEnum):
    """DT-R32"""

    HOSTILE_ONLY = 0
    ANYONE = 1


class ThreatenedRecalc(IntEnum):
    """DT-R33"""

    EVERYONE = 0
    MOVER_ONLY = 1


class OpportuneStrikeCost(IntEnum):
    """DT-R34"""

    REACTION_POINT = 0
    FREE = 1
    NONE = 2


class ForcedMovementProvokes(IntEnum):
    """DT-R36"""

    NO = 0
    YES = 1
    PUSHED_AND_DRAGGED = 2


class RangedProvokes(IntEnum):
    """DT-R37"""

    YES = 0
    NO = 1


class FacingOpposite(IntEnum):
    """DT-R40"""

    EXACT = 0
    REAR_ARC = 1
    HALF_PLANE = 2


class RearPenaltyModel(IntEnum):
    """DT-R41"""

    SUBTRACT_ROLL = 0
    FEWER_DICE = 1
    LOSE_ONE_DIE = 2


class RearPenaltySaves(IntEnum):
    """DT-R42"""

    NO = 0
    YES = 1


class AutoFace(IntEnum):
    """DT-R43"""

    OPTIONAL = 0
    ALWAYS = 1


class AutoFaceOffturn(IntEnum):
    """DT-R44"""

    ON = 0
    OFF = 1


class PushDirection(IntEnum):
    """DT-R45"""

    ATTACKER_FACING = 0
    DIRECTLY_AWAY = 1


class PushBlocked(IntEnum):
    """DT-R46"""

    STAYS = 0
    PRONE = 1
    CHAIN = 2


class DiagonalSqueeze(IntEnum):
    """DT-R48"""

    ALLOWED = 0
    FORBIDDEN = 1


class ProneCapOrder(IntEnum):
    """DT-R51"""

    CAP_LAST = 0
    CAP_THEN_ADD = 1


class ProneCanMove(IntEnum):
    """DT-R52"""

    YES = 0
    NO = 1


class ProneDropWindow(IntEnum):
    """DT-R53"""

    ANY_MOMENT = 0
    BETWEEN_ACTIONS = 1


class MinimumPool(IntEnum):
    """DT-R55"""

    NONE = 0
    ONE = 1


class SpellResistanceFormula(IntEnum):
    """DT-R59"""

    SCORE_PLUS_ITEMS = 0
    ITEMS_ONLY = 1
    SCORE_ONLY = 2


class ExtraMagicaTiming(IntEnum):
    """DT-R60"""

    AT_PIERCE = 0
    AT_CAST = 1


class ExtraMagicaMinimum(IntEnum):
    """DT-R61"""

    NONE = 0
    ONE = 1


class AmbientModel(IntEnum):
    """DT-R62"""

    PER_CAST = 0
    SHARED_POOL = 1
    PER_ROUND_POOL = 2
    BASELINE_ONLY = 3


class MagicaCap(IntEnum):
    """DT-R63"""

    MIND = 0
    NONE = 1


class EquipCostAp(IntEnum):
    """DT-R67"""

    NONE = 0
    ONE = 1


class ReadyAction(IntEnum):
    """DT-R74"""

    OFF = 0
    ON = 1


class StressForPierce(IntEnum):
    """DT-R75"""

    OFF = 0
    ON = 1


class MagicaMultiplier(IntEnum):
    """DT-R76"""

    ONE = 0
    TWO = 1


class SpellPierceFreeDie(IntEnum):
    """DT-R77"""

    ONE = 0
    NONE = 1


@record
class Rulings(Record):
    wound_death_model: int8 = field(of=WoundDeathModel)
    single_attack_scope: int8 = field(of=SingleAttackScope)
    wound_absorb_order: int8 = field(of=WoundAbsorbOrder)
    overstress_doubling_order: int8 = field(of=OverstressDoublingOrder)
    stress_doubling_basis: int8 = field(of=StressDoublingBasis)
    overload_threshold_test: int8 = field(of=OverloadThresholdTest)
    overload_wounds_per: int8 = field(of=OverloadWoundsPer)
    stress_timing: int8 = field(of=StressTiming)
    stress_die_size: int8 = field(of=StressDieSize)
    stress_spend_scope: int8 = field(of=StressSpendScope)
    overstress_pierce_scope: int8 = field(of=OverstressPierceScope)
    wound_trait_order: int8 = field(of=WoundTraitOrder)
    action_points: int8 = field(of=ActionPoints)
    reaction_points: int8 = field(of=ReactionPoints)
    reaction_refresh: int8 = field(of=ReactionRefresh)
    unspent_points: int8 = field(of=UnspentPoints)
    initiative_source: int8 = field(of=InitiativeSource)
    tie_break_persistence: int8 = field(of=TieBreakPersistence)
    defensive_name: int8 = field(of=DefensiveName)
    defensive_scope: int8 = field(of=DefensiveScope)
    condition_stacking: int8 = field(of=ConditionStacking)
    grapple_die_size: int8 = field(of=GrappleDieSize)
    freed_movement_points: int8 = field(of=FreedMovementPoints)
    grappling_at_turn_start: int8 = field(of=GrapplingAtTurnStart)
    grapple_separation: int8 = field(of=GrappleSeparation)
    threaten_meaning: int8 = field(of=ThreatenMeaning)
    target_hostility: int8 = field(of=TargetHostility)
    threatened_recalc: int8 = field(of=ThreatenedRecalc)
    opportune_strike_cost: int8 = field(of=OpportuneStrikeCost)
    forced_movement_provokes: int8 = field(of=ForcedMovementProvokes)
    ranged_provokes: int8 = field(of=RangedProvokes)
    facing_opposite: int8 = field(of=FacingOpposite)
    rear_penalty_model: int8 = field(of=RearPenaltyModel)
    rear_penalty_saves: int8 = field(of=RearPenaltySaves)
    auto_face: int8 = field(of=AutoFace)
    auto_face_offturn: int8 = field(of=AutoFaceOffturn)
    push_direction: int8 = field(of=PushDirection)
    push_blocked: int8 = field(of=PushBlocked)
    diagonal_squeeze: int8 = field(of=DiagonalSqueeze)
    prone_cap_order: int8 = field(of=ProneCapOrder)
    prone_can_move: int8 = field(of=ProneCanMove)
    prone_drop_window: int8 = field(of=ProneDropWindow)
    minimum_pool: int8 = field(of=MinimumPool)
    spell_resistance_formula: int8 = field(of=SpellResistanceFormula)
    extra_magica_timing: int8 = field(of=ExtraMagicaTiming)
    extra_magica_minimum: int8 = field(of=ExtraMagicaMinimum)
    ambient_model: int8 = field(of=AmbientModel)
    magica_cap: int8 = field(of=MagicaCap)
    equip_cost_ap: int8 = field(of=EquipCostAp)
    ready_action: int8 = field(of=ReadyAction)
    stress_for_pierce: int8 = field(of=StressForPierce)
    magica_multiplier: int8 = field(of=MagicaMultiplier)
    spell_pierce_free_die: int8 = field(of=SpellPierceFreeDie)

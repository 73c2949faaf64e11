"""The readings a person can switch; each is a field of the fight's rulings."""

from enum import IntEnum

from affray.rules.world import Record, field, int8, record


class ActionPoints(IntEnum):
    ROUND_POOL = 0
    IGNORE = 1
    BUDGET = 2


class PowerStrikeLimit(IntEnum):
    NONE = 0
    STRESS = 1
    TWO_TOKENS = 2


class GmMoveScope(IntEnum):
    ONE_CREATURE = 0
    EACH_CREATURE = 1


class GmMoveRate(IntEnum):
    ONE = 0
    TWO = 1
    THREE = 2
    ON_FAILURE = 3


class OpeningSide(IntEnum):
    PLAYERS = 0
    GM = 1


class SpotlightChoice(IntEnum):
    MAJORITY = 0
    CONTROLLER = 1


class SpotlightTokens(IntEnum):
    ON = 0
    OFF = 1


class TravelRule(IntEnum):
    SEPARATE_MOVE = 0
    WITH_MOVE = 1


class SprintStress(IntEnum):
    NONE = 0
    ONE = 1


class PartialBoundary(IntEnum):
    TEXT = 0
    EXAMPLE = 1


class PartialEffect(IntEnum):
    NONE = 0
    STRESS = 1
    GM_COMPLICATION = 2


class CriticalReward(IntEnum):
    HEROISM = 0
    NONE = 1


class BoonDie(IntEnum):
    D4 = 0
    D6 = 1


class RollFloor(IntEnum):
    NONE = 0
    ZERO = 1


class OptionTiming(IntEnum):
    BEFORE_ROLL = 0
    AFTER_ROLL = 1


class GrapplingSkill(IntEnum):
    OWN = 0
    STRIKING = 1


class DexterityAttribute(IntEnum):
    FINESSE = 0
    BODY = 1


class ArcaAttribute(IntEnum):
    SPIRIT = 0
    MIND = 1


class StrikeBodyOwner(IntEnum):
    ATTACKER = 0
    DEFENDER = 1


class PierceStep(IntEnum):
    OFF = 0
    LEGACY = 1


class ArmorValue(IntEnum):
    IGNORE = 0
    NATURAL_PD = 1


class RankPenalty(IntEnum):
    BOTH = 0
    IMPROVISED = 1
    BANE_CAP = 2


class Unarmed(IntEnum):
    ALWAYS = 0
    FREE_HAND = 1


class CriticalWounds(IntEnum):
    TOTAL = 0
    PER_APPLICATION = 1
    WEAPON_ONLY = 2


class OverstressOrder(IntEnum):
    DOUBLE_THEN_DEFENSE = 0
    DEFENSE_THEN_DOUBLE = 1


class GrapplePushTargets(IntEnum):
    HOSTILE = 0
    ANY = 1


class GrappleHand(IntEnum):
    OCCUPIED = 0
    PRECONDITION_ONLY = 1


class PushDistance(IntEnum):
    ONE = 0
    TWO = 1


class PushDirection(IntEnum):
    ANY = 0
    AWAY = 1


class PushChoice(IntEnum):
    AFTER_ROLL = 0
    DECLARED = 1


class StandUp(IntEnum):
    ONE_TRAVEL = 0
    INTERACT = 1
    FREE = 2


class ProneRanged(IntEnum):
    BOTH = 0
    ATTACKER_ONLY = 1


class LedgeTiles(IntEnum):
    TOTAL_FORCED = 0
    PAST_EDGE = 1


class ReactionLimit(IntEnum):
    PER_TRIGGER = 0
    ONE_PER_ROUND = 1


class ExtraArcaMinimum(IntEnum):
    NONE = 0
    ONE = 1


class AmbientArca(IntEnum):
    SCENE_POOL = 0
    PER_CAST = 1
    UNLIMITED = 2
    NONE = 3


class SpellReach(IntEnum):
    REACH = 0
    THREAT_RANGE = 1


class LineOfSight(IntEnum):
    WALLS_BLOCK = 0
    NONE = 1


class AssistCatalogue(IntEnum):
    SAMPLE = 0
    NONE = 1


class LedgeMeasure(IntEnum):
    CROSSING = 0
    END = 1


class TestDice(IntEnum):
    FORMULA = 0
    ATTRIBUTE_COUNT = 1


class ForcedOverGap(IntEnum):
    COMPLETE = 0
    FIRST_GAP = 1


class AttackTargets(IntEnum):
    HOSTILE = 0
    ANY = 1


@record
class Rulings(Record):
    action_points: int8 = field(of=ActionPoints)
    power_strike_limit: int8 = field(of=PowerStrikeLimit)
    gm_move_scope: int8 = field(of=GmMoveScope)
    gm_move_rate: int8 = field(of=GmMoveRate)
    opening_side: int8 = field(of=OpeningSide)
    spotlight_choice: int8 = field(of=SpotlightChoice)
    spotlight_tokens: int8 = field(of=SpotlightTokens)
    travel_rule: int8 = field(of=TravelRule)
    sprint_stress: int8 = field(of=SprintStress)
    partial_boundary: int8 = field(of=PartialBoundary)
    partial_effect: int8 = field(of=PartialEffect)
    critical_reward: int8 = field(of=CriticalReward)
    boon_die: int8 = field(of=BoonDie)
    roll_floor: int8 = field(of=RollFloor)
    option_timing: int8 = field(of=OptionTiming)
    grappling_skill: int8 = field(of=GrapplingSkill)
    dexterity_attribute: int8 = field(of=DexterityAttribute)
    arca_attribute: int8 = field(of=ArcaAttribute)
    strike_body_owner: int8 = field(of=StrikeBodyOwner)
    pierce_step: int8 = field(of=PierceStep)
    armor_value: int8 = field(of=ArmorValue)
    rank_penalty: int8 = field(of=RankPenalty)
    unarmed: int8 = field(of=Unarmed)
    critical_wounds: int8 = field(of=CriticalWounds)
    overstress_order: int8 = field(of=OverstressOrder)
    grapple_push_targets: int8 = field(of=GrapplePushTargets)
    grapple_hand: int8 = field(of=GrappleHand)
    push_distance: int8 = field(of=PushDistance)
    push_direction: int8 = field(of=PushDirection)
    push_choice: int8 = field(of=PushChoice)
    stand_up: int8 = field(of=StandUp)
    prone_ranged: int8 = field(of=ProneRanged)
    ledge_tiles: int8 = field(of=LedgeTiles)
    reaction_limit: int8 = field(of=ReactionLimit)
    extra_arca_minimum: int8 = field(of=ExtraArcaMinimum)
    ambient_arca: int8 = field(of=AmbientArca)
    spell_reach: int8 = field(of=SpellReach)
    line_of_sight: int8 = field(of=LineOfSight)
    assist_catalogue: int8 = field(of=AssistCatalogue)
    ledge_measure: int8 = field(of=LedgeMeasure)
    test_dice: int8 = field(of=TestDice)
    forced_over_gap: int8 = field(of=ForcedOverGap)
    attack_targets: int8 = field(of=AttackTargets)

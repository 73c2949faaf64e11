"""The readings a person can switch; each is a field of the fight's rulings.

Written from rulebook.toml by `affray rulings dungeoneers-spotlight --write`; change them there.
"""

from enum import IntEnum

from affray.rules.world import Record, field, int8, record


class ActionPoints(IntEnum):
    """DS-R1"""

    ROUND_POOL = 0
    IGNORE = 1
    BUDGET = 2


class PowerStrikeLimit(IntEnum):
    """DS-R2"""

    NONE = 0
    STRESS = 1
    TWO_TOKENS = 2


class GmMoveScope(IntEnum):
    """DS-R3"""

    ONE_CREATURE = 0
    EACH_CREATURE = 1


class GmMoveRate(IntEnum):
    """DS-R4"""

    ONE = 0
    TWO = 1
    THREE = 2
    ON_FAILURE = 3


class OpeningSide(IntEnum):
    """DS-R5"""

    PLAYERS = 0
    GM = 1


class SpotlightChoice(IntEnum):
    """DS-R7"""

    MAJORITY = 0
    CONTROLLER = 1


class SpotlightTokens(IntEnum):
    """DS-R8"""

    ON = 0
    OFF = 1


class TravelRule(IntEnum):
    """DS-R11"""

    SEPARATE_MOVE = 0
    WITH_MOVE = 1


class SprintStress(IntEnum):
    """DS-R12"""

    NONE = 0
    ONE = 1


class PartialBoundary(IntEnum):
    """DS-R17"""

    TEXT = 0
    EXAMPLE = 1


class PartialEffect(IntEnum):
    """DS-R18"""

    NONE = 0
    STRESS = 1
    GM_COMPLICATION = 2


class CriticalReward(IntEnum):
    """DS-R19"""

    HEROISM = 0
    NONE = 1


class BoonDie(IntEnum):
    """DS-R23"""

    D4 = 0
    D6 = 1


class RollFloor(IntEnum):
    """DS-R24"""

    NONE = 0
    ZERO = 1


class OptionTiming(IntEnum):
    """DS-R26"""

    BEFORE_ROLL = 0
    AFTER_ROLL = 1


class GrapplingSkill(IntEnum):
    """DS-R27"""

    OWN = 0
    STRIKING = 1


class DexterityAttribute(IntEnum):
    """DS-R28"""

    FINESSE = 0
    BODY = 1


class ArcaAttribute(IntEnum):
    """DS-R29"""

    SPIRIT = 0
    MIND = 1


class StrikeBodyOwner(IntEnum):
    """DS-R31"""

    ATTACKER = 0
    DEFENDER = 1


class PierceStep(IntEnum):
    """DS-R32"""

    OFF = 0
    LEGACY = 1


class ArmorValue(IntEnum):
    """DS-R33"""

    IGNORE = 0
    NATURAL_PD = 1


class RankPenalty(IntEnum):
    """DS-R37"""

    BOTH = 0
    IMPROVISED = 1
    BANE_CAP = 2


class Unarmed(IntEnum):
    """DS-R38"""

    ALWAYS = 0
    FREE_HAND = 1


class CriticalWounds(IntEnum):
    """DS-R41"""

    TOTAL = 0
    PER_APPLICATION = 1
    WEAPON_ONLY = 2


class OverstressOrder(IntEnum):
    """DS-R42"""

    DOUBLE_THEN_DEFENSE = 0
    DEFENSE_THEN_DOUBLE = 1


class GrapplePushTargets(IntEnum):
    """DS-R52"""

    HOSTILE = 0
    ANY = 1


class GrappleEscape(IntEnum):
    """DS-R53"""

    FORCED_ONLY = 0
    CONTEST = 1


class MultiGrapple(IntEnum):
    """DS-R55"""

    ALLOWED = 0
    ONE = 1


class GrappleHand(IntEnum):
    """DS-R56"""

    OCCUPIED = 0
    PRECONDITION_ONLY = 1


class PushDistance(IntEnum):
    """DS-R59"""

    ONE = 0
    TWO = 1


class PushDirection(IntEnum):
    """DS-R60"""

    ANY = 0
    AWAY = 1


class PushChoice(IntEnum):
    """DS-R61"""

    AFTER_ROLL = 0
    DECLARED = 1


class SizeLimits(IntEnum):
    """DS-R63"""

    NONE = 0
    ONE_LARGER = 1


class StandUp(IntEnum):
    """DS-R64"""

    ONE_TRAVEL = 0
    INTERACT = 1
    FREE = 2


class ProneRanged(IntEnum):
    """DS-R65"""

    BOTH = 0
    ATTACKER_ONLY = 1


class LedgeTiles(IntEnum):
    """DS-R67"""

    TOTAL_FORCED = 0
    PAST_EDGE = 1


class ReactionLimit(IntEnum):
    """DS-R68"""

    PER_TRIGGER = 0
    ONE_PER_ROUND = 1


class ExtraArcaMinimum(IntEnum):
    """DS-R73"""

    NONE = 0
    ONE = 1


class AmbientArca(IntEnum):
    """DS-R74"""

    SCENE_POOL = 0
    PER_CAST = 1
    UNLIMITED = 2
    NONE = 3


class AmbientCoversSpellbane(IntEnum):
    """DS-R75"""

    YES = 0
    NO = 1


class SpellReach(IntEnum):
    """DS-R76"""

    REACH = 0
    THREAT_RANGE = 1


class LineOfSight(IntEnum):
    """DS-R79"""

    WALLS_BLOCK = 0
    NONE = 1


class AssistCatalogue(IntEnum):
    """DS-R84"""

    SAMPLE = 0
    NONE = 1


class SceneEnd(IntEnum):
    """DS-R88"""

    GM_OR_AGREED = 0
    AGREED = 1


class LedgeMeasure(IntEnum):
    """DS-R89"""

    CROSSING = 0
    END = 1


class TestDice(IntEnum):
    """DS-R90"""

    FORMULA = 0
    ATTRIBUTE_COUNT = 1


class ForcedOverGap(IntEnum):
    """DS-R92"""

    COMPLETE = 0
    FIRST_GAP = 1


class AttackTargets(IntEnum):
    """DS-R95"""

    HOSTILE = 0
    ANY = 1


class GiveUpDefense(IntEnum):
    """DS-R96"""

    NOT_ASKED = 0
    ASKED = 1


class PierceDice(IntEnum):
    """DS-R97"""

    WEAPON = 0
    BODY_D6 = 1


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
    grapple_escape: int8 = field(of=GrappleEscape)
    multi_grapple: int8 = field(of=MultiGrapple)
    grapple_hand: int8 = field(of=GrappleHand)
    push_distance: int8 = field(of=PushDistance)
    push_direction: int8 = field(of=PushDirection)
    push_choice: int8 = field(of=PushChoice)
    size_limits: int8 = field(of=SizeLimits)
    stand_up: int8 = field(of=StandUp)
    prone_ranged: int8 = field(of=ProneRanged)
    ledge_tiles: int8 = field(of=LedgeTiles)
    reaction_limit: int8 = field(of=ReactionLimit)
    extra_arca_minimum: int8 = field(of=ExtraArcaMinimum)
    ambient_arca: int8 = field(of=AmbientArca)
    ambient_covers_spellbane: int8 = field(of=AmbientCoversSpellbane)
    spell_reach: int8 = field(of=SpellReach)
    line_of_sight: int8 = field(of=LineOfSight)
    assist_catalogue: int8 = field(of=AssistCatalogue)
    scene_end: int8 = field(of=SceneEnd)
    ledge_measure: int8 = field(of=LedgeMeasure)
    test_dice: int8 = field(of=TestDice)
    forced_over_gap: int8 = field(of=ForcedOverGap)
    attack_targets: int8 = field(of=AttackTargets)
    give_up_defense: int8 = field(of=GiveUpDefense)
    pierce_dice: int8 = field(of=PierceDice)

"""The readings a person can switch; each is a field of the fight's rulings.

Written from rulebook.toml by `affray rulings skirmish --write`; change them there.
"""

from enum import IntEnum

from affray.rules.world import Record, field, int8, record


class Ties(IntEnum):
    """SK-R1"""

    STRIKER = 0
    TARGET = 1


class BlowMeets(IntEnum):
    """SK-R2"""

    HELPER = 0
    TARGET = 1


@record
class Rulings(Record):
    ties: int8 = field(of=Ties)
    blow_meets: int8 = field(of=BlowMeets)

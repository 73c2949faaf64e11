"""The readings a person can switch; each is a field of the fight's rulings.

Written from rulebook.toml by `affray rulings handful --write`; change them there.
"""

from enum import IntEnum

from affray.rules.world import Record, field, int8, record


class Even(IntEnum):
    """HA-R1"""

    NOTHING = 0
    GRAZE = 1


class Doubles(IntEnum):
    """HA-R2"""

    HARM = 0
    ALWAYS = 1


class Luck(IntEnum):
    """HA-R3"""

    LASTS = 0
    SPENT = 1


@record
class Rulings(Record):
    even: int8 = field(of=Even)
    doubles: int8 = field(of=Doubles)
    luck: int8 = field(of=Luck)

"""The readings a person can switch; each is a field of the fight's rulings.

Written from rulebook.toml by `affray rulings rooms --write`; change them there.
"""

from enum import IntEnum

from affray.rules.world import Record, field, int8, record


class Falls(IntEnum):
    """RO-R1"""

    TWO = 0
    NEVER = 1


@record
class Rulings(Record):
    falls: int8 = field(of=Falls)

"""What happens in Skirmish, and how it is told."""

from affray.book.events import Events, Told


class Event(Events):
    ROUND = Told("Round {x}.", ("SK-5",))
    STANCE = Told("{who} takes a stance: {x:stance}.", ("SK-3", "SK-4"))
    STRIKE = Told("{who} strikes at {x:creatures}.", ("SK-6",))
    MISS = Told("{who} misses.", ("SK-7",), "miss")
    HIT = Told("{who} hits.", ("SK-7",), "hit")
    STEP_IN = Told("{who} steps in for {x:creatures}.", ("SK-8",), "{who} steps in")
    HELD = Told("{who}'s armor holds.", ("SK-9",), "armor holds")
    WOUND = Told("{who} is wounded: {x}, {y} in all.", ("SK-10",), "{who} wounded {x}")
    DOWN = Told("{who} goes down.", ("SK-10",), "{who} down")
    WITHDRAW = Told("Both sides withdraw.", ("SK-12",))
    REST = Told("{who} rests and recovers {x}.", ("SK-13",))

"""What happens in a game of Handful, and how it is told."""

from affray.book.events import Events, Told


class Event(Events):
    ROUND = Told("Round {x}.", ("HA-4",))
    ORDER = Told("{who} goes at place {x} with {y}.", ("HA-3",))
    HOLD = Told("{who} holds and is on guard.", ("HA-7",), "on guard")
    SWING = Told("{who} swings {y:pair} at {x:creatures}.", ("HA-5", "HA-6"))
    MISS = Told("{who} does no harm.", ("HA-6",), "no harm")
    HARM = Told("{who} is harmed by {x} and has {y} left.", ("HA-6",), "{who} harmed {x}")
    DAZE = Told("{who} is dazed.", ("HA-8",), "{who} dazed")
    CLING = Told("{who} clings on.", ("HA-11",), "{who} clings on")
    DOWN = Told("{who} goes down.", ("HA-11",), "{who} down")
    TIME = Told("Time is up.", ("HA-13",))
    RECOVER = Told("{who} regains {x} and has {y}.", ("HA-14",), "{who} regains {x}")

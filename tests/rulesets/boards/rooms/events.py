"""What happens in a game of Rooms, and how it is told."""

from affray.book.events import Events, Told


class Event(Events):
    WAIT = Told("{who} waits.", ("RO-3",))
    GO = Told("{who} goes to the {x:zones}.", ("RO-3",), "there")
    FALL = Told("{who} falls and stays.", ("RO-3",), "falls")
    APPROACH = Told("{who} comes close to {x:creatures}.", ("RO-3",), "close")
    MISS = Told("{who} misses.", ("RO-4",), "miss")
    WOUND = Told("{who} is wounded: {x} in all.", ("RO-4",), "{who} wounded")

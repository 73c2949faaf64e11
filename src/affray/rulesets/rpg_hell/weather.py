"""What the weather does as a turn ends."""

from affray.rules.ask import Ask, note, rule

from .events import Event
from .harm import alive
from .kinds import Effect, Weather
from .stacks import gain, source_is_over
from .state import World

RAIN = (0, 1, 3, 5, 0, 0, 0, 0, 0, 0, 0)
SNOW = (0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0)
BLINDING = (0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0)
SUN = (0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 5)
"""By weather: Wet, Stun and Blind gained, and Wet lost."""


@rule("RH-60", "RH-158")
def weather_end(ask: Ask, w: World, i: int) -> None:
    """What the weather does to one whose turn ends; it lasts into the next."""
    sky = w.weather
    quiet = sky == Weather.CLEAR or sky == Weather.HIGH_WINDS
    if quiet or not alive(w, i):
        return
    note(ask, Event.WEATHER, i, sky)
    gain(ask, w, i, Effect.WET, RAIN[sky])
    gain(ask, w, i, Effect.STUN, SNOW[sky])
    gain(ask, w, i, Effect.BLIND, BLINDING[sky])
    source_is_over(w)
    dry(ask, w, i, SUN[sky])


@rule("RH-158")
def dry(ask: Ask, w: World, i: int, most: int) -> None:
    """The sun takes Wet away."""
    c = w.creatures[i]
    if most > 0 and c.stacks[Effect.WET] > 0:
        c.stacks[Effect.WET] = max(0, c.stacks[Effect.WET] - most)
        note(ask, Event.DECAY, i, Effect.WET, c.stacks[Effect.WET])


@rule("RH-158")
def wind(w: World, amount: int) -> int:
    """High winds take 1 off a blow, but never the last point."""
    return -1 if w.weather == Weather.HIGH_WINDS and amount > 1 else 0

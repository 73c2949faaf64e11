"""Sample fights say something: nobody wins them all under clever play, but where it is meant."""

from __future__ import annotations

import pytest
from shipped import SAMPLES

from affray.book.encounter import find_encounter
from affray.lab.ladder import DECIDED
from affray.lab.simulate import simulate

MEANT = "# Meant to be won"
FIGHTS, AT_ONCE = 200, 20


def is_meant(name: str) -> bool:
    return SAMPLES[name].read_text(encoding="utf-8").startswith(MEANT)


def test_those_meant_to_be_won_say_so() -> None:
    """Story Mode's, where what counts is what it costs, and the first duel of the Tactics."""
    meant = sorted(name for name in SAMPLES if is_meant(name))
    assert meant == [
        "dungeoneers-tactics/duel",
        "story-mode/balance-due",
        "story-mode/coven",
        "story-mode/subway-minions",
        "story-mode/warehouse-wolf",
    ]


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", [n for n in SAMPLES if not is_meant(n) and "pocket" not in n])
def test_no_side_wins_nearly_all_when_everybody_is_clever(name: str) -> None:
    """Played until the most successful side has lost more than it may in so many fights."""
    encounter, won, fought = find_encounter(name), dict.fromkeys(find_encounter(name).sides, 0), 0
    while fought < FIGHTS and fought - max(won.values()) <= (1 - DECIDED) * FIGHTS:
        run = simulate(encounter, AT_ONCE, 100 + fought, "native", "clever:10")
        fought += AT_ONCE
        for side, wins in run.wins().items():
            if side in won:
                won[side] += wins
    assert fought - max(won.values()) > (1 - DECIDED) * FIGHTS, (won, fought)

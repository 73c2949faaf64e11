"""Environments for programs that learn: PettingZoo's own tests, secrets, and compiled batches."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

import affray.env
from affray.book.errors import BadInput
from affray.env import Batch, FightEnv
from affray.lab.seen import known_to
from affray.rules.world import unpack

SAMPLES = [
    "skirmish/bridge",
    "dungeoneers-tactics/duel",
    "dungeoneers-spotlight/narrow-bridge",
    "plunder/regdar-and-the-orc",
    "rpg-hell/gate-duel",
    "story-mode/crypt",
]
SEALING = ["skirmish/bridge", "plunder/ford-at-dusk"]


def open_to(env: FightEnv) -> list[int]:
    """The actions of whoever is asked."""
    found: list[int] = np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("sample", SAMPLES)
def test_it_is_an_environment_as_pettingzoo_means_it(sample: str) -> None:
    api_test(FightEnv(sample), num_cycles=15)  # asserts for itself
    seed_test(lambda: FightEnv(sample), num_cycles=6)
    env = FightEnv(sample, render_mode="ansi")
    env.reset(seed=3)
    assert env.encounter.title in str(env.render())


@pytest.mark.slow
@pytest.mark.parametrize("sample", SAMPLES)
def test_pettingzoo_s_own_benchmark_runs(sample: str, capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(FightEnv(sample))  # five seconds at the least
    assert "turns per second" in capsys.readouterr().out


def test_a_fight_is_played_to_its_end_and_rewarded() -> None:
    env = FightEnv("skirmish/bridge", seats=["foes=bold"])
    assert env.possible_agents == ["Ada", "Bran"]
    rng = np.random.default_rng(5)
    ends = set()
    for seed in range(12):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            env.step(int(rng.choice(open_to(env))))
        assert env.fight.is_over
        won = 1.0 if env.fight.outcome == 0 else -1.0
        assert env.rewards == {"Ada": won, "Bran": won}
        ends.add(won)
    assert ends == {1.0, -1.0}


def test_one_that_is_never_ended_is_given_up() -> None:
    env = FightEnv("skirmish/bridge", limit=3)
    env.reset(seed=1)
    for _ in range(3):
        env.step(open_to(env)[0])
    assert all(env.truncations.values())
    assert set(env.rewards.values()) == {0.0}


def test_what_cannot_be_done_is_refused() -> None:
    env = FightEnv("skirmish/bridge")
    env.reset(seed=1)
    shut = next(k for k in range(len(env.actions)) if k not in open_to(env))
    with pytest.raises(ValueError, match=f"{env.agent_selection} cannot do {shut} now"):
        env.step(shut)
    with pytest.raises(BadInput, match="the computer plays everybody"):
        FightEnv("skirmish/bridge", seats=["heroes=bold", "foes=bold"])


@pytest.mark.parametrize("sample", SEALING)
def test_what_others_sealed_is_not_observed(sample: str) -> None:
    """Two fights that differ in one sealed answer look the same to all others while it is."""
    compared = 0
    for prefix in range(4):
        first, second = (_after_sealing(sample, prefix, choice) for choice in (0, -1))
        if first is None or second is None:
            continue
        assert first[0] == second[0]
        for agent in first[1]:
            assert np.array_equal(first[1][agent], second[1][agent]), agent
            compared += 1
    assert compared > 2


def _after_sealing(
    sample: str, prefix: int, choice: int
) -> tuple[str, dict[str, np.ndarray[tuple[int], np.dtype[np.int64]]]] | None:
    """What everybody else sees once somebody has sealed their first or their last option."""
    env = FightEnv(sample)
    env.reset(seed=7)
    for _ in range(prefix):
        env.step(open_to(env)[0])
    asked = env.fight.pending
    if asked is None or asked.name not in env.encounter.ruleset.secret_questions:
        return None
    sealer = env.agent_selection
    env.step(open_to(env)[choice])
    after = env.fight.pending
    if after is None or after.name not in env.encounter.ruleset.secret_questions:
        return None  # all have sealed: it is shown
    others = [agent for agent in env.agents if agent != sealer]
    return env.agent_selection, {agent: env.observe(agent)["observation"] for agent in others}


@pytest.mark.compiled
@pytest.mark.parametrize("sample", SAMPLES)
def test_a_batch_shows_what_cpython_would(sample: str) -> None:
    """Rows are read from compiled bytes; here they are made of the world as the rules know it."""
    batch, rng = Batch(sample, 3, seed=11), np.random.default_rng(2)
    ruleset = batch.encounter.ruleset
    ended = 0
    for _ in range(40):
        chosen = [int(rng.choice(np.flatnonzero(mask))) for mask in batch.stood.masks]
        ended += int(batch.step(chosen).done.sum())
        for k, game in enumerate(batch._games):
            asked = game.stand.asked
            assert asked is not None
            start = game.data()
            now = unpack(ruleset.world, game.now + start[len(game.now) :])
            known = known_to(ruleset, asked.who, unpack(ruleset.world, start), now)
            row = batch.columns.headed(batch.columns.row(known), asked.who, asked.name)
            assert np.array_equal(batch.stood.observations[k], row)
            assert bool((row >= batch.columns.low).all() and (row <= batch.columns.high).all())
    again = Batch(sample, 3, seed=11)
    assert np.array_equal(again.stood.observations, Batch(sample, 3, seed=11).stood.observations)


@pytest.mark.compiled
def test_a_batch_plays_whole_fights_and_refuses_what_is_shut() -> None:
    batch, rng = Batch("skirmish/bridge", 16, seed=1), np.random.default_rng(1)
    rewards: list[float] = []
    for _ in range(80):
        stood = batch.step([int(rng.choice(np.flatnonzero(m))) for m in batch.stood.masks])
        assert bool((stood.rewards[~stood.done] == 0).all())
        rewards += stood.rewards[stood.done].tolist()
    assert {1.0, -1.0} <= set(rewards)
    before = batch.stood.observations.copy()
    shut = int(np.flatnonzero(batch.stood.masks[2] == 0)[0])
    actions = [int(np.flatnonzero(m)[0]) for m in batch.stood.masks]
    with pytest.raises(ValueError, match=f"fight 2 cannot take action {shut}"):
        batch.step([*actions[:2], shut, *actions[3:]])
    with pytest.raises(ValueError, match="expected \\(16,\\)"):
        batch.step(actions[:3])
    assert np.array_equal(before, batch.stood.observations)
    with pytest.raises(BadInput, match="of several sides"):
        Batch("skirmish/bridge", 1, seed=1, own=["Ada", "Grim"])


def test_without_pettingzoo_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "affray.env.aec")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ImportError, match=r"pip install 'affray\[env\]'"):
        _ = affray.env.FightEnv

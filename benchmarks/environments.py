"""Steps a second of environments, beside games of like size in OpenSpiel and pgx."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.report import Row, row

SAMPLES = (
    "skirmish/bridge",
    "dungeoneers-tactics/duel",
    "dungeoneers-spotlight/narrow-bridge",
    "plunder/regdar-and-the-orc",
    "rpg-hell/gate-duel",
    "story-mode/crypt",
)
SIZE = 64
LIKE = "backgammon"
"""Dice, a board and some two hundred moves: the nearest both of the others have."""


def steps(quick: bool) -> Iterator[Row]:
    """steps of environments a second, at random, observations and masks made"""
    seconds = 0.5 if quick else 3.0
    for sample in SAMPLES:
        yield row(f"env, {sample}, plans in CPython", _rate(_plans(sample), seconds), "steps/s")
        yield row(f"env, {sample}, {SIZE} compiled", _rate(_batch(sample), seconds), "steps/s")
    yield row(f"OpenSpiel, {LIKE}", _other("pyspiel", _openspiel, seconds), "steps/s")
    yield row(f"pgx, {LIKE}, {SIZE} at once", _other("pgx", _pgx, seconds), "steps/s")


def _rate(step: Callable[[], int], seconds: float) -> float:
    """Steps a second; the first few are for whatever is made once."""
    step()
    began, done = perf_counter(), 0
    while (spent := perf_counter() - began) < seconds:
        done += step()
    return done / spent


def _other(needs: str, made: Callable[[], Callable[[], int]], seconds: float) -> float | None:
    return _rate(made(), seconds) if find_spec(needs) is not None else None


def _picked(masks: Any, rng: np.random.Generator) -> Any:
    """One open action of each row."""
    return (masks * rng.random(masks.shape)).argmax(axis=1)


def _plans(sample: str) -> Callable[[], int]:
    from affray.env import FightEnv

    env, rng = FightEnv(sample), np.random.default_rng(1)
    env.reset(seed=1)

    def step() -> int:
        if any(env.terminations.values()):
            env.reset()
        seen, *_ = env.last()
        env.step(int(_picked(seen["action_mask"][None], rng)[0]))
        return 1

    return step


def _batch(sample: str) -> Callable[[], int]:
    from affray.env import Batch

    batch, rng = Batch(sample, SIZE, seed=1), np.random.default_rng(1)

    def step() -> int:
        batch.step(_picked(batch.stood.masks, rng))
        return SIZE

    return step


def _openspiel() -> Callable[[], int]:
    game = import_module("pyspiel").load_game(LIKE)
    rng, held = np.random.default_rng(1), [game.new_initial_state()]

    def step() -> int:
        state = held[0]
        while state.is_chance_node() or state.is_terminal():
            if state.is_terminal():
                held[0] = state = game.new_initial_state()
            else:
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(actions, p=odds)))
        state.observation_tensor(state.current_player())
        mask = np.array(state.legal_actions_mask())
        state.apply_action(int(_picked(mask[None], rng)[0]))
        return 1

    return step


def _pgx() -> Callable[[], int]:
    jax, pgx = import_module("jax"), import_module("pgx")
    auto_reset = import_module("pgx.experimental").auto_reset
    game, rng = pgx.make(LIKE), np.random.default_rng(1)
    keys = jax.random.split(jax.random.PRNGKey(1), SIZE)
    held = [jax.jit(jax.vmap(game.init))(keys)]
    go_on = jax.jit(jax.vmap(auto_reset(game.step, game.init)))

    def step() -> int:
        masks = np.asarray(held[0].legal_action_mask)
        keys = jax.random.split(jax.random.PRNGKey(int(rng.integers(1 << 30))), SIZE)
        held[0] = go_on(held[0], _picked(masks, rng), keys)
        np.asarray(held[0].observation)
        return SIZE

    return step

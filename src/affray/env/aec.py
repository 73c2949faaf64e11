"""A fight as a PettingZoo environment: agents are creatures, actions are plans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

from affray.book.encounter import Encounter, find_encounter
from affray.book.errors import BadInput
from affray.env.actions import Actions
from affray.env.observing import Features
from affray.fight.fight import Fight
from affray.fight.following import Following, take
from affray.fight.plans import Offer, offers
from affray.fight.players import PERSON, Players, Seat, parse_seats
from affray.lab.seen import known_to
from affray.rules.ask import ONGOING
from affray.tell.narration import transcript

Observation = dict[str, Any]


class FightEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # it has no types
    """One fight after another in an encounter.

    Every creature is an agent but those a computer plays (`seats=["foes=bold"]`). An action is
    one of `actions.labels`; `action_mask` says which are open. The side that wins is given 1, a
    side that does not -1, when the fight ends; after `limit` actions it is given up for 0.
    """

    metadata: ClassVar = {"name": "affray_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        encounter: str | Encounter,
        seats: Sequence[str] = (),
        limit: int = 10_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.encounter = find_encounter(encounter) if isinstance(encounter, str) else encounter
        self.limit, self.render_mode = limit, render_mode
        self.names = [entrant.name for entrant in self.encounter.entrants]
        self.sides = [int(c.side) for c in self.encounter.world().creatures]
        self._seats = self._seated(list(seats))
        self.possible_agents = [
            name for name, seat in zip(self.names, self._seats, strict=True) if seat.is_person
        ]
        if not self.possible_agents:
            raise BadInput("the computer plays everybody", field="seats")
        self.actions, self.columns = Actions(self.encounter), Features(self.encounter)
        self._seeds = np.random.default_rng()
        self._spaces = {name: self._observed() for name in self.possible_agents}
        self._discrete = {name: Discrete(len(self.actions)) for name in self.possible_agents}

    def _seated(self, given: list[str]) -> list[Seat]:
        sides, ruleset = self.encounter.sides, self.encounter.ruleset
        said = parse_seats(given, self.names, sides, self.sides, ruleset)
        return [Seat(said.get(who, PERSON)) for who in range(len(self.names))]

    def _observed(self) -> Space[Any]:
        mask = Box(0, 1, (len(self.actions),), np.int8)
        return Dict(
            {
                "observation": Box(self.columns.low, self.columns.high, dtype=np.int64),
                "action_mask": mask,
            }
        )

    def observation_space(self, agent: str) -> Space[Any]:
        return self._spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self._discrete[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a fight; the same seed rolls the same dice."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.fight = Fight(self.encounter, Players(self._seats, int(self._seeds.integers(1 << 62))))
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.taken, self._following = 0, dict[int, Following]()
        self.agent_selection = self.agents[0]
        self.fight.run()
        self._look()

    def _look(self) -> None:
        """Who is asked now and what is open to them; or how it ended."""
        self._go_on()
        pending = self.fight.pending
        self._open: dict[int, Offer] = {}
        if pending is None:
            self._end(self.fight.outcome)
        elif self.taken >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.names[pending.who]
            for offer in offers(self.fight):
                self._open.setdefault(self.actions.of_offer(offer), offer)

    def _go_on(self) -> None:
        """Plans that are under way say what they have still to say."""
        said = -1
        while (pending := self.fight.pending) is not None and len(self.fight.live) != said:
            said = len(self.fight.live)
            if pending.who in self._following:
                self._following[pending.who].go_on(self.fight)

    def _end(self, outcome: int) -> None:
        assert outcome != ONGOING
        self.terminations = dict.fromkeys(self.agents, True)
        for agent in self.agents if outcome in self.sides else []:
            won = self.sides[self.names.index(agent)] == outcome
            self.rewards[agent] = 1.0 if won else -1.0

    def step(self, action: int) -> None:
        """Carry out a plan, and whatever follows until somebody is asked again."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        offer = self._open.get(int(action))
        if offer is None:
            raise ValueError(f"{agent} cannot do {action} now, expected one of {[*self._open]}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.taken += 1
        before = self._following.get(offer.who)
        self._following[offer.who] = take(self.fight, offer, before=before)
        self._look()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What a creature's player may know, and what is open to them if they are asked."""
        who, pending = self.names.index(agent), self.fight.pending
        asked = int(pending.name) if pending is not None and pending.who == who else -1
        start, now = self.fight.step_start[1], self.fight.world
        known = self.columns.row(known_to(self.encounter.ruleset, who, start, now))
        mask = np.zeros(len(self.actions), np.int8)
        if asked >= 0:
            mask[list(self._open)] = 1
        return {"observation": self.columns.headed(known, who, asked), "action_mask": mask}

    def render(self) -> str | None:
        """The fight so far, as it is told."""
        return transcript(self.fight, how=False) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""

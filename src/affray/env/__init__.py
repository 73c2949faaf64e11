"""Fights as environments for programs that learn: `pip install 'affray[env]'`.

`FightEnv` is a PettingZoo environment with whole plans as actions; `Batch` is many compiled
fights at once with single answers as actions. Both show a player what that player may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from affray.env.batch import Batch, Stood

if TYPE_CHECKING:
    from affray.env.aec import FightEnv

__all__ = ["Batch", "FightEnv", "Stood"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Only `FightEnv` needs PettingZoo."""
        if name != "FightEnv":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            from affray.env.aec import FightEnv
        except ModuleNotFoundError as missing:
            if missing.name not in ("pettingzoo", "gymnasium"):
                raise
            problem = "FightEnv needs PettingZoo, which is not here: pip install 'affray[env]'"
            raise ImportError(problem) from None
        return FightEnv

"""What every command that is posted has."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from affray.table.keeping import Work

Name = Annotated[StrictStr, Field(max_length=200)]


class Message(BaseModel):
    """A command: its id makes a retry safe, its sequence says what its author had seen."""

    model_config = ConfigDict(extra="forbid")

    cmd_id: Annotated[StrictStr, Field(min_length=8, max_length=100, pattern=r"^[\w.:-]+$")]
    seq: Annotated[StrictInt, Field(ge=1)]

    def work(self) -> Work:
        """What it does."""
        raise NotImplementedError

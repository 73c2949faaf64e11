"""What every model of the protocol is."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Sent(BaseModel):
    """Nothing is sent that is not declared here."""

    model_config = ConfigDict(extra="forbid")

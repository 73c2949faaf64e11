"""What would you do? The better plans of whoever is asked, as they are sent and asked for."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from starlette.concurrency import run_in_threadpool

from affray.book.encounter import Encounter
from affray.lab.advice import WHY_FIRST
from affray.table.declaring import target_name
from affray.table.preview import ADVISED, advice_wanted
from affray.table.web.odds import TooMany, worked_out
from affray.table.web.seated import Asking
from affray.table.web.sent import Sent
from affray.table.written_offers import read_offer


class Advised(Sent):
    """A plan, its chance to win in percent and half the width of that one's 95 % interval."""

    name: str
    target: str | None
    label: str
    win: float
    error: float
    playouts: int


class Advice(Sent):
    """The plans that are open, the one to take first; `more` where it can be thought longer."""

    plans: list[Advised]
    more: bool
    compiled: bool
    why: str


MoreQuery = Annotated[int, Query(ge=0, lt=len(ADVISED))]


async def advice(request: Request, asking: Asking, more: MoreQuery = 0) -> Advice | TooMany:
    """What to do now, by playouts of what this seat may know; `more` thinks longer, up to 3.

    It is left as soon as nobody can use it, as odds are."""
    wanted = await run_in_threadpool(advice_wanted, asking.kept, asking.n, more)
    found = await worked_out(request, wanted, urgent=True)
    if found is None:
        return TooMany(too_many=True)
    is_compiled = found["compiled"]
    encounter = asking.game.fight.encounter
    return Advice(
        plans=[_advised(one, encounter) for one in found["moves"]],
        more=is_compiled and more + 1 < len(ADVISED),
        compiled=is_compiled,
        why=WHY_FIRST,
    )


def _advised(move: dict[str, Any], encounter: Encounter) -> Advised:
    return Advised(
        name=move["name"],
        target=target_name(encounter, read_offer(move, encounter)),
        label=move["label"],
        win=100 * move["win"],
        error=100 * move["error"],
        playouts=move["playouts"],
    )


def add_advice(app: FastAPI) -> None:
    app.add_api_route("/fights/{fight}/advice", advice)

"""A smoke test in Firefox and WebKit: a fight is begun, a plan chosen, the log moves on.

Not among those `make test` runs, where nothing may be skipped: `make browsers` runs it, with
whichever of the two is there or can be installed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from table_helpers import Server
from webdriver import WATCH, Driver, firefox, missing, webkit

pytestmark = pytest.mark.program

DUEL = 'li.fight form:has([value="skirmish/duel"]) button'
PRESS = '#start [data-key^="press"]'
LINES = "document.querySelectorAll('#log .line').length"


@pytest.mark.parametrize("opened", [firefox, webkit], ids=["firefox", "webkit"])
def test_a_fight_is_played(
    opened: Callable[[], AbstractContextManager[Driver]], tmp_path: Path
) -> None:
    wanted = missing(opened.__name__)
    if wanted:
        pytest.skip(f"no {opened.__name__} here: apt-get install {wanted}")
    server = Server(tmp_path)
    try:
        with opened() as page:
            page.visit(server.url)
            page.click(DUEL)
            page.wait_for("document.body?.dataset.state === 'plan'")
            page.run(WATCH)
            before = page.run(f"return {LINES}")
            page.click(PRESS)
            page.wait_for(f"{LINES} > {before}")
            assert page.run("return document.querySelectorAll('.map [data-who]').length") == 2
            assert page.run("return window.troubles") == []
    finally:
        server.close()

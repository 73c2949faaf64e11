"""The pages' templates, and the files they name."""

from __future__ import annotations

from pathlib import Path

from fastapi.templating import Jinja2Templates

from affray.table.web.assets import Assets

ASSETS = Assets()
pages = Jinja2Templates(Path(__file__).parent / "pages")
pages.env.globals.update(asset=ASSETS.address, sheet=ASSETS.sheet, are_single=ASSETS.are_single)

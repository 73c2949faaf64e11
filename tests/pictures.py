"""Pictures of every sample place: wide and narrow, by day and by night; `make pictures`.

python tests/pictures.py FOLDER [PART OF A NAME ...]
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, TimeoutError, sync_playwright
from table_browser import NARROWEST, WIDE, find_chromium
from table_helpers import Server

from affray.book.shelf import SHELF

SEED = 3
SIZES = {"wide": WIDE, "narrow": NARROWEST}
THEMES = ("light", "dark")
PATIENCE = 20_000
"""Milliseconds for the odds: numbers belong to the picture."""


def encounters(parts: list[str]) -> list[str]:
    """The samples of every game, or those whose names have one of these parts."""
    known = [name for slug in SHELF.slugs() for name in SHELF.get(slug).encounter_files()]
    return [name for name in known if not parts or any(part in name for part in parts)]


def take(browser: Browser, url: str, name: str, folder: Path) -> None:
    """One fight as its game master sees it, in all sizes and both themes."""
    context = browser.new_context(reduced_motion="reduce")
    made = context.request.post(f"{url}/fights", data={"encounter": name, "seed": SEED}).json()
    page = context.new_page()
    page.goto(made["gm"])
    for size, viewport in SIZES.items():
        page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
        page.reload()  # a map is laid out for the window it finds
        page.wait_for_selector("body[data-seq]")
        with suppress(TimeoutError):  # a picture of how long it takes is one too
            page.wait_for_function("() => !document.querySelector('.wait')", timeout=PATIENCE)
        for theme in THEMES:
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            path = folder / f"{name.replace('/', '-')}-{size}-{theme}.png"
            page.screenshot(path=path, full_page=size != "wide")
            print(path)
    context.close()


def main(folder: Path, parts: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=find_chromium())
        for name in encounters(parts):
            take(browser, server.url, name, folder)
        browser.close()
        server.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])

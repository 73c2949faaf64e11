"""Another browser than Chromium, driven by WebDriver: WebKit over HTTP, Firefox by its own line.

Debian's Firefox comes without geckodriver, which would only hand on what is sent here itself.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from waiting import PATIENCE

"""Seconds a browser has to start, or a page to come to something."""

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
WATCH = """window.troubles = [];
addEventListener('error', event => window.troubles.push(event.message));
addEventListener('unhandledrejection', event => window.troubles.push(String(event.reason)));"""

Command = Callable[[str, str, dict[str, Any]], Any]
"""A command by its name and by its address, with what it is given."""


class Driver:
    """A page in a browser."""

    def __init__(self, command: Command) -> None:
        self.command = command

    def visit(self, url: str) -> None:
        self.command("WebDriver:Navigate", "url", {"url": url})

    def run(self, script: str) -> Any:
        return self.command(
            "WebDriver:ExecuteScript", "execute/sync", {"script": script, "args": []}
        )

    def wait_for(self, script: str) -> Any:
        """What an expression comes to, once that is something."""
        until = time.monotonic() + PATIENCE
        while not (found := self.run(f"return {script}")):
            if time.monotonic() > until:
                shown = self.run("return [location.href, document.body?.innerText.slice(0, 300)]")
                raise AssertionError(f"{script} never came true: {shown}")
            time.sleep(0.05)
        return found

    def click(self, selector: str) -> None:
        """As a hand would, once it is there: what is covered or out of sight cannot be clicked."""
        self.wait_for(f"document.querySelector({json.dumps(selector)})")
        found = self.command(
            "WebDriver:FindElement", "element", {"using": "css selector", "value": selector}
        )
        element = found.get("value", found)[ELEMENT]
        self.command("WebDriver:ElementClick", f"element/{element}/click", {"id": element})


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@contextmanager
def started(command: list[str], **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env={**os.environ, **environment}, **quiet)  # type: ignore[call-overload]
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def until_there(act: Callable[[], Any]) -> Any:
    """What is asked of a program that is starting."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return act()
        except OSError:
            assert time.monotonic() < until, "it did not start"
            time.sleep(0.05)


# Firefox


@contextmanager
def firefox() -> Iterator[Driver]:
    port = free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        prefs = {"marionette.port": port, "browser.shell.checkDefaultBrowser": False}
        lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in prefs.items()]
        (Path(folder) / "user.js").write_text("\n".join(lines), encoding="utf-8")
        how = ["--marionette", "--headless", "--no-remote", "--profile", folder]
        with started(["firefox-esr", *how], HOME=folder):
            line = until_there(lambda: socket.create_connection(("127.0.0.1", port)))
            with line, line.makefile("rwb") as both:
                yield Driver(_marionette(both))


def _marionette(both: Any) -> Command:
    numbers = itertools.count()

    def read() -> Any:
        size = b""
        while (letter := both.read(1)) != b":":
            size += letter
        return json.loads(both.read(int(size)))

    def command(name: str, _: str, given: dict[str, Any]) -> Any:
        said = json.dumps([0, next(numbers), name, given]).encode()
        both.write(b"%d:%b" % (len(said), said))
        both.flush()
        _, _, problem, found = read()
        assert problem is None, problem
        return found.get("value", found) if name.endswith("Script") else found

    read()  # it says who it is
    command("WebDriver:NewSession", "", {})
    return command


# WebKit

MINI_BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"


def mini_browser() -> str:
    found = sorted(Path("/").glob(MINI_BROWSERS.removeprefix("/")))
    return str(found[-1]) if found else ""


@contextmanager
def webkit() -> Iterator[Driver]:
    """It draws on a screen: where there is none, on one nobody sees."""
    screen = f":{90 + os.getpid() % 900}"
    port = free_port()
    alone = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "DISPLAY": screen}
    driver = ["WebKitWebDriver", "--host=127.0.0.1", f"--port={port}"]
    with started(["Xvfb", screen, "-screen", "0", "1440x900x24"]), started(driver, **alone):
        options = {"binary": mini_browser(), "args": ["--automation"]}
        wanted = {"webkitgtk:browserOptions": options, "pageLoadStrategy": "normal"}
        at = f"http://127.0.0.1:{port}/session"
        body = {"capabilities": {"alwaysMatch": wanted}}
        session = until_there(lambda: _posted(at, body))["sessionId"]

        def command(_: str, path: str, given: dict[str, Any]) -> Any:
            return _posted(f"{at}/{session}/{path}", given)

        try:
            yield Driver(command)
        finally:
            end = urllib.request.Request(f"{at}/{session}", method="DELETE")
            urllib.request.urlopen(end, timeout=PATIENCE).read()


def _posted(url: str, body: dict[str, Any]) -> Any:
    headers = {"content-type": "application/json"}
    asked = urllib.request.Request(url, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as bad:
        raise AssertionError(bad.read().decode()) from None


def missing(name: str) -> str:
    """What would have to be installed for it, if anything."""
    wanted = {"firefox": ["firefox-esr"], "webkit": ["WebKitWebDriver", "Xvfb"]}[name]
    there = all(shutil.which(program) for program in wanted)
    if there and (name != "webkit" or mini_browser()):
        return ""
    return {"firefox": "firefox-esr", "webkit": "webkit2gtk-driver xvfb"}[name]

"""The page's modules as one file: the sources stay as they are, and one request brings them all.

Each module becomes a function of its own that returns what it exports, after those it imports
from. What a module imports only when it is needed, `import("./x.js")`, is a file of its own with
all that the first has not got. What is written otherwise than the page's modules are is refused,
not guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./([\w-]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?function\*? |const |class )", re.MULTILINE)
NAME = re.compile(r"^export (?:async )?(?:function\*?|const|class) ([\w$]+)", re.MULTILINE)
LATER = re.compile(r'\bimport\("\./([\w-]+)\.js"\)')
LEFT = re.compile(r"^(?:import\b(?!\()|export\b).*", re.MULTILINE)
SAID = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)
"""What is said of something on lines of its own above it; the sources say it."""

ASIDE = re.compile(
    r"""/\*\*\ @(?:type|param)[^\n]*?\*/\ ?   # which type something has
    | ^[ \t]*//[^\n]*\n                  # a line of its own
    | (?<=[;,{}()])[ ]+//[ ][^\n"'`]*$   # at the end of one; in a string a quotation mark follows
    """,
    re.MULTILINE | re.VERBOSE,
)
"""What else is said for who reads the sources."""


class NotJoined(ValueError):
    """A module that cannot be put into one file with the others."""


Keep = Callable[[str, str], str]
"""Takes a file's name and text, and says by which address it is asked for."""


def joined(folder: Path, first: str, keep: Keep) -> str:
    """A module and all it imports, as one; what it imports later is kept beside it."""
    order: list[str] = []
    _follow(folder, first, [], order)
    text = "".join(_wrapped(name, _read(folder, name)) for name in order)
    return LATER.sub(lambda found: _later(folder, found[1], order, keep), text)


def _later(folder: Path, name: str, there: list[str], keep: Keep) -> str:
    """A file that is handed what is there already, and how it is asked for."""
    order = list(there)
    _follow(folder, name, [], order)
    own = order[len(there) :]
    sources = {one: _read(folder, one) for one in own}
    needed = {found[2] for text in sources.values() for found in IMPORT.finditer(text)} - {*own}
    handed = f"{{ {', '.join(map(_own, sorted(needed)))} }}"
    body = "".join(_wrapped(one, text) for one, text in sources.items())
    made = f"export const later = ({handed}) => {{\n{body}return {_own(name)};\n}};\n"
    address = keep(f"later-{name}.js", made)
    return f'import("{address}").then((then) => then.later({handed}))'


def _read(folder: Path, name: str) -> str:
    return (folder / f"{name}.js").read_text(encoding="utf-8")


def _follow(folder: Path, name: str, above: list[str], order: list[str]) -> None:
    """Those a module imports from stand before it."""
    if name in order:
        return
    if name in above:
        raise NotJoined(f"{' imports '.join([*above[above.index(name) :], name])}: a circle")
    for found in IMPORT.finditer(_read(folder, name)):
        _follow(folder, found[2], [*above, name], order)
    order.append(name)


def _wrapped(name: str, source: str) -> str:
    exported = NAME.findall(source)
    body = EXPORT.sub("", IMPORT.sub(_taken, ASIDE.sub("", SAID.sub("", source))))
    left = LEFT.search(body)
    if left:
        raise NotJoined(f"{name}.js: found {left[0]!r}, expected import {{ … }} from or export …")
    given = f"return {{ {', '.join(exported)} }};\n" if exported else ""
    return f"const {_own(name)} = (() => {{\n{_close(body)}{given}}})();\n"


def _close(body: str) -> str:
    """Without what sets lines in, which is a part of none where no text goes over several."""
    lines = body.splitlines(keepends=True)
    is_whole = all(line.count("`") % 2 == 0 for line in lines)
    return "".join(line.lstrip(" \t") for line in lines) if is_whole else body


def _taken(found: re.Match[str]) -> str:
    """import { a as b } from "./c.js" as what a function can say."""
    if found[1] is None:
        return ""
    names = [part.strip().replace(" as ", ": ") for part in found[1].split(",")]
    taken = ", ".join(name for name in names if name)
    return f"const {{ {taken} }} = {_own(found[2])};\n"


def _own(name: str) -> str:
    return f"${name.replace('-', '_')}"

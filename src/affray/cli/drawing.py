"""`--chart` and `--rows`: what was found, drawn into a file, and as a table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from affray.book.errors import BadInput, unknown
from affray.charts import looks
from affray.lab.frames import require_frame_file, write_columns
from affray.lab.questions import columns_of_answer

KINDS = (".svg", ".png", ".json")


@dataclass(frozen=True)
class Drawing:
    """The file a chart goes into, and its colours; nothing where none is named."""

    file: Path | None = None
    theme: str = "light"

    def require(self) -> None:
        """Refuse what could not be drawn, before anything is played."""
        if self.theme not in looks.THEMES:
            raise BadInput(unknown("theme", self.theme, list(looks.THEMES)), field="--theme")
        if self.file is None:
            return
        if self.file.suffix not in KINDS:
            problem = f"found {self.file.name!r}, expected a file that ends in {', '.join(KINDS)}"
            raise BadInput(problem, field="--chart")
        if not self.file.absolute().parent.is_dir():
            raise BadInput("there is no such folder", file=self.file.parent)
        if self.file.suffix != ".json":
            looks.require_altair()

    def draw(self, kind: str, data: dict[str, Any]) -> None:
        """The chart of a kind of answer; .json holds the data it is drawn from."""
        if self.file is None:
            return
        if self.file.suffix == ".json":
            text = json.dumps(data, indent=2, ensure_ascii=False)
            self.file.write_text(f"{text}\n", encoding="utf-8")
            return
        from affray.charts.drawn import draw

        self.file.write_bytes(draw(kind, data, self.file.suffix[1:], self.theme))


@dataclass(frozen=True)
class AnswerFiles:
    """The files an answer goes into: its chart, and its rows."""

    drawing: Drawing
    rows: Path | None = None

    def require(self) -> None:
        """Refuse what could not be written, before anything is played."""
        self.drawing.require()
        if self.rows:
            require_frame_file(self.rows)

    def write(self, kind: str, data: dict[str, Any]) -> None:
        if self.rows:
            write_columns(self.rows, columns_of_answer(kind, data))
        self.drawing.draw(kind, data)

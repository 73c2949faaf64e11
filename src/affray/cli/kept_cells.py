"""What a sweep has found so far, on the disk, so that one that was ended goes on."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.files.atomic import own_folder, put_in_place
from affray.lab.data import cell_columns
from affray.lab.frames import require_arrow
from affray.lab.variations import Axis, CellValues, SweepCell

FIELD = "--keep"
SWEEP = b"affray sweep"
"""What a cell's file says of itself beside its columns."""


def identity(encounter: Encounter, about: dict[str, Any]) -> str:
    """What makes a sweep this one: game, version, encounter, what is asked."""
    whole = {**about, "file": encounter.to_toml(), "version": encounter.ruleset.book.version}
    return sha256(json.dumps(whole, sort_keys=True, default=str).encode()).hexdigest()


class KeptCells:
    """A folder of Parquet files, one a cell, which other programs read as one table.

    Parquet cannot be added to: a cell of its own file is there whole or not at all, and what was
    kept is never written again. A cell that cannot be is found out anew in no time.
    """

    def __init__(self, folder: Path, identity: str, axes: Sequence[Axis]) -> None:
        require_arrow(FIELD)
        if folder.exists() and not folder.is_dir():
            raise BadInput("is a file, expected a folder", file=folder, field=FIELD)
        self.folder, self.axes = own_folder(folder), axes
        self.marks = {SWEEP: identity.encode()}
        names = product(*(axis.values for axis in axes))
        self._files = {v: folder / f"cell-{k:06}.parquet" for k, v in enumerate(names)}
        self.cells: dict[CellValues, SweepCell] = {}
        for path in sorted(folder.glob("cell-*.parquet")):
            cell = self._read(path)
            self.cells[cell.values] = cell

    def _read(self, path: Path) -> SweepCell:
        from pyarrow import parquet

        try:
            table = parquet.ParquetFile(path).read()
            found = (table.schema.metadata or {}).get(SWEEP)
            (row,) = table.to_pylist()
        except (ValueError, OSError):
            raise self._bad(path, "is no cell of a sweep") from None
        if found != self.marks[SWEEP]:
            raise self._bad(path, "is of another sweep (other fights, values or rules)")
        values = tuple(row[axis.what] for axis in self.axes)
        return SweepCell(values, row["fights"], row["wins"], row["rounds"])

    def _bad(self, path: Path, problem: str) -> BadInput:
        return BadInput(f"{problem}; expected a new folder", file=path, field=FIELD)

    def add(self, cell: SweepCell) -> None:
        if cell.problem or cell.values in self.cells:
            return
        import pyarrow
        from pyarrow import parquet

        table = pyarrow.table(cell_columns(self.axes, [cell])).replace_schema_metadata(self.marks)
        content = io.BytesIO()
        parquet.write_table(table, content)
        put_in_place(self._files[cell.values], content.getvalue())

"""What was found as a table other programs read: CSV by itself, Arrow and Parquet by PyArrow."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from affray.book.errors import BadInput
from affray.lab.rows import Columns, FightRows
from affray.oracles.collapsed import COLLAPSED

if TYPE_CHECKING:
    import pyarrow as pa

    from affray.lab.rows import Array
    from affray.lab.simulate import Simulation

KINDS = (".csv", ".parquet", ".arrow")


def columns_of(rows: FightRows, first: int = 0) -> Columns:
    """A column a number, by name: the fight, who won, and of every creature what it had left.

    Lists a creature has (its things, say) stand in `FightRows.fields` alone.
    """
    import numpy as np

    sides = np.array([*rows.sides, *["none"] * 8, "none"][:9])
    out: Columns = {
        "fight": np.arange(first, first + len(rows)),
        "winner": sides[rows.winners],
        "rounds": rows.rounds,
        "decisions": rows.decisions,
        "dice": rows.dice,
    }
    if rows.dice_are == COLLAPSED:  # other fights of the same seed: never to be taken for them
        out["collapsed"] = np.ones(len(rows), bool)
    for i, name in enumerate(rows.creatures):
        out[f"{name}.stands"] = rows.standing[:, i]
        flat = {field: column for field, column in rows.fields.items() if column.ndim == 2}
        out |= {f"{name}.{field}": column[:, i] for field, column in flat.items()}
    return out | {name: column for name, column in rows.world.items() if column.ndim == 1}


def table_of(rows: FightRows) -> pa.Table:
    """The same as an Arrow table, which every data frame can be made of."""
    return _arrow().table(dict(columns_of(rows).items()))


def _arrow() -> Any:
    return require_arrow("rows", ", or write a .csv")


def require_arrow(field: str, instead: str = "") -> Any:
    """PyArrow, where it is installed."""
    try:
        import pyarrow
    except ImportError:
        problem = f"PyArrow is not installed; pip install 'affray[frames]'{instead}"
        raise BadInput(problem, field=field) from None
    return pyarrow


def require_frame_file(path: Path) -> None:
    """Refuse what could not be written, before anything is played."""
    if path.suffix not in KINDS:
        problem = f"found {path.name!r}, expected a file that ends in {', '.join(KINDS)}"
        raise BadInput(problem, field="--rows")
    if path.suffix != ".csv":
        _arrow()
    if not path.absolute().parent.is_dir():
        raise BadInput("there is no such folder", file=path.parent)


def write_frame(path: Path, run: Simulation) -> None:
    """One row a fight."""
    write_columns(path, columns_of(run.rows()))


def write_columns(path: Path, columns: Mapping[str, Array | Sequence[Any]]) -> None:
    """A table by its columns, each of one kind of thing."""
    if path.suffix == ".csv":
        plain = [c if isinstance(c, Sequence) else c.tolist() for c in columns.values()]
        with path.open("w", encoding="utf-8", newline="") as file:
            out = csv.writer(file)
            out.writerow(columns)
            out.writerows(zip(*plain, strict=True))
        return
    table = _arrow().table(dict(columns))
    if path.suffix == ".parquet":
        from pyarrow import parquet

        parquet.write_table(table, path)
        return
    with _arrow().ipc.new_file(path, table.schema) as file:
        file.write_table(table)

"""What a save's dice come from, as its header says."""

from __future__ import annotations

from affray.book.toml_tables import TomlTable
from affray.fight.players import DiceSource
from affray.oracles.keyed import KEY_BYTES, Key
from affray.oracles.seeds import MOST_SEED


def read_seed(save: TomlTable) -> DiceSource:
    """A key is never quoted: what is said about it may be read by anybody."""
    if "key" not in save:
        return save.integer("seed", low=0, high=MOST_SEED)
    if "seed" in save:
        raise save.bad("key", "stands beside a seed; expected one of them")
    written = save.raw("key", "")
    digits = set("0123456789abcdef")
    is_key = isinstance(written, str) and len(written) == 2 * KEY_BYTES and set(written) <= digits
    if not is_key:
        raise save.bad("key", f"is not a key; expected {2 * KEY_BYTES} hexadecimal digits")
    return Key(bytes.fromhex(written))

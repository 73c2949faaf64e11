"""The games that are shipped; tests bring homemade ones beside them."""

from __future__ import annotations

from pathlib import Path

import affray
from affray.book.shelf import SHELF

_OURS = Path(affray.__file__).parent

GAMES = [slug for slug in SHELF.slugs() if SHELF.folder(slug).is_relative_to(_OURS)]
SAMPLES = {name: file for slug in GAMES for name, file in SHELF.get(slug).encounter_files().items()}

"""Where everything of one's own lies, and what can be made again at any time."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

VARIABLE = "AFFRAY_HOME"
CACHE = "AFFRAY_CACHE"


def home() -> Path:
    """Where everything lies that is kept, unless a person says otherwise."""
    given = os.environ.get(VARIABLE)
    return Path(given) if given else Path(platformdirs.user_data_dir("affray", False))


def cache_home() -> Path:
    """Where compiled rules lie, and what was unpacked."""
    given = os.environ.get(CACHE)
    return Path(given) if given else Path(platformdirs.user_cache_dir("affray", False)) / "compiled"

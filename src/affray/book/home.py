"""Where everything of one's own lies."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

VARIABLE = "AFFRAY_HOME"


def home() -> Path:
    """Where everything lies that is kept, unless a person says otherwise."""
    given = os.environ.get(VARIABLE)
    return Path(given) if given else Path(platformdirs.user_data_dir("affray", False))

"""Requests that wait as long as a busy machine takes: the library's own five seconds are none."""

from __future__ import annotations

from functools import partial

import httpx2
from waiting import PATIENCE

get = partial(httpx2.get, timeout=PATIENCE)
post = partial(httpx2.post, timeout=PATIENCE)

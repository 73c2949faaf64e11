"""`python -m affray` is `affray`."""

from affray.cli import main

main()

"""`python -m affray` is `affray`."""

from affray.cli.main import main

main()

"""How large a seed may be: the same wherever one can be named."""

MOST_SEED = 2**63 - 1
"""A save is TOML, which promises to hold no larger number."""

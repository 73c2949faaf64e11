"""Compiled oracles: the same rules, run by Numba. Only what lies in here imports Numba."""

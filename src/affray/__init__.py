"""Affray runs tabletop combat by the book."""

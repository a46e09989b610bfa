"""Tie-breaks for games of two: FIDE C.07 as in force since 1 March 2026. Article numbers in docstrings are its."""

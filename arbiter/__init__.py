"""The arithmetic of tournaments as plain functions of plain values: who meets whom, who stands where and why, ratings, schedules
and forms of play. No Django, no database, no clock; the same input gives the same answer.

What is public of each module is what its own `__all__` or its names without an underscore say; README.md shows how they are used.
"""

__all__ = [
    "errors",
    "formats",
    "kept",
    "matching",
    "pairing",
    "progression",
    "ratings",
    "results",
    "schedules",
    "sentences",
    "standings",
]

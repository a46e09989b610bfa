"""Module 1, The Banquet (section 18): three more cards, and purple ones that are taken into the hand and played from it.

One file for each purple card; `part.py` puts them together.
"""

from engine.expansions.banquet.part import Banquet

__all__ = ["Banquet"]

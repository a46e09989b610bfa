"""Hurdles (section 22): what stands on the score track, and what becomes of points that meet it."""

from engine.expansions.hurdles.part import Hurdles

__all__ = ["Hurdles"]

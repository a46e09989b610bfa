"""The Events (section 20): six tiles, each used once in the game, and once by each player, before his action."""

from engine.expansions.events.part import Events

__all__ = ["Events"]

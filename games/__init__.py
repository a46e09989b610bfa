"""Correspondence play: tables, games, clocks, notifications, mail and replay, over the pure `engine`."""

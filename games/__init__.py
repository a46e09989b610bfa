"""Correspondence play: tables, games, clocks, notices, mail and replay, over the pure `engine`."""

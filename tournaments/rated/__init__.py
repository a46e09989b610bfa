"""Rated games: taken in one gapless order, judged and kept; charts, leaderboards and rebuilding."""

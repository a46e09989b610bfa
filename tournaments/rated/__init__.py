"""Rated games: rating them in one gapless order, histories, leaderboards, and rebuilding all ratings."""

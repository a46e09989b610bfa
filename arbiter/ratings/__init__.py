"""Ratings: pairwise Elo for two to five players, as pure functions."""

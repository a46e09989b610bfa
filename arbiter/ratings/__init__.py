"""Ratings: pairwise Elo for two to five players, and FIDE's practice and tables, as pure functions."""

"""Tie-breaks for tables of two to five, all of them means per game, so that the size of a table favours nobody."""

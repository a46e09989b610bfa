"""Writing. Each function takes keyword arguments and is one transaction that locks the tournament's row first, then rows of games.
A game that ends writes a row of its own (`Over`) and never waits for a tournament.
"""

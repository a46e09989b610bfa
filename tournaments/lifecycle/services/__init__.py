"""Writing. Every function takes keyword arguments and is one transaction with the tournament's row locked; then, if at all, the
rows of games (`games.play`). A game that ends writes a row of its own (`Over`) and never waits for a tournament.
"""

"""Writing: keyword arguments, each one transaction with the league's row locked, before the rows of tournaments."""

"""Writing. Each function takes keyword arguments and is one transaction that locks the league's row before those of tournaments."""

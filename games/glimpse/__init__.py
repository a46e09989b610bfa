"""A game as a spectator sees it, in a few lines: what is kept for when the net is away, and what other sites show of a link."""

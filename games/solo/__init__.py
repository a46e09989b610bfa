"""Games of one player alone: best results, and one click to the next try."""

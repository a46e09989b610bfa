"""What a table may choose, and its words: editions and sets, strengths of bots, paces."""

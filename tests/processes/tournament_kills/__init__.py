"""Workers of tournaments that are killed in the middle of their work, or work beside each other."""

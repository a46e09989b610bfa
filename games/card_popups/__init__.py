"""Looking things up without leaving the game: what a card or tile is, and what it is about here and now."""

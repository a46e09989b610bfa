"""How everything of the game is called: cards, tiles, phases, amounts, and what the engine says when it refuses."""

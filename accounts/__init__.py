"""People: who they are, how they sign in, what they want to be told. Knows nothing of games."""

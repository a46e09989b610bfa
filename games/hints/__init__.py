"""What a searching bot would do in somebody's place: only in practice games, only from what that seat sees."""

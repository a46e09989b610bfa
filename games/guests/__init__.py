"""People without an account: a game at once, what becomes of it when they get an account, and when they do not."""

"""Games of guests begin, go over to an account, and are forgotten."""

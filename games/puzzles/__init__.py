"""A puzzle a day: a decision from a finished public game where the adviser and the player clearly disagreed."""

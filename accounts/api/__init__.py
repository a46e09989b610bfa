"""The own profile and what everybody sees of a player, for programs."""

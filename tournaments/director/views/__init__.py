"""Pages of the desk. Every wish is a POST; what cannot be granted is said where it was asked for."""

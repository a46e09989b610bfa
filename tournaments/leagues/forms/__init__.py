"""The form of a new league."""

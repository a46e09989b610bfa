"""The editions of the base game; each is a part like any other."""

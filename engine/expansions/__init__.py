"""Sets beside the base game; each is a part in a file of its own, and none knows of another."""

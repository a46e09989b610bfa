"""What the game page says, as plain values: pure functions from an engine view, names and times to what templates show."""

"""The desk of those who direct tournaments: making one, running it, and what people and directors tell each other."""

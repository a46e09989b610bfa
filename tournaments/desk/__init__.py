"""The desk of those who direct events: making one, running it, and what people and directors tell each other."""

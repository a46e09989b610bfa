"""The page of a game that has begun, and what is done there."""

"""What changes a game that has begun: one transaction each, keyword arguments."""

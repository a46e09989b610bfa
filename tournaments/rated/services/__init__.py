"""What is written about ratings; each function is one transaction."""

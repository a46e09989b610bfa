"""Finished games: any position through anybody's eyes, and the record with its secret."""

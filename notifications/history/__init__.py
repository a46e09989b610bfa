"""What somebody was told, by which way, and what became of it; and telling it once more."""

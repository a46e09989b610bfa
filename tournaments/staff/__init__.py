"""What staff see of tournaments and do there, and how games end for good: with what they count."""

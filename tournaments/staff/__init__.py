"""What staff see of events and do there, and how games end for good: with what they count."""

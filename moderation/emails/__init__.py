"""What staff have done, told to whom it concerns."""

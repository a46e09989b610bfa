"""What an entrant says of himself."""

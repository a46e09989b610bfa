"""What happens in a tournament: registering, rounds, tables, closing, corrections, the log of its directors."""

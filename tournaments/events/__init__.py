"""What happens in an event: registering, rounds, tables, closing, corrections, the log of its directors."""

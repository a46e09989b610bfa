"""What happens in a tournament: registration, rounds, results, decisions of directors, and the log."""

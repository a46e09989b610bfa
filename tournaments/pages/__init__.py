"""What everybody sees of tournaments: the list and calendar, a tournament with its rounds, standings, players and log, what an
entrant does there, exports and feeds."""

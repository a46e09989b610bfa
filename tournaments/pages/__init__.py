"""What everybody sees of events: the list and calendar, an event with its rounds, standings, players and log, what an
entrant does there, exports and feeds."""

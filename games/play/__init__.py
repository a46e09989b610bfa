"""A game that has begun: its log, positions, clocks, passes, presets, seats, timeouts and bots. Everybody who moves comes here."""

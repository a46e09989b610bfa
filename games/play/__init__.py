"""A game that has begun: moves, clocks, seats, bots, positions and notifications. Pages, API, email and bots all move here."""

"""Practice with finished games: play on from any position against bots, or guess the moves of a seat."""

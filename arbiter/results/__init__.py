"""From a finished or closed game with its tenures to one result, which pairing, standings, finals and ratings take up."""

"""A game or table as a picture: what other sites show beside a link to it."""

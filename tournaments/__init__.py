"""Tournaments, leagues and ratings on the site. The arithmetic is in `arbiter`."""

"""Tournaments, leagues and ratings in the API: the same as their pages, for programs."""

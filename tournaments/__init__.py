"""Tournaments: pairing, standings, ratings, schedules and formats as plain functions of plain values, without Django, and
beside them what the site makes of them."""

"""Leagues: seasons that follow one another, levels of groups, promotion and relegation. Each group is a tournament of its own."""

"""Leagues: seasons that follow one another, levels of groups, promotion and relegation. Each group is an event of its own."""

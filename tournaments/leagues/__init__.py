"""Leagues: seasons in divisions, with promotion and relegation. Each group of a season is a tournament."""

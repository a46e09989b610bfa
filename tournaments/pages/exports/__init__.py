"""Standings and pairings for programs: comma separated, JSON, and in pairs as a tournament report file."""

"""Tournaments: pairing, standings and ratings as plain functions of plain values."""

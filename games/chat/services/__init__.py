"""Writes about talk, keyword arguments, each one transaction."""

"""Writes, keyword arguments, each one transaction."""

"""Dates and times of pages where the design differs from Django's choice for a language."""

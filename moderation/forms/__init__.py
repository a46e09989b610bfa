"""Forms of staff and of people who report."""

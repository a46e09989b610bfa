"""A made-up app that extends games, installed in the tests: tables of a club that nobody else may look at while it plays."""

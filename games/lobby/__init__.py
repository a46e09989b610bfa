"""The pages outside a game: My games, lobby, tables before their game, invitations, archive."""

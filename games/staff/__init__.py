"""What staff see of games and do there (`moderation.actions`): through the services, under their locks, and never with a look into
what a game hides."""

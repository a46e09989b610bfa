"""What those who run the site do about people, games and events: with a reason, and in a trail that nobody changes unseen."""

"""What those who run the site do about people, games and tournaments: with a reason, and in a trail that nobody changes unseen."""

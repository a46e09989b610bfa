"""Pages on which people say what they want to be told, by which channel and when; and where it is sent."""

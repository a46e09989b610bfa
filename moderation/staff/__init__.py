"""What staff may do about people and mails, and what needs a hand there."""

"""What staff do about people that all apps have a part in: erasing an account, and making one of two."""

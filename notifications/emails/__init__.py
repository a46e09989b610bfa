"""What notifications tell of themselves: a test that somebody asks for, what has gathered, a webhook that was switched off."""

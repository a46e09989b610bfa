"""What of mails from players needs a hand."""

"""A position as plain text, and moves as a line of text: one face for pages and mails."""

"""What players write to the site: answers to mails about a seat or a table, and commands. Found by lying here
(`incoming_mail.handlers`). Every mail that somebody knows is answered by one of his letters (`games.emails.answers`)."""

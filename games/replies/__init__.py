"""What players write to the site: answers to mails about a seat or a table, and commands. Found by lying here
(`inbound.handlers`). Every mail that somebody knows is answered by one of his letters (`games.letters.answers`)."""

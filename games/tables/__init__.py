"""Before the start: tables, invitations, and who may sit down. Everybody who gathers people comes here."""

"""Pages of games: thin; they parse, call a service or a query, and show."""

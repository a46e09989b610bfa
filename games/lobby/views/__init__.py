"""Pages: thin; they parse, call a service or a query, and show."""

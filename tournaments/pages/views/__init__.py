"""Pages: thin; they parse, call a service or a presenter, and show."""

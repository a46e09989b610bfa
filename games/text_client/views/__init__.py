"""Pages: thin; they parse, call a service, and show."""

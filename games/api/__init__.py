"""The API: what a page can do, for programs. Thin: parse, call a service or a query, answer."""

"""Games and tables as rows of lists: what is loaded for them, and what each row says."""

"""Cards with a function of their own, one part each."""

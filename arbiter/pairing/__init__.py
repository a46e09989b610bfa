"""Who meets whom: pure functions without database or clock; the same input gives the same answer."""

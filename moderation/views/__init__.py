"""Pages of staff, and the two pages of everybody: a report, and what a suspended person reads."""

"""What changes a table: one transaction each, keyword arguments."""

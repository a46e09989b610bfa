"""Who plays at which table when everybody's opponents are fixed beforehand: round-robins for two and for tables of 3 to 5."""

"""How rows are asked for where the ORM would make the same SQL with every request. Knows no app."""

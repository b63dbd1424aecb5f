"""What a tournament leaves: tables, charts, the bracket and the report."""

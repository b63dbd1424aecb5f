"""The output of a tournament: tables, charts, the bracket and the report."""

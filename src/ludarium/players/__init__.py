"""Who can sit at a table: bots, functions, programs and scripts, and the table where they play."""

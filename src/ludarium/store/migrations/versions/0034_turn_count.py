"""How many turns people count in a match, who see a roll and what follows as one, and a draw as none."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"

COUNT = """
UPDATE matches SET turn_count = (
  SELECT count(*) FROM turns AS line LEFT JOIN turns AS before
    ON before.match_id = line.match_id AND before.number = line.number - 1
  WHERE line.match_id = matches.id AND line.text NOT LIKE 'first %'
    AND (line.text LIKE 'roll %' OR before.text IS NULL OR before.text NOT LIKE 'roll %')
)
"""
"""Lines are counted by their texts, since no rules are loaded here: all games that had chance called it so."""


def upgrade() -> None:
    """Add the column, and count the turns of all matches."""
    op.add_column("matches", sa.Column("turn_count", sa.Integer(), nullable=False, server_default="0"))
    op.execute(COUNT)

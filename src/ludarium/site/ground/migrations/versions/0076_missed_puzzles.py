"""The puzzles that were missed in a run against the clock, with the answers."""

import sqlalchemy as sa
from alembic import op

revision = "0076"
down_revision = "0075"


def upgrade() -> None:
    """Add the column."""
    with op.batch_alter_table("puzzle_runs") as table:
        table.add_column(sa.Column("missed", sa.JSON(none_as_null=True)))

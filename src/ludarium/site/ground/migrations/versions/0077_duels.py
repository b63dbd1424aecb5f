"""How far people have played duels of puzzles whose first answer counts."""

import sqlalchemy as sa
from alembic import op

revision = "0077"
down_revision = "0076"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "puzzle_duels",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("puzzle", sa.String(24), primary_key=True),
        sa.Column("actions", sa.Text(), nullable=False),
    )

"""The lessons that people have solved."""

import sqlalchemy as sa
from alembic import op

revision = "0075"
down_revision = "0074"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "solved_lessons",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("title", sa.String(80), primary_key=True),
        sa.Column("solved_at", sa.Double(), nullable=False),
    )

"""The opening book of the site: what was played from positions, and up to where the matches are counted."""

import sqlalchemy as sa
from alembic import op

revision = "0070"
down_revision = "0069"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "book_turns",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("position", sa.String(32), nullable=False),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("players", sa.String(8), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("points", sa.JSON(), nullable=False),
        sa.Column("last_at", sa.Double(), nullable=False),
    )
    op.create_index("ix_book_turns_position", "book_turns", ["position", "games"])
    op.create_table(
        "book_progress",
        sa.Column("source", sa.String(64), primary_key=True),
        sa.Column("cursor", sa.String(64), nullable=False),
    )

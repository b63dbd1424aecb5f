"""Turns that people have planned ahead."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Create the table, and say in which matches there are such turns."""
    op.add_column("matches", sa.Column("planned", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "queued_turns",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_queued_turns_match_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_queued_turns")),
    )

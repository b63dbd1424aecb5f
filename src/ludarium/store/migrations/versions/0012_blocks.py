"""Blocks: whom an account wants nothing of."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "blocks",
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("blocked_id", sa.String(32), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_blocks_person_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["blocked_id"], ["people.id"], name=op.f("fk_blocks_blocked_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", "blocked_id", name=op.f("pk_blocks")),
    )
    op.create_index(op.f("ix_blocks_blocked_id"), "blocks", ["blocked_id"], unique=False)

"""The addresses by which challenges are answered by mail."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "challenge_addresses",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("challenge_id", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["challenge_id"],
            ["match_challenges.id"],
            name=op.f("fk_challenge_addresses_challenge_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_challenge_addresses")),
    )
    op.create_index(op.f("ix_challenge_addresses_challenge_id"), "challenge_addresses", ["challenge_id"], unique=False)

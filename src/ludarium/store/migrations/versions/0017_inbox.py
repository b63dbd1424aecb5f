"""The inbox: mails as they came."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "inbox",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("received_at", sa.Double(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("copy_key", sa.String(64)),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.Column("tries", sa.SmallInteger(), nullable=False),
        sa.Column("next_at", sa.Double(), nullable=False),
        sa.Column("claimed_by", sa.String(32)),
        sa.Column("claim_expires_at", sa.Double(), nullable=False),
        sa.Column("handled_at", sa.Double()),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbox")),
    )
    op.create_index(op.f("ix_inbox_copy_key"), "inbox", ["copy_key"], unique=True)
    op.create_index(op.f("ix_inbox_handled_at_next_at"), "inbox", ["handled_at", "next_at"], unique=False)
    op.create_index(op.f("ix_inbox_received_at"), "inbox", ["received_at"], unique=False)
    op.create_index(op.f("ix_inbox_claimed_by"), "inbox", ["claimed_by"], unique=False)

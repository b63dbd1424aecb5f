"""Reply addresses: mail addresses that may act for a seat in one turn."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "reply_addresses",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("takebacks", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("used_at", sa.Double()),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_reply_addresses_person"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_reply_addresses_match_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_reply_addresses")),
    )
    for column in ("person", "match_id", "created_at"):
        op.create_index(op.f(f"ix_reply_addresses_{column}"), "reply_addresses", [column], unique=False)

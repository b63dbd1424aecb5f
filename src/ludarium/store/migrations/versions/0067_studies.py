"""The board to analyse on: studies that people keep, and what bots say of positions."""

import sqlalchemy as sa
from alembic import op

revision = "0067"
down_revision = "0066"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "position_searches",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="SET NULL")),
        sa.Column("origin", sa.String(32)),
        sa.Column("asked_at", sa.Double(), nullable=False),
        sa.Column("claim_expires_at", sa.Double(), nullable=False),
        sa.Column("tries", sa.SmallInteger(), nullable=False),
        sa.Column("made_at", sa.Double()),
        sa.Column("content", sa.JSON(none_as_null=True)),
    )
    for name in ("person_id", "origin", "asked_at", "made_at"):
        op.create_index(f"ix_position_searches_{name}", "position_searches", [name])
    op.create_table(
        "studies",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("shown", sa.String(8), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.Column("changed_at", sa.Double(), nullable=False),
    )
    for name in ("person_id", "changed_at"):
        op.create_index(f"ix_studies_{name}", "studies", [name])

"""Bots that people write in the workshop: their versions, and the trials that are asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "workshop_bots",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.Column("may_copy", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("published", sa.Integer(), nullable=True),
        sa.Column("rests_until", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_workshop_bots_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_workshop_bots")),
    )
    op.create_index(op.f("ix_workshop_bots_person_id"), "workshop_bots", ["person_id"], unique=False)
    op.create_index(op.f("ix_workshop_bots_game_published"), "workshop_bots", ["game", "published"], unique=False)
    op.create_table(
        "workshop_versions",
        sa.Column("bot_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("tested_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["bot_id"], ["workshop_bots.id"], name=op.f("fk_workshop_versions_bot_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("bot_id", "number", name=op.f("pk_workshop_versions")),
    )
    op.create_table(
        "trials",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("origin", sa.String(32), nullable=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("bot_id", sa.String(32), nullable=True),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.Column("job", sa.JSON(), nullable=False),
        sa.Column("asked_at", sa.Double(), nullable=False),
        sa.Column("claimed_by", sa.String(64), nullable=True),
        sa.Column("claim_expires_at", sa.Double(), nullable=False),
        sa.Column("tries", sa.SmallInteger(), nullable=False),
        sa.Column("made_at", sa.Double(), nullable=True),
        sa.Column("content", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_trials_person_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["bot_id"], ["workshop_bots.id"], name=op.f("fk_trials_bot_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trials")),
    )
    for column in ("person_id", "origin", "bot_id", "made_at"):
        op.create_index(op.f(f"ix_trials_{column}"), "trials", [column], unique=False)

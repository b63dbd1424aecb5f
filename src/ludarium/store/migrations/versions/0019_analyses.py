"""Reviews and hints, which bots make in the background, and rematches."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the table of analyses, marks of hints, and the ids of rematches."""
    op.add_column("matches", sa.Column("hints", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("matches", sa.Column("rematch", sa.String(32), nullable=True))
    op.create_table(
        "analyses",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=True),
        sa.Column("origin", sa.String(32), nullable=True),
        sa.Column("asked_at", sa.Double(), nullable=False),
        sa.Column("claimed_by", sa.String(64), nullable=True),
        sa.Column("claim_expires_at", sa.Double(), nullable=False),
        sa.Column("tries", sa.SmallInteger(), nullable=False),
        sa.Column("made_at", sa.Double(), nullable=True),
        sa.Column("content", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_analyses_match_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_analyses_person_id"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("match_id", "played", name=op.f("pk_analyses")),
    )
    for column in ("person_id", "origin", "made_at"):
        op.create_index(op.f(f"ix_analyses_{column}"), "analyses", [column])

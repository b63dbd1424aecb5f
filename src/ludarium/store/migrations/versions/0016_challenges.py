"""Challenges of one person to another."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Create the table, and let people say what others may do."""
    op.add_column("people", sa.Column("challenges", sa.String(16), nullable=False, server_default="start"))
    op.create_table(
        "match_challenges",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("challenger_id", sa.String(32), nullable=False),
        sa.Column("challenged_id", sa.String(32), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("begins", sa.String(16), nullable=False),
        sa.Column("clock", sa.Text(), nullable=True),
        sa.Column("tick", sa.Double(), nullable=True),
        sa.Column("position", sa.Text(), nullable=True),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("answered_at", sa.Double(), nullable=True),
        sa.Column("match_id", sa.String(32), nullable=True),
        sa.Column("counters", sa.String(32), nullable=True),
        *(
            sa.ForeignKeyConstraint([name], ["people.id"], name=op.f(f"fk_match_challenges_{name}"), ondelete="CASCADE")
            for name in ("challenger_id", "challenged_id")
        ),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_match_challenges_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match_challenges")),
    )
    for name in ("challenger_id", "challenged_id"):
        op.create_index(op.f(f"ix_match_challenges_{name}_state"), "match_challenges", [name, "state"], unique=False)

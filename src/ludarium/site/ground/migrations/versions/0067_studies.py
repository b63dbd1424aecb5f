"""The session of a push subscription, the ways to rate and to pair, and the board to analyse on.

A push subscription of a person with one session is that session's; where there are several nobody knows which one it
was, so these subscriptions end, and the button in the settings turns them on again. Without a row in `rating_model` the
next server computes all ratings again. Tournaments that were made before have the first way to pair.
"""

import sqlalchemy as sa
from alembic import op

revision = "0067"
down_revision = "0063"

_OF_ONE = """
    UPDATE push_subscriptions SET session_id = (
        SELECT max(sessions.token_hash) FROM sessions
        WHERE sessions.person_id = push_subscriptions.person_id HAVING count(*) = 1
    )
"""


def upgrade() -> None:
    """Add the columns, with the session of those who have one, and create the tables."""
    op.add_column("push_subscriptions", sa.Column("session_id", sa.String(64), nullable=True))
    op.execute(_OF_ONE)
    op.execute("DELETE FROM push_subscriptions WHERE session_id IS NULL")
    with op.batch_alter_table("push_subscriptions") as table:
        table.alter_column("session_id", existing_type=sa.String(64), nullable=False)
        table.create_foreign_key(
            op.f("fk_push_subscriptions_session_id"), "sessions", ["session_id"], ["token_hash"], ondelete="CASCADE"
        )
    op.create_index(op.f("ix_push_subscriptions_session_id"), "push_subscriptions", ["session_id"], unique=False)
    op.add_column("tournaments", sa.Column("pairing", sa.SmallInteger(), nullable=False, server_default="1"))
    op.create_table(
        "rating_model",
        sa.Column("id", sa.SmallInteger(), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
    )
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

"""The session to which a push subscription belongs.

A subscription of a person with one session is that session's; where there are several nobody knows which one it was,
so these subscriptions end, and the button in the settings turns them on again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"

_OF_ONE = """
    UPDATE push_subscriptions SET session_id = (
        SELECT max(sessions.token_hash) FROM sessions
        WHERE sessions.person_id = push_subscriptions.person_id HAVING count(*) = 1
    )
"""


def upgrade() -> None:
    """Add the column, with the session of those who have one."""
    op.add_column("push_subscriptions", sa.Column("session_id", sa.String(64), nullable=True))
    op.execute(_OF_ONE)
    op.execute("DELETE FROM push_subscriptions WHERE session_id IS NULL")
    with op.batch_alter_table("push_subscriptions") as table:
        table.alter_column("session_id", existing_type=sa.String(64), nullable=False)
        table.create_foreign_key(
            op.f("fk_push_subscriptions_session_id"), "sessions", ["session_id"], ["token_hash"], ondelete="CASCADE"
        )
    op.create_index(op.f("ix_push_subscriptions_session_id"), "push_subscriptions", ["session_id"], unique=False)

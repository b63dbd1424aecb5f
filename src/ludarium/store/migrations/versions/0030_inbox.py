"""A mail that is claimed has a time at which the claim ends, and nobody asks by whom."""

from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    """Drop a column that nothing has written."""
    op.drop_index(op.f("ix_inbox_claimed_by"), "inbox")
    op.drop_column("inbox", "claimed_by")

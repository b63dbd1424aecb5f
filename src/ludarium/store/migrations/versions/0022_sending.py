"""What becomes of each mail: when its last byte is sent, and when it is given up."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

_WAITING = sa.text("sent_at IS NULL AND failed_at IS NULL")


def upgrade() -> None:
    """Add the columns, and an index of the mails that wait."""
    op.add_column("outbox", sa.Column("sending_at", sa.Double(), nullable=True))
    op.add_column("outbox", sa.Column("failed_at", sa.Double(), nullable=True))
    op.add_column("outbox", sa.Column("error", sa.Text(), nullable=True))
    op.add_column("outbox", sa.Column("claimed_by", sa.String(32), nullable=True))
    op.create_index(op.f("ix_outbox_claimed_by"), "outbox", ["claimed_by"], unique=False)
    op.drop_index(op.f("ix_outbox_send_at"), "outbox")
    op.create_index("ix_outbox_waiting", "outbox", ["send_at"], sqlite_where=_WAITING, postgresql_where=_WAITING)

"""Seats that wait for anybody, not only for who has their link."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Add the column; open seats of former versions wait for who has their link."""
    op.add_column("seats", sa.Column("for_anybody", sa.Boolean(), server_default=sa.false(), nullable=False))

"""The version of how a tournament is paired; those that were made before have the first one."""

import sqlalchemy as sa
from alembic import op

revision = "0066"
down_revision = "0065"


def upgrade() -> None:
    """Add the column."""
    op.add_column("tournaments", sa.Column("pairing", sa.SmallInteger(), nullable=False, server_default="1"))

"""Private matches, which are in no list."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Add the setting; all matches so far are public."""
    op.add_column("matches", sa.Column("private", sa.Boolean(), server_default=sa.false(), nullable=False))

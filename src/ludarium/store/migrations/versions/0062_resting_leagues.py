"""Since when the next season of a league cannot begin."""

import sqlalchemy as sa
from alembic import op

revision = "0062"
down_revision = "0061"


def upgrade() -> None:
    """Add the column; which leagues those are is found when they are looked at."""
    op.add_column("leagues", sa.Column("failing_since", sa.Double(), nullable=True))

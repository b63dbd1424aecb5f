"""The parts of a bracket of double elimination."""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"


def upgrade() -> None:
    """Add the column; former brackets have one part."""
    op.add_column("tournament_boards", sa.Column("section", sa.String(8), nullable=False, server_default=""))

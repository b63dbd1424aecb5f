"""Live tournaments pause between two rounds."""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"


def upgrade() -> None:
    """Add when the next round begins."""
    op.add_column("tournaments", sa.Column("resumes_at", sa.Double))

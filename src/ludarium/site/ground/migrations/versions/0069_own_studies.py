"""Studies that people make of their own matches, from which they plan turns."""

import sqlalchemy as sa
from alembic import op

revision = "0069"
down_revision = "0068"


def upgrade() -> None:
    """Add the column."""
    with op.batch_alter_table("studies") as table:
        table.add_column(sa.Column("match_id", sa.String(16), nullable=False, server_default=sa.text("''")))

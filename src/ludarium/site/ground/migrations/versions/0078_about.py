"""What a person says about themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0078"
down_revision = "0077"


def upgrade() -> None:
    """Add the column."""
    with op.batch_alter_table("people") as table:
        table.add_column(sa.Column("about", sa.Text()))

"""The portrait that a person has chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0074"
down_revision = "0073"


def upgrade() -> None:
    """Add the column."""
    with op.batch_alter_table("people") as table:
        table.add_column(sa.Column("portrait", sa.SmallInteger()))

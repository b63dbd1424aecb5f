"""The number of the way in which ratings are computed; without a row the next server computes all of them again."""

import sqlalchemy as sa
from alembic import op

revision = "0065"
down_revision = "0064"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "rating_model",
        sa.Column("id", sa.SmallInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating_model")),
    )

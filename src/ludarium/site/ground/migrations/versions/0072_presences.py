"""When people came to the pages of the site and left them, while they play with live clocks."""

import sqlalchemy as sa
from alembic import op

revision = "0072"
down_revision = "0071"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "presences",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("came_at", sa.Double(), nullable=False),
        sa.Column("left_at", sa.Double()),
    )

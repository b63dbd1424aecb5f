"""Outcomes of dice may have longer names, as those of games by others."""

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"


def upgrade() -> None:
    """Widen the column."""
    with op.batch_alter_table("dice_throws") as table:
        table.alter_column("outcome", existing_type=sa.String(64), type_=sa.String(200), existing_nullable=False)

"""What the turns of people have given away, and what the dice have given them, where exact values are installed."""

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"


def upgrade() -> None:
    """Create the table; matches whose throws were counted before are not in it."""
    op.create_table(
        "losses",
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Double(), nullable=False),
        sa.Column("squares", sa.Double(), nullable=False),
        sa.Column("rolls", sa.Integer(), nullable=False),
        sa.Column("luck", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_losses_person_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", "game", name=op.f("pk_losses")),
    )

"""Players who left their seats, and their stand-ins."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Create the table; before, a match ended when a player left."""
    op.create_table(
        "leavers",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=True),
        sa.Column("left_at", sa.Double(), nullable=False),
        sa.Column("stand_in", sa.Text(), nullable=False),
        sa.Column("replaced_at", sa.Integer(), nullable=False),
        sa.Column("replaced_by", sa.String(32), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_leavers_match_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_leavers_person_id")),
        sa.ForeignKeyConstraint(["replaced_by"], ["people.id"], name=op.f("fk_leavers_replaced_by")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_leavers")),
    )
    op.create_index(op.f("ix_leavers_person_id"), "leavers", ["person_id"], unique=False)

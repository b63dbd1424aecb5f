"""What people have thrown, and the matches whose throws are still to be counted: all that are over."""

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"


def upgrade() -> None:
    """Create the tables; what was played before is counted by and by."""
    op.create_table(
        "dice_due",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_dice_due_match_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_dice_due")),
    )
    op.create_table(
        "dice_throws",
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("sides", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("outcome", sa.String(64), nullable=False),
        sa.Column("thrown", sa.Integer(), nullable=False),
        sa.Column("expected", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_dice_throws_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person_id", "game", "sides", "outcome", name=op.f("pk_dice_throws")),
    )
    op.execute("INSERT INTO dice_due (match_id) SELECT id FROM matches WHERE ending <> ''")

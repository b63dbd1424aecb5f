"""Who watches matches by mail, and who wants what people mail to all."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "watchers",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("told_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_watchers_match_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_watchers_person_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_watchers")),
    )
    op.create_index(op.f("ix_watchers_person_id"), "watchers", ["person_id"], unique=False)
    op.create_table(
        "broadcasts",
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("wanted", sa.Boolean(), nullable=False),
        sa.Column("sent_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_broadcasts_person_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_broadcasts")),
    )

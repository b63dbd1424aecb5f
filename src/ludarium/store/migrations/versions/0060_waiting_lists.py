"""Waiting lists of tournaments, results before they were corrected, and when tournaments were reminded or stuck."""

import sqlalchemy as sa
from alembic import op

revision = "0060"
down_revision = "0059"


def upgrade() -> None:
    """Create the table and the columns."""
    op.create_table(
        "tournament_waiting",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("for_id", sa.String(32), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_tournament_waiting_tournament_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_tournament_waiting_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "person_id", name=op.f("pk_tournament_waiting")),
    )
    op.create_index(op.f("ix_tournament_waiting_person_id"), "tournament_waiting", ["person_id"], unique=False)
    with op.batch_alter_table("tournaments") as table:
        table.add_column(sa.Column("failing_since", sa.Double(), nullable=True))
        table.add_column(sa.Column("reminded_at", sa.Double(), nullable=True))
    with op.batch_alter_table("tournament_boards") as table:
        table.add_column(sa.Column("before", sa.Text(), nullable=True))

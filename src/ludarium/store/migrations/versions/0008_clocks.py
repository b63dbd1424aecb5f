"""Clocks by correspondence, vacations, and the heartbeat."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the columns and tables; clocks that are running go on from when their turn began."""
    op.add_column("matches", sa.Column("clock_started_at", sa.Double(), nullable=True))
    op.add_column("matches", sa.Column("paused", sa.Double(), nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("turn_clock", sa.JSON(none_as_null=True), nullable=True))
    op.execute(
        "UPDATE matches SET clock_started_at = turn_started_at WHERE ending = '' AND turn_started_at <= updated_at"
    )
    op.add_column("seats", sa.Column("warn_at", sa.Double(), nullable=True))
    op.add_column("seats", sa.Column("warned", sa.Integer(), nullable=True))
    op.create_index(op.f("ix_seats_warn_at"), "seats", ["warn_at"], unique=False)
    op.add_column("turns", sa.Column("clocks", sa.JSON(none_as_null=True), nullable=True))
    person = [
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], ondelete="CASCADE", name=f"fk_{table}_person_id")
        for table in ("vacations", "vacation_balances")
    ]
    op.create_table(
        "vacations",
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("begins_at", sa.Double(), nullable=False),
        sa.Column("ends_at", sa.Double(), nullable=False),
        person[0],
        sa.PrimaryKeyConstraint("person_id", "begins_at", name=op.f("pk_vacations")),
    )
    op.create_table(
        "vacation_balances",
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("counted_at", sa.Double(), nullable=False),
        person[1],
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_vacation_balances")),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.SmallInteger(), nullable=False),
        sa.Column("beat_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeat")),
    )

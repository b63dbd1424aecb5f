"""What people have tried of puzzles: attempts, ratings, days, runs, and who gets the puzzle of the day."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0071"
down_revision = "0070"


def _person(**options: Any) -> sa.Column[str]:  # Any: as of a column
    return sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), **options)


def _rating() -> tuple[sa.Column[float], sa.Column[float], sa.Column[int], sa.Column[int]]:
    return (
        sa.Column("strength", sa.Double(), nullable=False),
        sa.Column("error", sa.Double(), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
    )


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "puzzle_attempts",
        _person(primary_key=True),
        sa.Column("puzzle", sa.String(24), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("solved_at", sa.Double()),
        sa.Column("shown", sa.Boolean(), nullable=False),
    )
    op.create_table("puzzle_days", _person(primary_key=True), sa.Column("day", sa.Integer(), primary_key=True))
    op.create_table(
        "puzzle_solvers", _person(primary_key=True), sa.Column("game", sa.String(64), primary_key=True), *_rating()
    )
    op.create_table("puzzle_ratings", sa.Column("puzzle", sa.String(24), primary_key=True), *_rating())
    op.create_table(
        "puzzle_runs",
        sa.Column("id", sa.String(32), primary_key=True),
        _person(nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.Column("solved", sa.SmallInteger(), nullable=False),
        sa.Column("mistakes", sa.SmallInteger(), nullable=False),
        sa.Column("ended_at", sa.Double()),
        sa.Column("revision", sa.Integer(), nullable=False),
    )
    op.create_table(
        "puzzle_mails",
        _person(primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("by_mail", sa.Boolean(), nullable=False),
        sa.Column("by_push", sa.Boolean(), nullable=False),
        sa.Column("next_at", sa.Double(), nullable=False),
    )
    op.create_table(
        "puzzle_replies",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        _person(nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("puzzle", sa.String(24), nullable=False),
        sa.Column("made_at", sa.Double(), nullable=False),
    )
    op.create_index("ix_puzzle_runs_person_id", "puzzle_runs", ["person_id"])
    op.create_index("ix_puzzle_runs_game_started_at", "puzzle_runs", ["game", "started_at"])
    op.create_index("ix_puzzle_mails_next_at", "puzzle_mails", ["next_at"])
    for name in ("person_id", "made_at"):
        op.create_index(f"ix_puzzle_replies_{name}", "puzzle_replies", [name])

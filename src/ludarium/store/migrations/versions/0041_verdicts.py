"""Verdicts on matches that go on when a season ends."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"


def upgrade() -> None:
    """Add the columns; what was adjudicated before has no verdict."""
    op.add_column("tournament_boards", sa.Column("judged_turns", sa.Integer(), nullable=True))
    op.add_column("tournament_boards", sa.Column("judge_until", sa.Double(), nullable=True))
    op.add_column("tournament_boards", sa.Column("judge_tries", sa.SmallInteger(), nullable=True))
    op.add_column("tournament_boards", sa.Column("verdict", sa.Text(), nullable=True))

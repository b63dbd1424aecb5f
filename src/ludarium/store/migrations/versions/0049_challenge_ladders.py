"""Places of people on challenge ladders, their challenges, and the log of all changes."""

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "ladder_places",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("joined_at", sa.Double(), nullable=False),
        sa.Column("idle_at", sa.Double(), nullable=False),
        sa.Column("sinks_at", sa.Double(), nullable=False),
        _person("ladder_places", "person_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "person_id", name=op.f("pk_ladder_places")),
    )
    _index("ladder_places", "person_id", "sinks_at")
    op.create_table(
        "ladder_log",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("other_id", sa.String(32), nullable=True),
        sa.Column("match_id", sa.String(32), nullable=True),
        sa.Column("person_place", sa.Integer(), nullable=True),
        sa.Column("other_place", sa.Integer(), nullable=True),
        _person("ladder_log", "person_id"),
        _person("ladder_log", "other_id"),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_ladder_log")),
    )
    _index("ladder_log", "person_id", "other_id")
    op.create_table(
        "ladder_challenges",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("challenger_id", sa.String(32), nullable=False),
        sa.Column("challenged_id", sa.String(32), nullable=False),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.Column("answer_by", sa.Double(), nullable=True),
        sa.Column("match_id", sa.String(32), nullable=True),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.Column("outcome", sa.String(16), nullable=False),
        _person("ladder_challenges", "challenger_id", ondelete="CASCADE"),
        _person("ladder_challenges", "challenged_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_ladder_challenges")),
    )
    _index("ladder_challenges", "challenger_id", "challenged_id", "answer_by", "match_id")


def _person(table: str, column: str, ondelete: str | None = None) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], ["people.id"], name=op.f(f"fk_{table}_{column}"), ondelete=ondelete)


def _index(table: str, *columns: str) -> None:
    for column in columns:
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column], unique=False)

"""Tournaments, who has entered them, and their games."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("tempo", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("rounds", sa.SmallInteger(), nullable=False),
        sa.Column("games", sa.SmallInteger(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("computers", sa.Boolean(), nullable=False),
        sa.Column("most", sa.SmallInteger(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("organiser_id", sa.String(32), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("begins_at", sa.Double(), nullable=False),
        sa.Column("begun_at", sa.Double(), nullable=True),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.Column("due_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["organiser_id"], ["people.id"], name=op.f("fk_tournaments_organiser_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    for columns in (["organiser_id"], ["due_at"], ["state", "begins_at"]):
        op.create_index(op.f(f"ix_tournaments_{'_'.join(columns)}"), "tournaments", columns, unique=False)
    op.create_table(
        "tournament_entries",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=True),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("entered_at", sa.Double(), nullable=False),
        sa.Column("left_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_tournament_entries_tournament_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_tournament_entries_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "person_id", name=op.f("pk_tournament_entries")),
    )
    op.create_index(op.f("ix_tournament_entries_person_id"), "tournament_entries", ["person_id"], unique=False)
    op.create_table(
        "tournament_boards",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("wave", sa.SmallInteger(), nullable=False),
        sa.Column("board", sa.SmallInteger(), nullable=False),
        sa.Column("round", sa.SmallInteger(), nullable=False),
        sa.Column("encounter", sa.SmallInteger(), nullable=False),
        sa.Column("first", sa.SmallInteger(), nullable=False),
        sa.Column("second", sa.SmallInteger(), nullable=True),
        sa.Column("match_id", sa.String(32), nullable=True),
        sa.Column("first_points", sa.Double(), nullable=True),
        sa.Column("second_points", sa.Double(), nullable=True),
        sa.Column("how", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_tournament_boards_tournament_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_tournament_boards_match_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "wave", "board", name=op.f("pk_tournament_boards")),
    )
    op.create_index(op.f("ix_tournament_boards_match_id"), "tournament_boards", ["match_id"], unique=True)
    op.create_index(op.f("ix_tournament_boards_how"), "tournament_boards", ["how"], unique=False)

"""Leagues, who plays in their next seasons, and tournaments that are their divisions."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    """Create the tables, and add the columns; no former tournament belongs to a league."""
    _create_leagues()
    op.add_column("tournaments", sa.Column("league_id", sa.String(32), nullable=True))
    op.add_column("tournaments", sa.Column("season", sa.SmallInteger(), nullable=True))
    op.add_column("tournaments", sa.Column("division", sa.SmallInteger(), nullable=True))
    op.add_column("tournaments", sa.Column("ends_at", sa.Double(), nullable=True))
    op.add_column("tournaments", sa.Column("warned_at", sa.Double(), nullable=True))
    columns = ["league_id", "season", "division"]
    op.create_index(op.f("ix_tournaments_league_id_season_division"), "tournaments", columns, unique=True)
    for side in ("first", "second"):
        op.add_column("tournament_boards", sa.Column(f"{side}_seconds", sa.Double(), nullable=True))
        op.add_column("tournament_boards", sa.Column(f"{side}_turns", sa.Integer(), nullable=True))


def _create_leagues() -> None:
    op.create_table(
        "leagues",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("tempo", sa.String(32), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("computers", sa.Boolean(), nullable=False),
        sa.Column("season_days", sa.SmallInteger(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("organiser_id", sa.String(32), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("season", sa.SmallInteger(), nullable=False),
        sa.Column("is_last", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("begins_at", sa.Double(), nullable=False),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.Column("due_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["organiser_id"], ["people.id"], name=op.f("fk_leagues_organiser_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leagues")),
    )
    for columns in (["organiser_id"], ["due_at"], ["state", "begins_at"]):
        op.create_index(op.f(f"ix_leagues_{'_'.join(columns)}"), "leagues", columns, unique=False)
    op.create_table(
        "league_entries",
        sa.Column("league_id", sa.String(32), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("entered_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id"], ["leagues.id"], name=op.f("fk_league_entries_league_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_league_entries_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("league_id", "person_id", name=op.f("pk_league_entries")),
    )
    op.create_index(op.f("ix_league_entries_person_id"), "league_entries", ["person_id"], unique=False)

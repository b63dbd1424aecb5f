"""Bots of the site in tournaments, which are no people."""

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision = "0057"
_TABLE = "tournament_entries"


def upgrade() -> None:
    """Make the table again, with a key that is the id of a person or of a bot."""
    op.execute("CREATE TABLE former_entries AS SELECT * FROM tournament_entries")
    op.drop_table(_TABLE)
    op.create_table(
        _TABLE,
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(64), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=True),
        sa.Column("bot", sa.Text(), nullable=True),
        sa.Column("bot_name", sa.Text(), nullable=True),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=True),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("entered_at", sa.Double(), nullable=False),
        sa.Column("left_at", sa.Double(), nullable=True),
        sa.Column("former_id", sa.String(32), nullable=True),
        sa.Column("team", sa.SmallInteger(), nullable=True),
        sa.Column("bye_round", sa.SmallInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_tournament_entries_tournament_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_tournament_entries_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "player_id", name=op.f("pk_tournament_entries")),
    )
    op.create_index(op.f("ix_tournament_entries_person_id"), _TABLE, ["person_id"])
    op.execute(
        "INSERT INTO tournament_entries (tournament_id, player_id, person_id, place, number, rating, entered_at, "
        "left_at, former_id, team, bye_round) SELECT tournament_id, person_id, person_id, place, number, rating, "
        "entered_at, left_at, former_id, team, bye_round FROM former_entries"
    )
    op.drop_table("former_entries")

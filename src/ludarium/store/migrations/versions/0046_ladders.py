"""The ladders of games: the bots that are on them, and their matches."""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "ladder_players",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("spec", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("bot_id", sa.String(32), nullable=True),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.Column("entered_at", sa.Double(), nullable=False),
        sa.Column("mean", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("failed", sa.SmallInteger(), nullable=False),
        sa.Column("rests_until", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["bot_id"], ["workshop_bots.id"], name=op.f("fk_ladder_players_bot_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ladder_players")),
    )
    op.create_index(op.f("ix_ladder_players_bot_id"), "ladder_players", ["bot_id"], unique=False)
    columns = ["game", "level", "spec"]
    op.create_index(op.f("ix_ladder_players_game_level_spec"), "ladder_players", columns, unique=True)
    _create_matches()


def _create_matches() -> None:
    op.create_table(
        "ladder_matches",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("first_id", sa.Integer(), nullable=False),
        sa.Column("second_id", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("planned_at", sa.Double(), nullable=False),
        sa.Column("claimed_by", sa.String(64), nullable=True),
        sa.Column("claim_expires_at", sa.Double(), nullable=False),
        sa.Column("tries", sa.SmallInteger(), nullable=False),
        sa.Column("played_at", sa.Double(), nullable=True),
        sa.Column("rated", sa.Integer(), nullable=True),
        sa.Column("score", sa.Double(), nullable=True),
        sa.Column("first_mean", sa.Double(), nullable=True),
        sa.Column("first_deviation", sa.Double(), nullable=True),
        sa.Column("second_mean", sa.Double(), nullable=True),
        sa.Column("second_deviation", sa.Double(), nullable=True),
        sa.Column("ending", sa.Text(), nullable=False),
        sa.Column("failed_seat", sa.SmallInteger(), nullable=True),
        sa.Column("by_machine", sa.Boolean(), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["first_id"], ["ladder_players.id"], name=op.f("fk_ladder_matches_first_id")),
        sa.ForeignKeyConstraint(["second_id"], ["ladder_players.id"], name=op.f("fk_ladder_matches_second_id")),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_ladder_matches")),
    )
    for column in ("first_id", "second_id", "played_at"):
        op.create_index(op.f(f"ix_ladder_matches_{column}"), "ladder_matches", [column], unique=False)
    op.create_index(op.f("ix_ladder_matches_game_rated"), "ladder_matches", ["game", "rated"], unique=False)

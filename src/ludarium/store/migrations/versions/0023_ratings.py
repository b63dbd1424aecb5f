"""Rated matches, and what they have changed."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Create the table; matches that have been played are not rated."""
    for table in ("matches", "match_challenges"):
        op.add_column(table, sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("matches", sa.Column("rated_at", sa.Double(), nullable=True))
    op.create_index(op.f("ix_matches_rated_at"), "matches", ["rated_at"], unique=False)
    op.create_table(
        "rating_changes",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("tempo", sa.String(16), nullable=False),
        sa.Column("rated_at", sa.Double(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("mean_before", sa.Double(), nullable=True),
        sa.Column("deviation_before", sa.Double(), nullable=True),
        sa.Column("mean", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_rating_changes_match_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_rating_changes_person_id")),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_rating_changes")),
    )
    op.create_index(
        op.f("ix_rating_changes_person_id_game_tempo_rated_at"), "rating_changes",
        ["person_id", "game", "tempo", "rated_at"], unique=False,
    )  # fmt: skip
    op.create_index(op.f("ix_rating_changes_game_tempo"), "rating_changes", ["game", "tempo"], unique=False)

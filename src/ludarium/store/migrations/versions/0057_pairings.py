"""An index by which the pairings of a ladder are found that were planned after so many ranked matches."""

from alembic import op

revision = "0057"
down_revision = "0056"


def upgrade() -> None:
    """Create the index."""
    op.create_index(op.f("ix_ladder_matches_game_known"), "ladder_matches", ["game", "known"])

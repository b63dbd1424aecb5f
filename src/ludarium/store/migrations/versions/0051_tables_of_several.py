"""Tournaments of games with three and four seats."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
_PLACES = ("third", "fourth")


def upgrade() -> None:
    """Add the seats of games, and the players of the third and fourth, with their points and times."""
    for name in ("seats", "fewest"):
        op.add_column("tournaments", sa.Column(name, sa.SmallInteger(), nullable=False, server_default="2"))
    for place in _PLACES:
        op.add_column("tournament_boards", sa.Column(place, sa.SmallInteger(), nullable=True))
        op.add_column("tournament_boards", sa.Column(f"{place}_points", sa.Double(), nullable=True))
        op.add_column("tournament_boards", sa.Column(f"{place}_seconds", sa.Double(), nullable=True))
        op.add_column("tournament_boards", sa.Column(f"{place}_turns", sa.Integer(), nullable=True))

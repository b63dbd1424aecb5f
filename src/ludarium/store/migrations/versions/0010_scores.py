"""What high scores and waiting turns are searched by, in one index each."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Keep with the points of a winner in which game and when they were won."""
    op.add_column("seats", sa.Column("won_in", sa.Text(), nullable=True))
    op.add_column("seats", sa.Column("won_at", sa.Double(), nullable=True))
    op.execute(
        "UPDATE seats SET won_in = (SELECT game FROM matches WHERE matches.id = seats.match_id),"
        " won_at = (SELECT updated_at FROM matches WHERE matches.id = seats.match_id) WHERE points > 0"
    )
    op.drop_index(op.f("ix_seats_points"), "seats")
    op.create_index(op.f("ix_seats_won_in_points_won_at"), "seats", ["won_in", "points", "won_at"], unique=False)
    op.drop_index(op.f("ix_seats_person_id"), "seats")
    op.create_index(op.f("ix_seats_person_id_awaited"), "seats", ["person_id", "awaited"], unique=False)

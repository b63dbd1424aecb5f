"""Numbers by which people call matches."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Number the matches in the order in which they were created."""
    op.add_column("matches", sa.Column("number", sa.Integer(), nullable=True))
    op.execute(
        "UPDATE matches SET number = ranked.number"
        " FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS number FROM matches) AS ranked"
        " WHERE ranked.id = matches.id"
    )
    op.create_index(op.f("ix_matches_number"), "matches", ["number"], unique=True)
    if op.get_bind().dialect.name == "postgresql":
        op.execute(sa.schema.CreateSequence(sa.Sequence("match_numbers")))
        op.execute("SELECT setval('match_numbers', count(*) + 1, false) FROM matches")

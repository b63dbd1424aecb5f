"""News of tournaments, and until when one is adjourned."""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"


def upgrade() -> None:
    """Create the table and the column."""
    op.create_table(
        "tournament_news",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("about_id", sa.String(32), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("until", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_tournament_news_tournament_id"), ondelete="CASCADE"
        ),
        _person("person_id"),
        _person("about_id"),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_tournament_news")),
    )
    for column in ("person_id", "about_id"):
        op.create_index(op.f(f"ix_tournament_news_{column}"), "tournament_news", [column], unique=False)
    with op.batch_alter_table("tournaments") as table:
        table.add_column(sa.Column("rests_until", sa.Double(), nullable=True))


def _person(column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], ["people.id"], name=op.f(f"fk_tournament_news_{column}"), ondelete="CASCADE"
    )

"""Tokens of programs, accounts of bots, and where computers may take part."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    """Create the table of tokens, and add the columns; nobody has allowed computers so far."""
    op.create_table(
        "tokens",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("used_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_tokens_person_id_people"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_tokens")),
    )
    op.create_index(op.f("ix_tokens_person_id"), "tokens", ["person_id"], unique=False)
    owner = sa.ForeignKey("people.id", name=op.f("fk_people_owner_id_people"))
    op.add_column("people", sa.Column("owner_id", sa.String(32), owner, nullable=True), inline_references=True)
    op.create_index(op.f("ix_people_owner_id"), "people", ["owner_id"], unique=False)
    for table in ("people", "matches", "match_challenges"):
        op.add_column(table, sa.Column("computers", sa.Boolean(), server_default=sa.false(), nullable=False))

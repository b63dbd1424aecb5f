"""What people say in matches, the people who have muted it, and notes on positions."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "talk_messages",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("greeting", sa.String(16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("said_at", sa.Double(), nullable=False),
        *_owners("talk_messages"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_talk_messages")),
    )
    op.create_index(op.f("ix_talk_messages_match_id_number"), "talk_messages", ["match_id", "number"], unique=True)
    op.create_index(op.f("ix_talk_messages_person_id_said_at"), "talk_messages", ["person_id", "said_at"], unique=False)
    _create("talk_mutes", sa.Column("muted_at", sa.Double(), nullable=False))
    _create("talk_read", sa.Column("number", sa.Integer(), nullable=False))
    _create(
        "position_notes",
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("noted_at", sa.Double(), nullable=False),
        keys=("turn",),
    )


def _create(table: str, *columns: sa.Column[object], keys: tuple[str, ...] = ()) -> None:
    """Create a table of what a person has in a match."""
    op.create_table(
        table,
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        *columns,
        *_owners(table),
        sa.PrimaryKeyConstraint("match_id", "person_id", *keys, name=op.f(f"pk_{table}")),
    )
    op.create_index(op.f(f"ix_{table}_person_id"), table, ["person_id"], unique=False)


def _owners(table: str) -> tuple[sa.ForeignKeyConstraint, sa.ForeignKeyConstraint]:
    """Return the references to the match and the person, with which a row goes."""
    return (
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f(f"fk_{table}_match_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f(f"fk_{table}_person_id"), ondelete="CASCADE"),
    )

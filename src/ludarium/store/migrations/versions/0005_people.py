"""People and their sessions; seats belong to people, and invitations are rows."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the tables of people and sessions, and add the columns that refer to them.

    Seats of people that were taken by earlier versions have no person: their cookies and links are accepted once.
    """
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("named", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("browser", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("seen_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_sessions_person_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_person_id"), "sessions", ["person_id"], unique=False)
    host = sa.Column("host_id", sa.String(32), sa.ForeignKey("people.id", name="fk_matches_host_id"), nullable=True)
    op.add_column("matches", host, inline_references=True)
    person = sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", name="fk_seats_person_id"), nullable=True)
    op.add_column("seats", person, inline_references=True)
    op.add_column("seats", sa.Column("invitation", sa.String(32), nullable=True))
    op.add_column("seats", sa.Column("invited_at", sa.Double(), nullable=True))
    op.add_column("seats", sa.Column("awaited", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index(op.f("ix_seats_person_id"), "seats", ["person_id"], unique=False)

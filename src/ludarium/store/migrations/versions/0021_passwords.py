"""Passwords for mailed commands, and commands that wait to be confirmed."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "passwords",
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("mailed_hash", sa.Text(), nullable=False),
        sa.Column("mailed_until", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_passwords_person_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_passwords")),
    )
    op.create_table(
        "password_tries",
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("began_at", sa.Double(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name_key", name=op.f("pk_password_tries")),
    )
    op.create_index(op.f("ix_password_tries_began_at"), "password_tries", ["began_at"], unique=False)
    op.create_table(
        "pending_commands",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_pending_commands_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_pending_commands")),
    )
    op.create_index(op.f("ix_pending_commands_person"), "pending_commands", ["person"], unique=False)
    op.create_index(op.f("ix_pending_commands_expires_at"), "pending_commands", ["expires_at"], unique=False)

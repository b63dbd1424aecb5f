"""What was asked for and tried lately, by network and browser, in place of the tries of each code."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Create the table, and drop the former column with the codes of the last minutes, whose hashes have changed."""
    op.create_table(
        "attempts",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
    )
    op.create_index(op.f("ix_attempts_who"), "attempts", ["who"], unique=False)
    op.create_index(op.f("ix_attempts_at"), "attempts", ["at"], unique=False)
    op.drop_column("sign_in_codes", "tries")

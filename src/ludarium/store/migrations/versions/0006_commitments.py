"""Secrets of matches, nonces of people, and marks of takebacks."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the columns; matches that began before have no secret, and their dice no commitment."""
    op.add_column("matches", sa.Column("secret", sa.String(64), nullable=True))
    op.add_column("matches", sa.Column("takebacks", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("seats", sa.Column("nonce", sa.String(64), nullable=True))

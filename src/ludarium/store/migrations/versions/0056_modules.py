"""WebAssembly programs that people upload to the workshop: each stored once, and named by versions of bots.

A ladder stores who could play when a pairing was planned; a bot, when its author last got a notice of a failure.
"""

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"


def upgrade() -> None:
    """Create the table, and let versions name its rows."""
    op.create_table(
        "modules",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_modules")),
    )
    with op.batch_alter_table("workshop_versions") as table:
        table.add_column(sa.Column("module", sa.String(64), nullable=True))
        table.create_foreign_key(op.f("fk_workshop_versions_module"), "modules", ["module"], ["digest"])
        table.create_index(op.f("ix_workshop_versions_module"), ["module"], unique=False)

    # not in batches, by which SQLite would lose the rows that name a bot
    op.add_column("workshop_bots", sa.Column("notified_at", sa.Double(), nullable=False, server_default="0"))
    op.add_column("ladder_matches", sa.Column("known", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("ladder_matches", sa.Column("among", sa.Text(), nullable=False, server_default=""))

"""Notices, how people want to hear of them, and addresses that refuse mail."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "notices",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("match_id", sa.String(32), nullable=True),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("by_id", sa.String(32), nullable=True),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("read_at", sa.Double(), nullable=True),
        sa.Column("mail_at", sa.Double(), nullable=True),
        sa.Column("mailed_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_notices_person_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_notices_match_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_notices_by_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
    )
    op.create_index(op.f("ix_notices_match_id"), "notices", ["match_id"], unique=False)
    op.create_index(op.f("ix_notices_by_id"), "notices", ["by_id"], unique=False)
    op.create_index(op.f("ix_notices_mail_at"), "notices", ["mail_at"], unique=False)
    op.create_index(op.f("ix_notices_person_id_read_at"), "notices", ["person_id", "read_at"], unique=False)
    op.create_table(
        "notice_settings",
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("mail", sa.String(8), nullable=False),
        sa.Column("quiet_from", sa.SmallInteger(), nullable=True),
        sa.Column("quiet_to", sa.SmallInteger(), nullable=True),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("nag_days", sa.SmallInteger(), nullable=False),
        sa.Column("token", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_notice_settings_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_notice_settings")),
    )
    op.create_index(op.f("ix_notice_settings_token"), "notice_settings", ["token"], unique=True)
    op.create_table(
        "refusing_addresses",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_refusing_addresses")),
    )

"""Further addresses of people, and codes that confirm one."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Create the table, and add what a code confirms."""
    op.create_table(
        "further_addresses",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("added_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_further_addresses_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_further_addresses")),
    )
    op.create_index(op.f("ix_further_addresses_person_id"), "further_addresses", ["person_id"], unique=False)
    op.add_column("sign_in_codes", sa.Column("further", sa.Boolean(), server_default=sa.false(), nullable=False))

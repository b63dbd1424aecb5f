"""Accounts: names, addresses, passkeys, mailed codes, invitations, the outbox, and the log of administrators."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add what accounts need to the people, and create their tables."""
    op.add_column("people", sa.Column("account_since", sa.Double(), nullable=True))
    op.add_column("people", sa.Column("name_key", sa.Text(), nullable=True))
    op.add_column("people", sa.Column("email", sa.Text(), nullable=True))
    op.add_column("people", sa.Column("invited", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("administrator", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("closed_at", sa.Double(), nullable=True))
    op.create_index(op.f("ix_people_name_key"), "people", ["name_key"], unique=True)
    op.create_index(op.f("ix_people_email"), "people", ["email"], unique=True)
    op.create_index(op.f("ix_matches_host_id"), "matches", ["host_id"], unique=False)
    _create(
        "passkeys",
        sa.Column("credential_id", sa.Text(), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("used_at", sa.Double(), nullable=True),
    )
    _create(
        "challenges",
        sa.Column("challenge_hash", sa.String(64), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
    )
    _create(
        "sign_in_codes",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("tries", sa.SmallInteger(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
    )
    _create(
        "account_invitations",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
    )
    _create(
        "outbox",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=True),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("send_at", sa.Double(), nullable=False),
        sa.Column("sent_at", sa.Double(), nullable=True),
        sa.Column("tries", sa.SmallInteger(), nullable=False),
        sa.Column("claim_expires_at", sa.Double(), nullable=False),
    )
    _create(
        "acts",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
    )


_INDEXED = {"person_id", "expires_at", "email", "address", "send_at", "at"}


def _create(table: str, *columns: sa.Column[object]) -> None:
    """Create a table whose first column is its key; what rows are searched by has an index."""
    keys: list[sa.Constraint] = [sa.PrimaryKeyConstraint(columns[0].name, name=op.f(f"pk_{table}"))]
    names = [column.name for column in columns]
    if "person_id" in names:
        person = sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f(f"fk_{table}_person_id"), ondelete="CASCADE"
        )
        keys.append(person)
    op.create_table(table, *columns, *keys)
    for name in names:
        if name in _INDEXED and table != "account_invitations":
            op.create_index(op.f(f"ix_{table}_{name}"), table, [name], unique=False)

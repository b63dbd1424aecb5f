"""Reports, what moderators decide, abandoned matches; and no names of people in the log."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
_REFUSAL = "the log of acts can only be added to"
_NO_NAMES = "UPDATE acts SET detail = '' WHERE act = 'make administrator'"


def upgrade() -> None:
    """Create the tables, add the columns, and take names out of the log, which has the ids of people."""
    op.add_column("people", sa.Column("moderator", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("suspended_until", sa.Double(), nullable=True))
    op.add_column("matches", sa.Column("voided", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index(op.f("ix_rating_changes_rated_at"), "rating_changes", ["rated_at"], unique=False)
    _create_reports()
    _create_sanctions()
    _create_evidence()
    _clear_names()


def _key(table: str, column: str, to: str, ondelete: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=op.f(f"fk_{table}_{column}"), ondelete=ondelete)


def _index(table: str, *columns: str) -> None:
    op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, [*columns], unique=False)


def _create_reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("reporter_id", sa.String(32), nullable=True),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("match_id", sa.String(32), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("decided_at", sa.Double(), nullable=True),
        sa.Column("decided_by", sa.String(32), nullable=True),
        _key("reports", "reporter_id", "people", "SET NULL"),
        _key("reports", "person_id", "people", "CASCADE"),
        _key("reports", "match_id", "matches", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    _index("reports", "reporter_id")
    _index("reports", "person_id")
    _index("reports", "match_id")
    _index("reports", "state", "created_at")


def _create_sanctions() -> None:
    op.create_table(
        "sanctions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=True),
        sa.Column("match_id", sa.String(32), nullable=True),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("report_id", sa.String(32), nullable=True),
        sa.Column("decided_by", sa.String(32), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("ends_at", sa.Double(), nullable=True),
        sa.Column("undone_at", sa.Double(), nullable=True),
        sa.Column("undone_by", sa.String(32), nullable=True),
        sa.Column("undone_words", sa.Text(), nullable=False),
        sa.Column("former_name", sa.Text(), nullable=True),
        sa.Column("name_key", sa.Text(), nullable=True),
        sa.Column("was_private", sa.Boolean(), nullable=True),
        _key("sanctions", "person_id", "people", "CASCADE"),
        _key("sanctions", "match_id", "matches", "CASCADE"),
        _key("sanctions", "report_id", "reports", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sanctions")),
    )
    for column in ("person_id", "match_id", "report_id", "created_at", "name_key"):
        _index("sanctions", column)


def _create_evidence() -> None:
    op.create_table(
        "abandonments",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        _key("abandonments", "match_id", "matches", "CASCADE"),
        _key("abandonments", "person_id", "people", "CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_abandonments")),
    )
    _index("abandonments", "at")
    _index("abandonments", "person_id", "at")
    op.create_table(
        "seen_findings",
        sa.Column("finding", sa.String(80), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("seen_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("finding", name=op.f("pk_seen_findings")),
    )


def _clear_names() -> None:
    """Empty the details that are names of people: the log shows the names of open accounts by their ids."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER acts_update")
        op.execute(_NO_NAMES)
        op.execute(f"CREATE TRIGGER acts_update BEFORE UPDATE ON acts BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END")
        return
    op.execute("ALTER TABLE acts DISABLE TRIGGER acts_change")
    op.execute(_NO_NAMES)
    op.execute("ALTER TABLE acts ENABLE TRIGGER acts_change")

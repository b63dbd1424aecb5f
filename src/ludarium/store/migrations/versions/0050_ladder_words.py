"""Challenges for places are unanswered or defended, no longer silent or held."""

from alembic import op

revision = "0050"
down_revision = "0049"
RENAMES = tuple(
    f"UPDATE {table} SET {column} = '{word}' WHERE {column} = '{former}'"  # noqa: S608  # of the words below alone
    for table, column in (("ladder_log", "kind"), ("ladder_challenges", "outcome"))
    for former, word in (("silent", "unanswered"), ("held", "defended"))
)


def upgrade() -> None:
    """Rename the words in the log and in the outcomes."""
    for statement in RENAMES:
        op.execute(statement)

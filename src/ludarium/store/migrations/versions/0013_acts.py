"""The log of administrators' acts can only be added to."""

from alembic import op

revision = "0013"
down_revision = "0012"

_REFUSAL = "the log of acts can only be added to"


def upgrade() -> None:
    """Let the database itself refuse to change or delete rows of the log."""
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER acts_{change.lower()} BEFORE {change} ON acts "
                f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION refuse_to_change_acts() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$"
    )
    op.execute(
        "CREATE TRIGGER acts_change BEFORE UPDATE OR DELETE ON acts "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_acts()"
    )

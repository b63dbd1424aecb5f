"""The first tables from which a database is migrated; a new one has those that are declared, and never comes here."""

revision = "0063"
down_revision = None


def upgrade() -> None:
    """Change nothing."""

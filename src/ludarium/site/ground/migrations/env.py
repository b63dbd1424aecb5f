"""The script that Alembic runs to apply migrations on a given connection."""

from alembic import context

from ludarium.site.ground.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()

"""What Alembic runs to apply migrations on the connection that it is given."""

from alembic import context

from ludarium.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()

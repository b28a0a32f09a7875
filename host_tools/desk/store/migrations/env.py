"""Alembic's entry point: run migrations on the connection that the store has opened."""

from alembic import context

from host_tools.desk.store.model import Event

context.configure(connection=context.config.attributes["connection"], target_metadata=Event.metadata)
with context.begin_transaction():
    context.run_migrations()

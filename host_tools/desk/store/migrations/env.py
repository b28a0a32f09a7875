"""Alembic's entry: runs the steps on the connection the store has opened."""

from alembic import context

from host_tools.desk.store import Base

context.configure(connection=context.config.attributes["connection"], target_metadata=Base.metadata)
with context.begin_transaction():
    context.run_migrations()

"""Alembic migrations of the schema, oldest first. A released migration is never changed."""

"""Alembic migrations of the schema, one module in `versions` for each."""

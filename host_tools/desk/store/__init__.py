"""The database of events: SQLAlchemy models, transactions and migrations."""

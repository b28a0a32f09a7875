"""Migrations of the schema, oldest first. One once released is never changed."""

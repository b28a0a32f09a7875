"""Steps of the schema, oldest first. A step once released is never changed."""

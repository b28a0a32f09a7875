"""The captain's page: boards on USB from a browser alone, by Web Serial. `content` makes its files."""

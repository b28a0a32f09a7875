"""The captain's page: boards on USB from a browser alone, by Web Serial. `page_files` lists its files."""

"""The schema's history, one module in `versions` for each step."""

"""Compare the answers of the page's JavaScript with Python's for the same inputs."""

import pytest


def agree(inputs: list, python: list, page: list) -> None:
    """Both said the same of everything that was given."""
    assert len(page) == len(python)
    differing = [(a, b, item) for item, a, b in zip(inputs, python, page, strict=True) if a != b]
    if differing:
        pytest.fail(f"{len(differing)}, such as {differing[0]}")

"""Parametrize tests with cases that run with `pytest -m deep` only; `.ci/run` runs them with all others."""

import pytest
from _pytest.mark import ParameterSet


def deep(*cases) -> list[ParameterSet]:
    """Parameters of a test, one a case, that only a deep run takes."""
    return [pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.deep) for case in cases]

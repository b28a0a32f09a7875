"""What all tests share.

With CRIBBOARD_STRICT=1 a skipped test is a failed one: where everything is installed, nothing may go unchecked.
"""

import os
from collections.abc import Iterator

import pytest

from host_tools.sim.bundle import bundle
from host_tools.sim.node import MicroPython

# Before anything imports Blinka: it looks for a board once, at its first import.
os.environ["BLINKA_OS_AGNOSTIC"] = "1"

STRICT = os.environ.get("CRIBBOARD_STRICT") == "1"


@pytest.fixture(scope="session")
def _interpreter() -> Iterator[MicroPython]:
    with MicroPython(bundle()) as running:
        yield running


@pytest.fixture
def micropython(_interpreter: MicroPython) -> MicroPython:
    """A fresh MicroPython that can import `firmware` and `virtual`, compiled as they are for a board."""
    _interpreter.restart(bundle())
    return _interpreter


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    return _hold(report, expected=hasattr(report, "wasxfail"))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    report = yield
    return _hold(report, expected=False)


def _hold(report: pytest.TestReport | pytest.CollectReport, expected: bool) -> pytest.TestReport | pytest.CollectReport:
    if STRICT and report.skipped and not expected:
        report.outcome = "failed"
        report.longrepr = f"skipped, which CRIBBOARD_STRICT=1 does not allow: {report.longrepr[2]}"
    return report

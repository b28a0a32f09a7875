"""Fixtures and command-line options shared by all tests.

With CRIBBOARD_STRICT=1 a skipped test is a failed one: where everything is installed, nothing may go unchecked.
"""

import os
import sys
from pathlib import Path

# First, as each process of the tests, and each program that one starts, would compile all it imports once more.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

import gc
import selectors
import shutil
import signal
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from host_tools import i18n
from host_tools.sim.micropython_process import MicroPython
from host_tools.sim.python_bundle import bundle
from host_tools.sim.virtual.board import VirtualBoard, new_board
from host_tools.timeouts import VARIABLE

if find_spec("hypothesis"):
    import hypothesis

    # A deadline for each example would be a limit by the clock, which a loaded machine exceeds.
    hypothesis.settings.register_profile("project", deadline=None)
    hypothesis.settings.load_profile("project")

# Before anything imports Blinka: it looks for a board once, at its first import.
os.environ["BLINKA_OS_AGNOSTIC"] = "1"

_MEMORY = Path("/dev/shm")
_ROOM_BYTES = 2_000_000_000
if "TMPDIR" not in os.environ and _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM_BYTES:
    # Thousands of small boards and databases, each write of which would wait for a disk.
    os.environ["TMPDIR"] = tempfile.tempdir = str(_MEMORY)

# epoll has been seen to lose a pipe's wake-up on a virtual machine: a browser's answer lay there and nobody read it.
selectors.DefaultSelector = getattr(selectors, "PollSelector", selectors.DefaultSelector)  # type: ignore[misc]

# In the background of a script these are ignored, and so they would be by each program that a test starts.
for _number, _handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGQUIT, signal.SIG_DFL)):
    if signal.getsignal(_number) == signal.SIG_IGN:
        signal.signal(_number, _handler)

# A board in a test answers when the machine lets it.
os.environ.setdefault(VARIABLE, "20")

# The end of a failure's text: what was expected, what was found.
_SHOWN_CHARACTERS = 1500


def _refuse_missing_message(key: str) -> str:
    """Readers see the key; a test names it."""
    raise KeyError(f"no message for {key}")


i18n.missing_message = _refuse_missing_message

STRICT = os.environ.get("CRIBBOARD_STRICT") == "1"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--passed", metavar="FILE", type=Path, help="tests that passed before, which do not run again; adds what passes"
    )
    parser.addoption("--image", metavar="UF2", help="MicroPython for the Pico (RPI_PICO.uf2) to run tests/silicon on")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run in several processes, where pytest-xdist is installed and nothing else is asked for."""
    if hasattr(config, "workerinput"):
        # One of those processes: it would start as many again.
        return
    if config.pluginmanager.hasplugin("xdist") and config.option.numprocesses is None and not config.option.usepdb:
        config.option.numprocesses = "auto"
        config.option.dist = "worksteal"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """One worker more than processors: browsers, serial ports and sockets keep tests waiting, and each worker imports
    all tests. None: xdist decides."""
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else 1 + (os.cpu_count() or 1)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Spare the garbage collector what lives as long as the run: modules and thousands of tests.

    Later it runs seldom: after every 700 objects, as Python does, would take a tenth of the time. But boards of past
    tests keep their files open until it runs, and from 1,024 on `select` fails, by which serial ports and brokers'
    clients wait.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(20_000)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Slow tests first: at the end of a run the other workers would wait for them. Of several machines each takes
    every n-th test, which gives all of them some of each kind: the second of three with CRIBBOARD_SHARD=2/3."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    number, count = shard_of(os.environ.get("CRIBBOARD_SHARD") or "1/1")
    before = _passed_before(config)
    kept = [item for item in items[number - 1 :: count] if item.nodeid not in before]
    config.hook.pytest_deselected(items=list(set(items).difference(kept)))
    items[:] = kept


def _passed_before(config: pytest.Config) -> set[str]:
    """Return the ids of the tests that need not run again; without --passed none."""
    path = config.getoption("--passed")
    return set(path.read_text(encoding="utf-8").splitlines()) if path and path.exists() else set()


def shard_of(text: str) -> tuple[int, int]:
    """Which machine this is, and of how many: (2, 3) for "2/3". Raises UsageError."""
    number, _, count = text.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise pytest.UsageError(f"CRIBBOARD_SHARD is {text!r}; give the machine's number and how many, such as 2/3")
    return int(number), int(count)


@pytest.fixture(scope="session")
def _interpreter() -> Iterator[MicroPython]:
    with MicroPython(bundle()) as running:
        # pytest ends a test that hangs; a busy machine is no reason to.
        running.answer_timeout_s = 3600
        yield running


@pytest.fixture
def bench(tmp_path: Path) -> Callable[..., VirtualBoard]:
    """Makes a board on the bench: `bench(tracks=3, preset="casual")`."""
    boards: list[VirtualBoard] = []

    def make(**settings: Any) -> VirtualBoard:
        boards.append(new_board(tmp_path / str(len(boards)), **settings))
        return boards[-1]

    return make


@pytest.fixture
def micropython(_interpreter: MicroPython) -> MicroPython:
    """A fresh MicroPython that can import `firmware` and `virtual`, compiled as they are for a board."""
    _interpreter.restart(bundle())
    return _interpreter


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    # Without a board on the desk tests/usb asks the same of a virtual one.
    return _hold(report, expected=hasattr(report, "wasxfail") or item.path.parent.name == "device")


@pytest.hookimpl(tryfirst=True)
def pytest_make_collect_report(collector: pytest.Collector) -> pytest.CollectReport | None:
    """Skip a module of tests that imports a package which is not installed; None: pytest collects.

    pytest finds the module imported. Of one that cannot be, it would first print the sources, which takes long.
    """
    package = _missing_package(collector.path) if isinstance(collector, pytest.Module) else None
    if package is None:
        return None
    reason = f"Skipped: {package} is not installed ('.[test]' or '.[ci]' has it)"
    return pytest.CollectReport(collector.nodeid, "skipped", (str(collector.path), 0, reason), [])


def _missing_package(path: Path) -> str | None:
    """Return the package that a module of tests imports and that is not installed; None if it has all, or fails
    otherwise."""
    try:
        import_module(".".join(path.relative_to(Path(__file__).parents[1]).with_suffix("").parts))
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        return name if name and not find_spec(name) and name not in ("firmware", "host_tools", "tests") else None
    except (Exception, pytest.skip.Exception):
        pass
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collectreport(report: pytest.CollectReport) -> None:
    _hold(report, expected=False)


def _hold(report: pytest.TestReport | pytest.CollectReport, expected: bool) -> pytest.TestReport | pytest.CollectReport:
    if STRICT and report.skipped and not expected:
        report.outcome = "failed"
        report.longrepr = f"skipped, which CRIBBOARD_STRICT=1 does not allow: {report.longrepr[2]}"
    return report


class _Failures:
    """Shows each failure when it happens: a run that is ended from outside has named what failed."""

    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self._terminal = terminal

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._terminal.write_line(f"\nFAILED {report.nodeid} ({report.when})")
            self._terminal.write_line(report.longreprtext[-_SHOWN_CHARACTERS:])


class _Passed:
    """Adds what passes to the file of --passed, and says how many passed before."""

    def __init__(self, config: pytest.Config) -> None:
        self._path: Path = config.getoption("--passed")
        self._before = len(_passed_before(config))
        self._ids: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self._ids.append(report.nodeid)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.write_line(f"{self._before} passed before and were not to run again ({self._path})")
        with self._path.open("a", encoding="utf-8") as file:
            file.writelines(f"{name}\n" for name in self._ids)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Failures(terminal))
        if config.getoption("--passed"):
            config.pluginmanager.register(_Passed(config))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once for each reason how many tests were skipped."""
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in terminalreporter.getreports("skipped"))
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"{count} skipped: {reason}")

"""Measure a desk and its broker while another computer of the network takes of both what it can get.

Linux, as root, with `ip` (iproute2) and Mosquitto.
"""

import asyncio
import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import aiomqtt

from host_tools.desk.web.director_credentials import Director
from host_tools.file_limit import raise_file_limit
from host_tools.live.broker_files import BrokerFiles, Listener, new_password
from host_tools.live.mosquitto import Mosquitto, free_port
from tests.measure import UnavailableError
from tests.measure.attacker import attack, other_computer
from tests.measure.live_throughput import seat_event

BOARDS, SECONDS, TURNS = 200, 20, 3
_PASSWORD = "fifteen two, fifteen four"
_PAGES = ("/director/round/1", "/", "/standings", "/director/live")
_PAUSE_S = 0.1
"""Time between two pages, and between two results."""
_PATIENCE_S = 60.0


@dataclass
class Waits:
    """Milliseconds that pages at the desk's own computer took, and results of boards that connect for one each, from
    the connection to the ack; how many of them never came."""

    pages: list[float] = field(default_factory=list)
    results: list[float] = field(default_factory=list)
    failed_pages: int = 0
    failed_results: int = 0


@dataclass(frozen=True)
class HostileFigures:
    """Figures without attack and under it; ratios are of the 99th percentiles. `held`: how many
    connections the attacker had in the end, idle ones to the desk, to the broker, and streams; bytes of memory are the
    desk's most, `desk_ms` its processor time for each page and result."""

    pages: tuple[int, int]
    results: tuple[int, int]
    failed: tuple[int, int]
    page_p50_ms: tuple[float, float]
    page_p99_ms: tuple[float, float]
    page_ratio: float
    result_p50_ms: tuple[float, float]
    result_p99_ms: tuple[float, float]
    result_ratio: float
    held: tuple[int, int, int]
    desk_bytes: tuple[int, int]
    desk_ms: tuple[float, float]
    log_lines: int


def measure(boards: int = BOARDS, seconds: float = SECONDS, turns: int = TURNS) -> HostileFigures:
    """Measure `turns` times for `seconds` without attack, then under it. Raises UnavailableError."""
    with TemporaryDirectory(prefix="cribboard-hostile") as folder, ExitStack() as stack:
        network = stack.enter_context(other_computer())
        raise_file_limit(4000)
        return _measure(Path(folder), network, boards, seconds, turns, stack)


def report_rows(figures: HostileFigures) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report: metric, measured, target."""
    yield "pages / results, calm", f"{figures.pages[0]} / {figures.results[0]}", ""
    yield "pages / results, under attack", f"{figures.pages[1]} / {figures.results[1]}", ""
    yield "pages and results that never came, calm / attack", "{} / {}".format(*figures.failed), "0 / 0"
    yield "page here, p50, calm / attack", "{:.0f} / {:.0f} ms".format(*figures.page_p50_ms), ""
    yield "page here, p99, calm / attack", "{:.0f} / {:.0f} ms".format(*figures.page_p99_ms), ""
    yield "page here, ratio of p99", f"{figures.page_ratio:.2f}", "≤ 2"
    yield "connection to ack, p50, calm / attack", "{:.0f} / {:.0f} ms".format(*figures.result_p50_ms), ""
    yield "connection to ack, p99, calm / attack", "{:.0f} / {:.0f} ms".format(*figures.result_p99_ms), ""
    yield "connection to ack, ratio of p99", f"{figures.result_ratio:.2f}", "≤ 2"
    yield "attacker has in the end: desk, broker, streams", "{}, {}, {}".format(*figures.held), ""
    yield "memory of the desk, calm / most", "{:.0f} / {:.0f} MB".format(*(b / 1e6 for b in figures.desk_bytes)), ""
    yield "processor time of the desk for each, calm / attack", "{:.0f} / {:.0f} ms".format(*figures.desk_ms), ""
    yield "lines in the logs", str(figures.log_lines), "< 100"


def _measure(root: Path, network: str, boards: int, seconds: float, turns: int, stack: ExitStack) -> HostileFigures:
    files, broker_port, desk_port = BrokerFiles(root / "broker"), free_port(), free_port()
    files.write(Listener("0.0.0.0", broker_port, desk_port=free_port()))
    event, lines = seat_event(root, boards)
    name = event.name
    event.close()
    passwords = {json.loads(line)["board"]: new_password() for line in lines}
    files.set_passwords(passwords)
    stack.enter_context(Mosquitto(files.configuration, broker_port))
    environment = {**os.environ, "XDG_DATA_HOME": str(root / "data"), "LC_ALL": "C.UTF-8"}
    Director(root / "data" / "cribboard" / "desk" / "director.json").set_password(_PASSWORD)
    log = root / "desk.log"
    with open(log, "wb") as stderr:
        words = [sys.executable, "-m", "host_tools", "desk", name, "--folder", str(root), "--live", str(files.path)]
        words += ["--host", "0.0.0.0", "--port", str(desk_port)]
        desk = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=stderr, text=True)
    stack.callback(_end, desk)
    assert desk.stdout is not None
    if not desk.stdout.readline():
        raise UnavailableError(log.read_text(encoding="utf-8"))
    probe = _Probe(desk_port, broker_port, passwords, lines)
    calm, hostile, held, used = Waits(), Waits(), (0, 0, 0), [0.0, 0.0]
    asyncio.run(probe.run(5, Waits()))
    calm_bytes = _most_memory(desk.pid)
    for _ in range(turns):
        before = _processor_ms(desk.pid)
        asyncio.run(probe.run(seconds, calm))
        used[0] += _processor_ms(desk.pid) - before
        with attack(network, desk_port, broker_port) as attacker:
            assert attacker.stdout is not None
            attacker.stdout.readline()
            before = _processor_ms(desk.pid)
            asyncio.run(probe.run(seconds, hostile))
            used[1] += _processor_ms(desk.pid) - before
            attacker.terminate()
            desk_idle, broker_idle, streams = json.loads(attacker.stdout.readlines()[-1])
            held = (desk_idle, broker_idle, streams)
    count = len(log.read_bytes().splitlines()) + len((files.path / "mosquitto.log").read_bytes().splitlines())
    return _figures(calm, hostile, held, (calm_bytes, _most_memory(desk.pid)), used, count)


def _figures(
    calm: Waits,
    hostile: Waits,
    held: tuple[int, int, int],
    desk_bytes: tuple[int, int],
    used_ms: list[float],
    log_lines: int,
) -> HostileFigures:
    def percentiles(waits: list[float]) -> tuple[float, float]:
        ordered = statistics.quantiles(waits, n=100)
        return ordered[49], ordered[98]

    (page_50, page_99), (hostile_page_50, hostile_page_99) = percentiles(calm.pages), percentiles(hostile.pages)
    (result_50, result_99), (other_50, other_99) = percentiles(calm.results), percentiles(hostile.results)
    return HostileFigures(
        pages=(len(calm.pages), len(hostile.pages)),
        results=(len(calm.results), len(hostile.results)),
        failed=(calm.failed_pages + calm.failed_results, hostile.failed_pages + hostile.failed_results),
        page_p50_ms=(page_50, hostile_page_50),
        page_p99_ms=(page_99, hostile_page_99),
        page_ratio=hostile_page_99 / page_99,
        result_p50_ms=(result_50, other_50),
        result_p99_ms=(result_99, other_99),
        result_ratio=other_99 / result_99,
        held=held,
        desk_bytes=desk_bytes,
        desk_ms=(
            used_ms[0] / (len(calm.pages) + len(calm.results)),
            used_ms[1] / (len(hostile.pages) + len(hostile.results)),
        ),
        log_lines=log_lines,
    )


def _most_memory(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    found = re.search(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)
    assert found is not None
    return 1024 * int(found[1])


def _processor_ms(pid: int) -> float:
    """Return how long a process has used processors."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _end(process: "subprocess.Popen[str]") -> None:
    process.terminate()
    process.wait()


class _Probe:
    """The director at the desk's computer, and boards that come with one result each."""

    def __init__(self, desk_port: int, broker_port: int, passwords: dict[str, str], lines: list[str]) -> None:
        self._desk_port, self._broker_port, self._passwords = desk_port, broker_port, passwords
        self._lines = iter(lines)
        self._cookie = self._sign_in()

    async def run(self, seconds: float, waits: Waits) -> None:
        """Ask for pages and bring results for so long, and add what they took."""
        until = time.monotonic() + seconds
        await asyncio.gather(self._ask_for_pages(until, waits), self._bring_results(until, waits))

    async def _ask_for_pages(self, until: float, waits: Waits) -> None:
        number = 0
        while time.monotonic() < until:
            began = time.perf_counter()
            try:
                page = await asyncio.to_thread(self._get, _PAGES[number % len(_PAGES)])
            except OSError:
                page = 0
            if page == http.HTTPStatus.OK:
                waits.pages.append(1000 * (time.perf_counter() - began))
            else:
                waits.failed_pages += 1
            number += 1
            await asyncio.sleep(_PAUSE_S)

    def _get(self, path: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self._desk_port, timeout=_PATIENCE_S)
        connection.request("GET", path, headers={"Cookie": self._cookie})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status

    def _sign_in(self) -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self._desk_port, timeout=_PATIENCE_S)
        connection.request("GET", "/sign-in")
        answer = connection.getresponse()
        token = re.search(r'name="csrf_token" value="([^"]+)"', answer.read().decode())
        assert token is not None
        form = urllib.parse.urlencode({"csrf_token": token[1], "name": "Ruth", "password": _PASSWORD})
        cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/sign-in", form, headers)
        answer = connection.getresponse()
        answer.read()
        return (answer.getheader("Set-Cookie") or "").partition(";")[0]

    async def _bring_results(self, until: float, waits: Waits) -> None:
        while time.monotonic() < until:
            line = next(self._lines)
            began = time.perf_counter()
            try:
                async with asyncio.timeout(_PATIENCE_S):
                    await self._bring(json.loads(line), line)
                waits.results.append(1000 * (time.perf_counter() - began))
            except (aiomqtt.MqttError, TimeoutError):
                waits.failed_results += 1
            await asyncio.sleep(_PAUSE_S)

    async def _bring(self, fields: dict[str, object], line: str) -> None:
        """Bring one result as a board that has just been switched on, and wait for its ack."""
        uid = str(fields["board"])
        login = {"username": uid, "password": self._passwords[uid]}
        async with aiomqtt.Client("127.0.0.1", self._broker_port, **login) as board:  # type: ignore[arg-type]
            await board.subscribe(f"cribbage/{uid}/in/ack", 1)
            await board.publish(f"cribbage/{uid}/result/{fields['n']}", line, 1)
            async for message in board.messages:
                if json.loads(message.payload)["n"] == fields["n"]:
                    return

"""A hostile computer of the network: it holds connections to a desk and its broker, and sends what is large.

It is a network namespace of this machine: Linux, as root, with `ip` (iproute2). Run there as:
python -m tests.measure.attacker DESK_PORT BROKER_PORT.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

from host_tools.file_limit import raise_file_limit
from tests.measure import UnavailableError

IDLE_AT_DESK, IDLE_AT_BROKER, BODIES, STREAMS = 4400, 1100, 20, 2000
_BODY_BYTES = 16 * 1024 * 1024
_AGAIN_S = 3.0
"""After how long a connection that was closed or refused is tried again, as a browser does with a stream."""
_NETWORK = "10.213.77"


@contextmanager
def other_computer() -> Iterator[str]:
    """Context in which there is a network namespace with an address of its own; yields its name. Raises
    UnavailableError."""
    name = f"hostile{os.getpid()}"
    inner, outer = f"hi{os.getpid()}", f"ho{os.getpid()}"
    commands = [
        f"ip netns add {name}",
        f"ip link add {outer} type veth peer name {inner} netns {name}",
        f"ip addr add {_NETWORK}.1/24 dev {outer}",
        f"ip link set {outer} up",
        f"ip -n {name} addr add {_NETWORK}.2/24 dev {inner}",
        f"ip -n {name} link set {inner} up",
        f"ip -n {name} link set lo up",
    ]
    try:
        for command in commands:
            _run(command)
        yield name
    finally:
        with suppress(UnavailableError):
            _run(f"ip netns delete {name}")


def _run(command: str) -> None:
    try:
        subprocess.run(command.split(), check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise UnavailableError(f"{command}: {getattr(error, 'stderr', '') or error}") from None


@contextmanager
def attack(network: str, desk_port: int, broker_port: int) -> Iterator["subprocess.Popen[str]"]:
    """Context in which the other computer attacks; its first line says that all connections have been tried."""
    words = ["ip", "netns", "exec", network, sys.executable, "-m", "tests.measure.attacker"]
    with subprocess.Popen([*words, str(desk_port), str(broker_port)], stdout=subprocess.PIPE, text=True) as attacker:
        try:
            yield attacker
        finally:
            attacker.terminate()
            attacker.wait()


class _Attacker:
    """Connections of the other computer, which come again whenever they are closed."""

    def __init__(self, desk_port: int, broker_port: int) -> None:
        self._desk_port, self._broker_port = desk_port, broker_port
        self._held = {"desk": 0, "broker": 0, "stream": 0}

    async def run(self) -> None:
        """Attack until cancelled."""
        attacks = [self._idle(self._desk_port, "desk", b"") for _ in range(IDLE_AT_DESK)]
        attacks += [self._idle(self._broker_port, "broker", b"") for _ in range(IDLE_AT_BROKER)]
        attacks += [self._post() for _ in range(BODIES)]
        stream = f"GET /live/wall HTTP/1.1\r\nHost: {_NETWORK}.1\r\nAccept: text/event-stream\r\n\r\n".encode()
        attacks += [self._idle(self._desk_port, "stream", stream) for _ in range(STREAMS)]
        running = [asyncio.create_task(one) for one in attacks]
        await asyncio.sleep(2 * _AGAIN_S)
        print("all have been tried", flush=True)
        try:
            await asyncio.Event().wait()
        finally:
            print(json.dumps(list(self._held.values())), flush=True)
            for one in running:
                one.cancel()

    @asynccontextmanager
    async def _connected(
        self, port: int, kind: str
    ) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        reader, writer = await asyncio.open_connection(f"{_NETWORK}.1", port)
        self._held[kind] += 1
        try:
            yield reader, writer
        finally:
            self._held[kind] -= 1
            writer.close()

    async def _idle(self, port: int, kind: str, request: bytes) -> None:
        """Connect, perhaps ask for something, and read whatever comes, again and again."""
        while True:
            with suppress(OSError):
                async with self._connected(port, kind) as (reader, writer):
                    writer.write(request)
                    while await reader.read(65536):
                        pass
            await asyncio.sleep(_AGAIN_S)

    async def _post(self) -> None:
        """Send large bodies as slowly as may be, but for the last byte, again and again."""
        head = f"POST /director/read HTTP/1.1\r\nHost: {_NETWORK}.1\r\nContent-Length: {_BODY_BYTES}\r\n\r\n".encode()
        while True:
            with suppress(OSError):
                async with self._connected(self._desk_port, "desk") as (reader, writer):
                    writer.write(head)
                    for _ in range(_BODY_BYTES // 65536 - 1):
                        writer.write(b"x" * 65536)
                        await writer.drain()
                    while await reader.read(65536):
                        pass
            await asyncio.sleep(_AGAIN_S)


async def _attack(desk_port: int, broker_port: int) -> None:
    task = asyncio.create_task(_Attacker(desk_port, broker_port).run())
    asyncio.get_running_loop().add_signal_handler(15, task.cancel)
    with suppress(asyncio.CancelledError):
        await task


if __name__ == "__main__":
    os.nice(10)  # The other computer has processors of its own.
    raise_file_limit(20_000)
    asyncio.run(_attack(*map(int, sys.argv[1:])))

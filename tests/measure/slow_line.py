"""A TCP proxy that is as slow as a line: Chromium's own throttling leaves out what a page's workers fetch."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_CHUNK = 4096
_LATE_S = 0.1
"""A busy computer wakes the line late: up to so much it makes good, and is then taken for one that has stood still."""


class SlowLine:
    """What goes through it to `port` of this computer: `bits_s` bits a second in each direction, shared by all
    connections, each byte and each new connection `delay_ms` late, half of it on each way."""

    def __init__(self, port: int, bits_s: int, delay_ms: int) -> None:
        self._port = port
        self._seconds_per_byte = 8 / bits_s
        self._one_way_s = delay_ms / 2000
        self._free_at = {"up": 0.0, "down": 0.0}
        self.port = 0

    async def serve(self, started: threading.Event, ended: asyncio.Event) -> None:
        """Serve on a port of this computer, which `port` then is, until `ended`."""
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        await ended.wait()
        server.close()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # At the end of the line what is under way is cancelled, which asyncio would print.
        with suppress(asyncio.CancelledError):
            # What opens a connection travels there and back before the first byte may be sent.
            await asyncio.sleep(2 * self._one_way_s)
            there, back = await asyncio.open_connection("127.0.0.1", self._port)
            await asyncio.gather(self._carry(reader, back, "up"), self._carry(there, writer, "down"))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: str) -> None:
        """Carry bytes one way until their sender ends."""
        clock = asyncio.get_running_loop().time
        late: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        delivered = asyncio.create_task(self._deliver(late, writer))
        with suppress(ConnectionError):
            while data := await reader.read(_CHUNK):
                free_at = self._free_at[way]
                begins_at = free_at if clock() - free_at < _LATE_S else clock()
                self._free_at[way] = begins_at + len(data) * self._seconds_per_byte
                late.put_nowait((self._free_at[way] + self._one_way_s, data))
                await asyncio.sleep(self._free_at[way] - clock())
        late.put_nowait((clock() + self._one_way_s, b""))
        await delivered

    async def _deliver(self, late: "asyncio.Queue[tuple[float, bytes]]", writer: asyncio.StreamWriter) -> None:
        """Write each piece when it arrives; an empty one is the end."""
        clock = asyncio.get_running_loop().time
        with suppress(ConnectionError):
            while True:
                at, data = await late.get()
                await asyncio.sleep(at - clock())
                if not data:
                    break
                writer.write(data)
                await writer.drain()
        writer.close()


@contextmanager
def slow_line(port: int, bits_s: int, delay_ms: int) -> Iterator[int]:
    """Run a `SlowLine` to `port` in a thread (context manager): yields the port that is slow."""
    line, started = SlowLine(port, bits_s, delay_ms), threading.Event()
    loop, ended = asyncio.new_event_loop(), asyncio.Event()

    def run() -> None:
        # Ends what is still under way, too.
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(line.serve(started, ended))

    thread = threading.Thread(target=run)
    thread.start()
    started.wait()
    try:
        yield line.port
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join()

"""What one client may take of the desk: connections, time, streams, memory for bodies, and threads.

A client is an address. This computer is no client: it has the share that is kept back from all others.

No server has these limits. uvicorn 0.54 limits connections in all, and then answers 503 to everybody; Hypercorn 0.18,
granian 2.8 and waitress 3.0 limit times and sizes; none of them knows addresses.
"""

import asyncio
import ipaddress
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

from host_tools.i18n import plural

CONNECTIONS_EACH = 100
"""Open connections of an address. Browsers keep several each, and a router may stand for all phones behind it."""
IDLE_S = 5.0
"""An idle connection of a client at its limit is kept for so many seconds: closing one for each new one would cost more
than refusing the new ones."""
STREAMS_EACH = 50
"""Open streams of an address: the other connections are left for pages."""
REQUEST_S = 75.0
"""Seconds in which a connection has to bring its next request's head: longer than proxies keep an idle one (60)."""
BODIES_EACH = 2 * 1024 * 1024
BODIES = 64 * 1024 * 1024
"""Bytes of request bodies in memory, of an address whose sender has not signed in, and in all."""
THREADS = 4
"""Threads that make pages."""
_OWN_THREADS = 1
"""Threads that are kept for this computer."""
_OWN_CONNECTIONS = 100
"""Connections that are kept for this computer."""
_SAY_S = 60.0
"""Time between two lines in the log."""

OWN = "localhost"
"""The client that is this computer."""
Peer = tuple[str, int]
"""Address and port of the other end of a connection."""


class BusyError(Exception):
    """A client is at its limit, or the desk has no more to give."""


def client_of(address: str, served_address: str) -> str:
    """Return the client at `address`, which asks for a page at `served_address`: OWN if it is this computer.

    A computer has the last 64 bits of an IPv6 address to itself.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address or "?"
    if parsed.is_loopback or address == served_address:
        return OWN
    return str(ipaddress.ip_network((address, 64), strict=False)) if parsed.version == 6 else address


class _Connection:
    """An open connection. `waiting_since`: when it began to wait for a request; None while one is answered."""

    def __init__(self, transport: asyncio.Transport, now: float) -> None:
        self.transport = transport
        self.waiting_since: float | None = now


class Clients:
    """All clients, and what each of them has. Used on the event loop alone.

    `connections`: how many the desk can have open. `proxy`: address whose connections are those of many clients.
    """

    def __init__(self, connections: int, proxy: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        self.refusals = Refusals(clock)
        self._most = connections
        self._most_of_others = max(connections - _OWN_CONNECTIONS, connections // 2)
        self._proxy = proxy
        self._clock = clock
        self._connections: dict[str, dict[Peer, _Connection]] = {}
        self._streams: Counter[str] = Counter()
        self._bodies: Counter[str] = Counter()
        self._turns: dict[str, _Turns] = {}
        self._threads_of_others = asyncio.Semaphore(THREADS - _OWN_THREADS)

    def admits(self, peer: Peer, served_address: str) -> bool:
        """Return whether a new connection may be had; the client's longest idle one may be closed for it."""
        client = self._connected_client(peer, served_address)
        if client == OWN:
            return self._count() < self._most
        if client != self._proxy and len(self._connections.get(client, ())) >= CONNECTIONS_EACH:
            self._forget_closed(client)
            if len(self._connections.get(client, ())) >= CONNECTIONS_EACH:
                return self._close_idle(client)
        if self._count() < self._most_of_others:
            return True
        others = [one for one in self._connections if one not in (OWN, self._proxy)]
        return bool(others) and self._close_idle(max(others, key=lambda one: len(self._connections[one])))

    def _connected_client(self, peer: Peer, served_address: str) -> str:
        return self._proxy if self._proxy and peer[0] == self._proxy else client_of(peer[0], served_address)

    def _count(self) -> int:
        return sum(map(len, self._connections.values()))

    def _close_idle(self, client: str) -> bool:
        """Close the connection of the client that has been idle longest; return False if none is for IDLE_S."""
        self.refusals.note(client)
        connections, latest = self._connections[client], self._clock() - IDLE_S
        idle = [(one.waiting_since, peer) for peer, one in connections.items() if one.waiting_since is not None]
        if not idle or min(idle)[0] > latest:
            return False
        connections.pop(min(idle)[1]).transport.abort()
        return True

    def add(self, peer: Peer, served_address: str, transport: asyncio.Transport) -> None:
        """Count a connection, until its transport is closed."""
        client = self._connected_client(peer, served_address)
        self._connections.setdefault(client, {})[peer] = _Connection(transport, self._clock())

    @contextmanager
    def answering(self, peer: Peer, served_address: str) -> Iterator[None]:
        """Context in which a connection's request is answered: it is not idle."""
        connections = self._connections.get(self._connected_client(peer, served_address), {})
        connection = connections.get(peer)
        if connection is not None:
            connection.waiting_since = None
        try:
            yield
        finally:
            if connection is not None:
                connection.waiting_since = self._clock()

    def close_overdue(self) -> None:
        """Close connections that have waited for a request for REQUEST_S."""
        latest = self._clock() - REQUEST_S
        for client in list(self._connections):
            self._forget_closed(client)
            for connection in self._connections.get(client, {}).values():
                if connection.waiting_since is not None and connection.waiting_since < latest:
                    connection.transport.abort()

    def _forget_closed(self, client: str) -> None:
        connections = self._connections.get(client, {})
        for peer in [peer for peer, one in connections.items() if one.transport.is_closing()]:
            del connections[peer]
        if not connections:
            self._connections.pop(client, None)

    def may_stream(self, client: str) -> bool:
        """Return whether the client may have one more stream."""
        return client == OWN or self._streams[client] < STREAMS_EACH

    @contextmanager
    def streaming(self, client: str) -> Iterator[None]:
        """Context in which a client has a stream. Raises BusyError."""
        if not self.may_stream(client):
            raise BusyError
        self._streams[client] += 1
        try:
            yield
        finally:
            _take_away(self._streams, client, 1)

    def grow_body(self, client: str, size: int, trusted: bool) -> None:
        """Count `size` more bytes of a body, until `drop_body`; `trusted`: the sender has signed in. Raises BusyError.

        What this computer sends is not counted with that of others: they cannot keep it out.
        """
        sum_of_others = self._bodies.total() - self._bodies[OWN]
        if client == OWN:
            fits = self._bodies[OWN] + size <= BODIES
        else:
            fits = sum_of_others + size <= BODIES and (trusted or self._bodies[client] + size <= BODIES_EACH)
        if not fits:
            raise BusyError
        self._bodies[client] += size

    def drop_body(self, client: str, size: int) -> None:
        """Count `size` bytes of a body no longer."""
        _take_away(self._bodies, client, size)

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """Context in which a client has one of THREADS: one at a time; this computer at once."""
        if client == OWN:
            yield
            return
        turns = self._turns.setdefault(client, _Turns())
        turns.count += 1
        try:
            async with turns.lock, self._threads_of_others:
                yield
        finally:
            turns.count -= 1
            if not turns.count:
                del self._turns[client]


class _Turns:
    """Requests of a client that have a thread or wait for it: `count`, one at a time."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.count = 0


def _take_away(counter: Counter[str], key: str, count: int) -> None:
    counter[key] -= count
    if not counter[key]:
        del counter[key]


class Refusals:
    """What was refused, told in the log at once, then at most once a minute."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._counts: Counter[str] = Counter()
        self._say_at = 0.0

    def note(self, client: str) -> None:
        """Count a connection or request of a client that was refused or closed."""
        self._counts[client] += 1

    def say(self) -> None:
        """Log what was refused, if there is something and a minute has passed since."""
        if not self._counts or self._clock() < self._say_at:
            return
        (client, count), total = self._counts.most_common(1)[0], self._counts.total()
        text = plural("desk.served.refused", total, most=count, address=client)
        logging.getLogger(__name__).warning("%s", text)
        self._counts.clear()
        self._say_at = self._clock() + _SAY_S

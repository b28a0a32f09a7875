"""Tests of what one client may take of a desk: connections, time, streams, memory, threads; and of the log."""

import asyncio
import logging
import re
import socket
import threading
from pathlib import Path

import pytest

from host_tools.desk.errors import DeskError
from host_tools.desk.events.location import EventLocation
from host_tools.desk.web import asgi_app, client_limits, serving
from host_tools.desk.web.asgi_app import IMPORT_PATH, LARGEST_FORM, DeskApp
from host_tools.desk.web.client_limits import (
    BODIES,
    BODIES_EACH,
    CONNECTIONS_EACH,
    OWN,
    REQUEST_S,
    STREAMS_EACH,
    BusyError,
    Clients,
    client_of,
)
from host_tools.desk.web.director_credentials import Director
from tests.desk.web.conftest import PASSWORD, Visitor
from tests.own_thread import in_own_thread
from tests.patience import PATIENCE_S

DESK, LAPTOP, PHONE, HERE = "192.168.1.5", "192.168.1.20", "192.168.1.30", "127.0.0.1"
IDLE_S = client_limits.IDLE_S
FORM = "application/x-www-form-urlencoded"


class Transport:
    """A connection's, that is open until it is aborted."""

    closed = False

    def abort(self):
        self.closed = True

    def is_closing(self):
        return self.closed


class Network:
    """Clients of a desk that can have so many connections, by a clock that the test sets."""

    def __init__(self, connections=1000, proxy=""):
        self.now, self.port = 1000.0, 0
        self.clients = Clients(connections, proxy, lambda: self.now)

    def connect(self, address):
        """A new connection's transport, and its peer; None if it is refused."""
        self.port += 1
        self.now += 0.001
        peer = (address, self.port)
        if not self.clients.admits(peer, DESK):
            return None
        transport = Transport()
        self.clients.add(peer, DESK, transport)
        return transport, peer

    def connect_many(self, address, count):
        return [self.connect(address) for _ in range(count)]


@pytest.mark.parametrize(
    ("address", "client"),
    [
        (HERE, OWN),
        ("::1", OWN),
        (DESK, OWN),
        (LAPTOP, LAPTOP),
        ("2001:db8::1:2:3:4", "2001:db8::/64"),
        ("2001:db8::ffff:2:3:4", "2001:db8::/64"),
        ("unknown", "unknown"),
    ],
)
def test_a_client_is_an_address_and_this_computer_is_told_apart(address, client):
    assert client_of(address, DESK) == client


def test_a_client_has_so_many_connections_and_its_longest_idle_one_makes_room():
    network = Network()
    connections = network.connect_many(LAPTOP, CONNECTIONS_EACH)
    assert network.connect(LAPTOP) is None
    phone, _ = network.connect(PHONE)
    network.now += IDLE_S
    newest, _ = network.connect(LAPTOP)
    assert [transport.closed for transport, _ in connections] == [True] + [False] * (CONNECTIONS_EACH - 1)
    assert not newest.closed
    assert not phone.closed


def test_a_connection_that_is_answered_is_not_idle():
    network = Network()
    connections = network.connect_many(LAPTOP, CONNECTIONS_EACH)
    network.now += IDLE_S
    with network.clients.answering(connections[0][1], DESK):
        network.connect(LAPTOP)
        assert [connections[0][0].closed, connections[1][0].closed] == [False, True]


def test_a_client_whose_connections_are_all_busy_gets_no_more():
    network, busy = Network(), []
    for _, peer in network.connect_many(LAPTOP, CONNECTIONS_EACH):
        busy.append(network.clients.answering(peer, DESK))
        busy[-1].__enter__()
    network.now += IDLE_S
    assert network.connect(LAPTOP) is None
    assert network.connect(PHONE) is not None


def test_connections_that_were_closed_do_not_count():
    network = Network()
    for transport, _ in network.connect_many(LAPTOP, CONNECTIONS_EACH):
        transport.abort()
    kept, _ = network.connect(LAPTOP)
    assert not kept.closed
    network.connect_many(LAPTOP, CONNECTIONS_EACH - 1)
    assert not kept.closed


def test_where_all_connections_are_taken_the_client_with_most_gives_one_and_this_computer_has_its_own():
    network = Network(connections=300)
    greedy = network.connect_many(LAPTOP, 90)
    for number in range(110):
        assert network.connect(f"10.0.0.{number}") is not None
    assert not any(transport.closed for transport, _ in greedy)
    assert network.connect(PHONE) is None
    network.now += IDLE_S
    for _ in range(20):
        assert network.connect(PHONE) is not None
    assert sum(transport.closed for transport, _ in greedy) == 20
    assert all(connection is not None for connection in network.connect_many(HERE, 100))
    assert network.connect(HERE) is None


def test_a_proxy_has_the_connections_of_many_clients():
    network = Network(proxy=LAPTOP)
    connections = network.connect_many(LAPTOP, 2 * CONNECTIONS_EACH)
    assert not any(transport.closed for transport, _ in connections)


def test_who_brings_no_request_is_closed_and_who_is_answered_is_not():
    network = Network()
    (silent, _), (asks, asking), (asked, peer) = network.connect_many(LAPTOP, 3)
    with network.clients.answering(asking, DESK):
        network.now += REQUEST_S
        with network.clients.answering(peer, DESK):
            pass
        network.now += 1
        network.clients.close_overdue()
        assert [silent.closed, asks.closed, asked.closed] == [True, False, False]
        network.now += REQUEST_S
        network.clients.close_overdue()
        assert [asks.closed, asked.closed] == [False, True]


def test_bodies_of_a_client_and_of_all_have_a_share_of_memory_each():
    clients = Network().clients
    clients.grow_body(LAPTOP, BODIES_EACH, trusted=False)
    with pytest.raises(BusyError):
        clients.grow_body(LAPTOP, 1, trusted=False)
    clients.grow_body(LAPTOP, BODIES - BODIES_EACH, trusted=True)
    with pytest.raises(BusyError):
        clients.grow_body(PHONE, 1, trusted=False)
    clients.grow_body(OWN, BODIES, trusted=True)
    clients.drop_body(LAPTOP, BODIES)
    clients.grow_body(PHONE, BODIES_EACH, trusted=False)


def test_a_client_has_one_thread_at_a_time_and_this_computer_never_waits():
    clients, has_turn = Network().clients, []

    async def ask(client, name, done):
        async with clients.turn(client):
            has_turn.append(name)
            await done.wait()

    async def scene():
        done = asyncio.Event()
        asking = [asyncio.create_task(ask(LAPTOP, f"laptop {number}", done)) for number in (1, 2, 3)]
        asking += [asyncio.create_task(ask(PHONE, "phone", done)), asyncio.create_task(ask(OWN, "here", done))]
        for _ in range(5):
            await asyncio.sleep(0)
        assert has_turn == ["laptop 1", "phone", "here"]
        done.set()
        await asyncio.gather(*asking)
        assert len(has_turn) == 5

    in_own_thread(asyncio.run, scene())


def test_what_was_refused_is_said_at_once_and_then_once_a_minute(caplog):
    network = Network()
    for second in range(130):
        for _ in range(100):
            network.clients.refusals.note(LAPTOP if second else PHONE)
        network.clients.refusals.say()
        network.now += 1
    said = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(said) == 3
    assert PHONE in said[0]
    assert "6000" in said[1]
    assert LAPTOP in said[1]


class Desk:
    """A desk's application, asked by clients of other computers; what it has said to each."""

    def __init__(self, night):
        event = night.opened()
        server = serving.listen(event, Director(), HERE, 0, True, event.location)
        self.app, self.clients = server.config.app._app, server.config.app._clients
        self.switch = server._switch
        server._listening_socket.close()

    async def ask(self, path, address=LAPTOP, method="GET", headers=(), pieces=(b"",)):
        """The status and text of the answer, and how many pieces of the body were taken."""
        assert isinstance(self.app, DeskApp)
        sent, given = [], iter([*pieces])
        taken = 0

        async def receive():
            nonlocal taken
            for piece in given:
                taken += 1
                if piece is None:
                    await asyncio.Event().wait()
                return {"type": "http.request", "body": piece, "more_body": taken < len(pieces)}
            return await asyncio.Event().wait()

        async def send(message):
            sent.append(message)

        scope = {
            **{"type": "http", "method": method, "http_version": "1.1", "scheme": "http"},
            **{"path": path.partition("?")[0], "query_string": path.partition("?")[2].encode()},
            **{"client": (address, 50000), "server": (DESK, 8122)},
            "headers": [(b"host", HERE.encode()), *((name.encode(), value.encode()) for name, value in headers)],
        }
        await self.app(scope, receive, send)
        text = b"".join(message.get("body", b"") for message in sent[1:]).decode()
        return sent[0]["status"], text, taken


@pytest.fixture
def asked(night):
    """Runs a scene with a desk, as a coroutine function of it."""
    return lambda scene: in_own_thread(asyncio.run, scene(Desk(night)))


def length_of(size):
    return [("content-type", FORM), ("content-length", str(size))]


@pytest.mark.parametrize("path", [IMPORT_PATH, "/director/events/new", "/sign-in"])
def test_a_large_body_of_somebody_unknown_is_refused_before_it_is_read(asked, path):
    async def scene(desk):
        status, text, taken = await desk.ask(path, PHONE, "POST", length_of(16 * 1024 * 1024), [b"x" * 65536] * 256)
        assert (status, taken) == (413, 0)
        assert "16 MB" in text

    asked(scene)


def test_one_that_does_not_say_its_size_is_cut(asked):
    async def scene(desk):
        headers = [("content-type", FORM), ("transfer-encoding", "chunked")]
        status, _, taken = await desk.ask(IMPORT_PATH, PHONE, "POST", headers, [b"x" * 65536] * 256)
        assert (status, taken) == (413, LARGEST_FORM // 65536 + 1)
        assert not desk.clients._bodies

    asked(scene)


def test_a_body_that_stops_coming_is_told_so_and_kept_no_longer(asked, monkeypatch):
    monkeypatch.setattr(asgi_app, "FORM_S", 0.01)

    async def scene(desk):
        status, text, _ = await desk.ask("/sign-in", PHONE, "POST", length_of(100), [b"name=", None, b""])
        assert (status, "took too long" in text) == (408, True)
        assert not desk.clients._bodies

    asked(scene)


def test_who_has_no_memory_left_is_told_to_try_again(asked):
    async def scene(desk):
        desk.clients.grow_body(PHONE, BODIES_EACH, trusted=False)
        french = [*length_of(3), ("accept-language", "fr")]
        status, text, _ = await desk.ask("/sign-in", PHONE, "POST", french, [b"a=b"])
        assert (status, "Réessayez" in text) == (503, True)
        assert (await desk.ask("/sign-in", LAPTOP, "POST", length_of(3), [b"a=b"]))[0] == 400

    asked(scene)


def test_one_more_stream_than_a_client_may_have_is_refused_without_asking_for_a_page(asked):
    async def scene(desk):
        desk.clients._streams[LAPTOP] = STREAMS_EACH
        desk.app._switch = None
        assert (await desk.ask("/live/wall"))[0] == 429

    asked(scene)


@pytest.fixture
def open_desk(night):
    """A desk as it is started, that knows a proxy on this computer."""
    event = night.opened()
    server = serving.listen(event, Director(), HERE, 0, True, event.location, proxy=HERE)
    thread = threading.Thread(target=server.serve_until_closed, daemon=True)
    thread.start()
    yield server
    server.close()
    thread.join()


def ask_as_proxy(server, client, request):
    """The answer to a request that a proxy passes on."""
    with socket.create_connection((HERE, server.port), PATIENCE_S) as connection:
        head, _, body = request.partition("\r\n\r\n")
        forwarded = f"Host: {HERE}\r\nX-Forwarded-For: {client}\r\nConnection: close\r\n"
        connection.sendall(f"{head}\r\n{forwarded}\r\n{body}".encode())
        return b"".join(iter(lambda: connection.recv(65536), b"")).decode()


def test_wrong_passwords_behind_a_proxy_lock_out_who_typed_them_and_nobody_else(open_desk):
    def sign_in(client, password):
        page = ask_as_proxy(open_desk, client, "GET /sign-in HTTP/1.1\r\n\r\n")
        cookie = re.search(r"(?i)set-cookie: ([^;]+)", page)[1]
        token = re.search(r'name="csrf_token" value="([^"]+)"', page)[1]
        body = f"csrf_token={token}&name=Ruth&password={password}"
        head = f"POST /sign-in HTTP/1.1\r\nCookie: {cookie}\r\nContent-Type: {FORM}\r\nContent-Length: {len(body)}"
        return int(ask_as_proxy(open_desk, client, f"{head}\r\n\r\n{body}").split()[1])

    assert [sign_in("203.0.113.9", "guess") for _ in range(6)] == [401] * 5 + [429]
    assert sign_in("203.0.113.10", PASSWORD.replace(" ", "+")) == 303


def test_a_connection_beyond_a_client_s_is_closed_by_the_server(open_desk, monkeypatch):
    monkeypatch.setattr(open_desk._clients, "admits", lambda *_: False)
    with socket.create_connection((HERE, open_desk.port), PATIENCE_S) as connection:
        assert connection.recv(1) == b""


def test_many_passwords_at_once_are_tried_no_more_often_than_one_after_the_other(app, monkeypatch):
    """All of them are asked before the first is answered."""
    tried, together = [], threading.Barrier(12)

    def is_password(*_):
        tried.append(1)
        return False

    monkeypatch.setattr(Director, "is_password", is_password)
    visitors = [Visitor(app) for _ in range(12)]
    tokens = [visitor.token() for visitor in visitors]
    statuses = []

    def sign_in(visitor, token):
        together.wait()
        form = {"csrf_token": token, "name": "Ruth", "password": "guess"}
        statuses.append(visitor.client.post("/sign-in", data=form).status_code)

    threads = [threading.Thread(target=sign_in, args=pair) for pair in zip(visitors, tokens, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(tried), statuses.count(401), statuses.count(429)) == (5, 5, 7)


def test_a_proxy_is_named_by_its_address(night):
    with pytest.raises(DeskError, match=r"127\.0\.0\.1"):
        serving.listen(None, Director(), HERE, 0, True, EventLocation(Path(), None), proxy="nginx")

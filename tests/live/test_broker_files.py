"""Tests of the broker's configuration against a real Mosquitto: logins and access rights by topic."""

import asyncio
import re
import select
import socket
import ssl
import subprocess
from contextlib import ExitStack
from pathlib import Path

import aiomqtt
import pytest
from typer.testing import CliRunner

from host_tools.cli import app
from host_tools.desk.live.broker_address import find_broker
from host_tools.desk.live.broker_connection import connect
from host_tools.live import broker_files
from host_tools.live.broker_files import BrokerFiles, Listener
from host_tools.live.mosquitto import Mosquitto, MosquittoError
from host_tools.sim.clocked import plugged_in
from host_tools.sim.virtual.board import network_board
from host_tools.usb.ports import Port
from tests.installed import program
from tests.live.brokers import PASSWORD, UIDS, Hall
from tests.own_thread import in_own_thread
from tests.patience import PATIENCE_S

UID, OTHER = UIDS[:2]


@pytest.mark.parametrize(("user", "password"), [(None, None), (UID, "wrong"), ("00000000000000ff", PASSWORD)])
def test_nobody_gets_in_without_the_right_password(hall, user, password):
    async def go():
        with pytest.raises(aiomqtt.MqttError, match="Not authorized"):
            async with hall.client(user, password):
                pass

    in_own_thread(asyncio.run, go())


def test_a_port_where_another_broker_is_heard_is_said_to_be_taken(hall):
    """A Mosquitto of Debian's, which begins with the computer, would be taken for the hall's."""
    with pytest.raises(MosquittoError, match=f"port {hall.port} is another program"):
        Mosquitto(hall.files.configuration, hall.port).start()


def test_a_board_writes_its_own_topics_alone(hall):
    """The broker tells a client of MQTT 3.1.1 nothing of a denial: what was not allowed is not heard."""
    own = [f"cribbage/{UID}/{name}" for name in ("here", "state", "result/7")]
    others = [f"cribbage/{OTHER}/here", f"cribbage/{UID}/in/ack", f"cribbage/{UID}/in/assign", f"cribbage/{UID}/else"]
    others += ["cribbage/desk/x", "elsewhere", f"cribbage/{UID}/result/7/8"]

    async def go():
        async with connect(hall.broker) as desk, hall.client(UID) as board:
            await desk.subscribe("#", 1)
            for topic in [*others, *own]:
                await board.publish(topic, topic, 1)
            topics = []
            async with asyncio.timeout(PATIENCE_S):
                async for message in desk.messages:
                    topics.append(message.topic.value)
                    if len(topics) == len(own):
                        break
            assert topics == own

    in_own_thread(asyncio.run, go())


def test_a_board_reads_what_is_meant_for_it_alone(hall):
    async def go():
        async with connect(hall.broker) as desk, hall.client(UID) as board:
            await board.subscribe("#", 1)
            for topic in (f"cribbage/{OTHER}/in/ack", f"cribbage/{UID}/here", f"cribbage/{UID}/in/assign"):
                await desk.publish(topic, "x", 1, retain=True)
            await desk.publish(f"cribbage/{UID}/in/ack", "x", 1)
            async with asyncio.timeout(PATIENCE_S):
                topics = [(await anext(board.messages)).topic.value for _ in range(2)]
            assert topics == [f"cribbage/{UID}/in/assign", f"cribbage/{UID}/in/ack"]

    in_own_thread(asyncio.run, go())


def test_only_their_owner_can_read_the_files(tmp_path):
    files = BrokerFiles(tmp_path / "hall")
    files.write(Listener())
    files.set_password(UID, "secret of a board")
    assert {path.name: path.stat().st_mode & 0o777 for path in files.path.iterdir()} == {
        **{"mosquitto.conf": 0o600, "passwords": 0o600, "acl": 0o600, "desk.login": 0o600, "data": 0o700},
        **{"desk.url": 0o600, "desk.passwords": 0o600, "desk.acl": 0o600},
    }
    assert "secret" not in "".join(path.read_text() for path in files.path.iterdir() if path.is_file())


def test_writing_them_again_keeps_who_is_known(tmp_path):
    files = BrokerFiles(tmp_path / "hall")
    files.write(Listener())
    files.set_password(UID, "x")
    login, users = files.login.read_text(), files.users()
    files.write(Listener(port=1999, desk_port=2000))
    assert (files.login.read_text(), files.users()) == (login, users) == (login, [UID])
    assert find_broker(str(files.path))[:2] == ("127.0.0.1", 2000)
    assert files.damaged_files() == []
    (files.path / "acl").write_text("topic readwrite #\n")
    assert files.damaged_files() == ["acl"]


def test_connections_of_others_keep_no_desk_out(tmp_path, monkeypatch):
    monkeypatch.setattr(broker_files, "BOARD_CONNECTIONS", 2)
    hall = Hall(tmp_path / "hall")

    async def comes():
        async with connect(hall.broker) as desk:
            await desk.publish("cribbage/desk/x", b"", 1)

    with hall.mosquitto, ExitStack() as idle:
        waiting, heard = [], []
        # Mosquitto 2.0.11 closes one connection that is too much for each that comes.
        for _ in range(50):
            waiting.append(idle.enter_context(socket.create_connection(("127.0.0.1", hall.port), PATIENCE_S)))
            for closed in select.select(waiting, [], [], 0.1)[0]:
                waiting.remove(closed)
                heard.append(closed.recv(1))
            if len(heard) >= 3:
                break
        assert heard[:3] == [b""] * 3
        in_own_thread(asyncio.run, comes())


def test_a_broker_has_files_for_all_connections_that_it_takes(tmp_path):
    hall = Hall(tmp_path / "hall", tmp_path / "cert.pem", tmp_path / "key.pem")
    listeners = hall.files.configuration.read_text().split("\nlistener ")[1:]
    most = [int(re.search(r"^max_connections (\d+)$", text, re.MULTILINE)[1]) for text in listeners]
    assert (len(most), sum(most) < broker_files.OPEN_FILES) == (3, True)


def test_desks_come_by_tls_where_there_is_a_certificate(tmp_path):
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    words = [program("OpenSSL"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    words += ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate]
    subprocess.run(words, check=True, capture_output=True)
    hall = Hall(tmp_path / "broker", certificate, key)

    async def comes(broker):
        async with connect(broker) as desk:
            await desk.publish("cribbage/desk/x", b"", 1)

    with hall.mosquitto:
        secure = hall.broker._replace(port=hall.tls_port, tls=True)
        in_own_thread(asyncio.run, comes(secure._replace(authority=str(certificate))))
        with pytest.raises(aiomqtt.MqttError, match="CERTIFICATE_VERIFY_FAILED"):
            in_own_thread(asyncio.run, comes(secure))
    with pytest.raises(ssl.SSLError):
        in_own_thread(asyncio.run, comes(secure._replace(authority=str(key))))


def test_boards_on_usb_get_passwords_that_nobody_sees(tmp_path, monkeypatch):
    """The board's own firmware takes it, comes by it, and is known by no other."""
    board = network_board(tmp_path / "board", UID)
    with plugged_in(board) as path:
        monkeypatch.setattr("host_tools.usb.select_board.connected_ports", lambda: [Port(path, UID)])
        hall = Hall(tmp_path / "hall")
        before = hall.files.users()
        words = ["live", "init", str(hall.files.path), "--port", str(hall.port), "--listen", "127.0.0.1"]
        words += ["--desk-port", str(hall.desk_port)]
        done = CliRunner().invoke(app, [*words, "--address", "127.0.0.1", "--standby", "127.0.0.2"])
        assert done.exit_code == 0, done.output
        assert board.board.network_loader.read_fields()["standby"] == "127.0.0.2"
        assert f"{UID}: has a password of its own now" in done.output
        shown = done.output.partition("--live ")[2].split()[0]
        assert find_broker(shown) == find_broker(str(hall.files.path)), "the broker to which the words send the desk"
        login = board.board.network_loader.read_fields()["login"]
        assert login != PASSWORD
        for secret in (login, hall.files.login.read_text().split()[1]):
            assert secret not in done.output
        assert sorted(hall.files.users()) == sorted(before)

        async def comes():
            async with connect(hall.broker) as desk:
                await desk.subscribe(f"cribbage/{UID}/here", 1)
                async with asyncio.timeout(PATIENCE_S):
                    await anext(desk.messages)

        with hall.mosquitto:
            in_own_thread(asyncio.run, comes())


def test_a_board_without_a_network_says_so_and_is_not_let_in(tmp_path, monkeypatch):
    board = network_board(tmp_path / "board", UID)
    with plugged_in(board) as path:
        board.hal.network = None
        monkeypatch.setattr("host_tools.usb.select_board.connected_ports", lambda: [Port(path, UID)])
        done = CliRunner().invoke(app, ["live", "init", str(tmp_path / "hall"), "--address", "127.0.0.1"])
        assert done.exit_code == 1
        assert "this machine has no network" in done.output
    assert BrokerFiles(tmp_path / "hall").users() == []


def test_where_the_broker_listens_is_read_as_it_was_written(tmp_path):
    files = BrokerFiles(tmp_path / "hall")
    for listener in (
        Listener(),
        Listener("127.0.0.1", 1, desk_port=2),
        Listener("::1", 1, 3, Path("/c"), Path("/k"), 2),
    ):
        files.write(listener)
        assert files.read_listener() == listener


def test_init_again_keeps_where_the_broker_listens(tmp_path):
    init = ["live", "init", str(tmp_path / "hall"), "--no-boards"]
    tls = ["--certificate", str(tmp_path / "c"), "--key", str(tmp_path / "k")]
    for words in (["--port", "2883", *tls], ["--desk-port", "2884"]):
        assert CliRunner().invoke(app, [*init, *words]).exit_code == 0
    expected = Listener(port=2883, desk_port=2884, certificate=tmp_path / "c", key=tmp_path / "k")
    assert BrokerFiles(tmp_path / "hall").read_listener() == expected
    assert CliRunner().invoke(app, [*init, *tls[:2]]).exit_code == 1

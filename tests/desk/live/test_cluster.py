"""A cluster of real brokers: a hall's Mosquitto and boards of the real firmware at it, while nodes die for good."""

import asyncio
import shutil
from contextlib import ExitStack, asynccontextmanager, contextmanager

import pytest
from typer.testing import CliRunner

from firmware.config import KEY_OK
from host_tools.cli import app
from host_tools.desk.live.broker_address import find_brokers
from host_tools.desk.live.broker_connection import connect, run_live_everywhere
from host_tools.desk.rounds.seating import seat_next
from host_tools.i18n import use_language
from host_tools.live.broker_files import BrokerFiles, Listener
from host_tools.live.check import check_cluster, check_live
from host_tools.live.cluster_files import ClusterFiles
from host_tools.live.mosquitto import Mosquitto, free_port
from host_tools.sim.clocked import Clock
from host_tools.sim.virtual.board import network_board
from tests import installed
from tests.desk.conftest import opened
from tests.desk.live.running_desks import KEY, LiveDesk, results_of
from tests.live.brokers import PASSWORD, UIDS, running
from tests.own_thread import in_own_thread
from tests.patience import PATIENCE_S

HOSTS = ["127.0.0.1", "127.0.0.2", "127.0.0.3"]
"""Of this computer, all; not on macOS, where only the first is."""
HALL = "Turin"
NIGHT = "Night"


class Cluster:
    """The files of a cluster and of one hall at it, and their brokers."""

    def __init__(self, folder):
        installed.mosquitto()
        self.files, self.hall = ClusterFiles(folder / "cluster"), BrokerFiles(folder / "hall")
        self.port, self.hall_port = free_port(), free_port()
        tls_port = free_port()
        listeners = {host: Listener(host, self.port, tls_port, desk_port=free_port()) for host in HOSTS}
        self.files.write(listeners, [HALL])
        for uid in UIDS:
            self.files.set_password(uid, PASSWORD)
        self.hall.take_uplink(self.files.path / f"hall-{HALL}")
        self.hall.write(Listener("127.0.0.1", self.hall_port, desk_port=free_port()))
        for uid in UIDS:
            self.hall.set_password(uid, PASSWORD)
        pairs = zip(self.files.nodes, HOSTS, strict=True)
        self.nodes = [Mosquitto(node.configuration, self.port, host) for node, host in pairs]
        self.hall_broker = Mosquitto(self.hall.configuration, self.hall_port)

    @contextmanager
    def running(self, *brokers):
        with ExitStack() as stack:
            for broker in brokers or (*self.nodes, self.hall_broker):
                stack.enter_context(broker)
            yield self

    @asynccontextmanager
    async def desk(self, store):
        served = LiveDesk(opened(store, NIGHT))
        brokers = find_brokers(str(self.files.path))
        async with running(run_live_everywhere(brokers, served.event, served.tables, served.changed)):
            yield served


@pytest.fixture
def cluster(tmp_path):
    return Cluster(tmp_path)


def board_at(folder, uid, table, port, **network):
    board = network_board(folder / uid, uid)
    board.configure(round=1, event=NIGHT, key=KEY, table=table, preset="acc")
    board.tell_network(broker="127.0.0.1", port=port, login=PASSWORD)
    board.tell_network(**network)
    return board


async def until(boards, wanted):
    """Let the boards live by the clock until a condition is met."""
    clock = Clock(boards)
    while not wanted():
        assert clock.passed_s < PATIENCE_S, [board.shown() for board in boards]
        clock.step()
        await asyncio.sleep(0.002)


def begin(board):
    board.press(KEY_OK)
    board.peg("A", 25)


def finish(board):
    for _ in range(3):
        board.peg("A", 25)
    board.peg("A", 21)
    board.sign("B")
    while board.shown()["phase"] in ("game-over", "match-over"):
        board.press(KEY_OK)
        board.wait(100)


def round_shown(board):
    return board.shown()["round"]


def test_a_node_that_dies_for_good_in_the_middle_of_a_round_loses_nothing(cluster, night, tmp_path):
    """Boards in a hall, whose line goes to another node by itself, and one that came to the cluster without a hall."""

    async def go():
        in_hall = board_at(tmp_path, UIDS[0], 1, cluster.hall_port)
        alone = board_at(tmp_path, UIDS[1], 2, cluster.port, standby=HOSTS[1])
        boards = [in_hall, alone]
        async with cluster.desk(night.store) as desk:
            await until(boards, lambda: len(desk.tables.states()) == 2)
            for board in boards:
                begin(board)
            cluster.nodes[0].kill()
            for board in boards:
                finish(board)
            await until(boards, lambda: all(board.shown()["waiting"] == 0 for board in boards))
            assert results_of(night) == [(1, "", ""), (1, "", "")]
            night.do(seat_next, by="test")
            await until(boards, lambda: all(round_shown(board) == 2 for board in boards))
            assert "cannot be reached" in desk.tables.trouble
            assert HOSTS[0] in desk.tables.trouble
        for board in boards:
            board.power_off()

    with cluster.running():
        in_own_thread(asyncio.run, go())


def test_a_hall_whose_line_is_cut_keeps_its_results_until_it_is_back(cluster, night, tmp_path):
    async def go():
        board = board_at(tmp_path, UIDS[0], 1, cluster.hall_port)
        async with cluster.desk(night.store) as desk:
            await until([board], lambda: desk.tables.states())
            for node in cluster.nodes:
                node.kill()
            begin(board)
            finish(board)
            await until([board], lambda: board.shown()["waiting"] == 1)
            assert results_of(night) == []
            # The last alone is enough.
            cluster.nodes[2].start()
            await until([board], lambda: board.shown()["waiting"] == 0)
            assert results_of(night) == [(1, "", "")]
        board.power_off()

    with cluster.running():
        in_own_thread(asyncio.run, go())


def test_two_boards_that_claim_one_table_at_two_nodes_have_none(cluster, night, tmp_path):
    async def go():
        boards = [
            board_at(tmp_path, uid, 1, cluster.port, broker=host) for uid, host in zip(UIDS[:2], HOSTS[:2], strict=True)
        ]
        async with cluster.desk(night.store) as desk:
            await until(boards, lambda: len(desk.tables.states()) == 2)
            async with connect(find_brokers(str(cluster.files.path))[0]) as client:
                await client.subscribe("cribbage/desk/+")
                async with asyncio.timeout(PATIENCE_S):
                    async for received in client.messages:
                        if UIDS[0].encode() in received.payload.partition(b'"without"')[2].partition(b"]")[0]:
                            break
        for board in boards:
            board.power_off()

    with cluster.running():
        in_own_thread(asyncio.run, go())


def diagnosis(coroutine):
    with use_language("en"):
        found = in_own_thread(asyncio.run, coroutine)
    return found.passed, found.problems


def test_the_check_names_a_node_that_is_gone_and_a_hall_without_a_line(cluster):
    with cluster.running(*cluster.nodes[1:]):
        passed, problems = diagnosis(check_cluster(cluster.files.path, 0.5))
    assert [any(host in line for line in passed) for host in HOSTS] == [False, True, True]
    assert any(HOSTS[0] in line and "cannot be reached" in line for line in problems)
    assert any("Hall Turin: no line to the cluster" in line for line in problems)
    assert any(HOSTS[1] in line and "no desk" in line for line in problems)


def test_the_check_sees_the_line_from_both_ends(cluster):
    async def both():
        brokers = find_brokers(str(cluster.hall.path))
        async with asyncio.timeout(PATIENCE_S):
            while True:
                at_hall = await check_live(brokers[0], cluster.hall, 0.2)
                at_cluster = await check_cluster(cluster.files.path, 0.2)
                if "Hall Turin: its line to the cluster stands." in at_cluster.passed:
                    return at_hall

    with cluster.running():
        passed, _ = diagnosis(both())
    assert "The line to the cluster stands." in passed


def test_the_check_at_a_hall_tells_why_there_is_no_line(cluster):
    """The node's passwords are older than the hall: its folder was not carried there again."""
    (cluster.files.path / "node-2" / "desk.passwords").write_text("")
    with cluster.running(cluster.nodes[1], cluster.hall_broker):
        _, problems = diagnosis(check_live(find_brokers(str(cluster.hall.path))[0], cluster.hall, 0.5))
    assert "There is no line to the cluster" in problems[0]
    assert HOSTS[0] in problems[1]
    assert "cannot be reached" in problems[1]
    assert HOSTS[1] in problems[2]
    assert "does not know this user and password" in problems[2]


def test_a_cluster_and_a_hall_are_written_by_the_commands(tmp_path):
    def run(*words):
        return CliRunner().invoke(app, ["live", "init", *map(str, words), "--no-boards"])

    folder, hall = tmp_path / "cluster", tmp_path / "hall"
    done = run(folder, "--cluster", "192.0.2.1", "--cluster", "node.example", "--hall", HALL)
    assert done.exit_code == 0, done.output
    assert "Node 2, at node.example" in done.output
    authority = (folder / "authority.crt").read_text()
    secret = (folder / f"hall-{HALL}" / "desk.login").read_text()
    again = run(folder, "--hall", "Lyon")
    assert again.exit_code == 0, again.output
    assert ClusterFiles(folder).halls == ["Lyon", HALL]
    assert (folder / "authority.crt").read_text() == authority
    assert (folder / f"hall-{HALL}" / "desk.login").read_text() == secret
    assert "user hall-Lyon" in (folder / "node-2" / "desk.acl").read_text()
    done = run(hall, "--uplink", folder / "hall-Lyon")
    assert done.exit_code == 0, done.output
    assert "addresses 192.0.2.1:8883 node.example:8883" in (hall / "mosquitto.conf").read_text()
    for path in (folder / "authority.key", folder / "node-1" / "node.key", hall / "mosquitto.conf"):
        assert path.stat().st_mode & 0o077 == 0, path


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--hall", "Turin"], "a cluster has nodes: --cluster ADDRESS"),
        (["--cluster", "192.0.2.1", "--hall", "../Turin"], "../Turin is no name for a hall"),
        (["--cluster", "192.0.2.1", "--service", "Night"], "--cluster and --hall write a cluster"),
        (["--uplink", "nowhere"], "nowhere"),
    ],
)
def test_what_cannot_be_written_is_said(tmp_path, words, why):
    done = CliRunner().invoke(app, ["live", "init", str(tmp_path / "cluster"), *words, "--no-boards"])
    assert done.exit_code == 1
    assert why in done.output
    assert "Traceback" not in done.output


def test_a_nodes_folder_may_be_carried_elsewhere(cluster, tmp_path):
    carried = tmp_path / "elsewhere"
    shutil.move(cluster.files.path / "node-1", carried)
    with Mosquitto(carried / "mosquitto.conf", cluster.port, HOSTS[0]):
        pass

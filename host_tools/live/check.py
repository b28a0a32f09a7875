"""Say what is wrong between boards, brokers, a cluster's nodes and desks.

Brokers' retained messages and a period of watching live ones tell it; boards on USB tell of their own network.
"""

import asyncio
import json
import secrets
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiomqtt

from host_tools.desk.live.board_messages import PayloadError, State, parse_here, parse_state
from host_tools.desk.live.broker_address import Broker, find_brokers, is_overheard
from host_tools.desk.live.broker_connection import connect, connection_error_text
from host_tools.desk.live.lease_watch import LEASE_TOPIC, LEFT_TOPIC
from host_tools.desk.live.message_checks import DESK, RESULT, ROOT, RefusedMessageError, split_topic
from host_tools.i18n import has_message, labelled, message, plural
from host_tools.live.broker_files import DESK_USER, HOME_USER, BrokerFiles
from host_tools.live.cluster_files import ClusterFiles
from host_tools.live.uplink import HALL_PREFIX, LINKS, nodes
from host_tools.timeouts import stretched
from host_tools.usb.ports import Port, connected_ports
from host_tools.usb.protocol_client import BoardLink, BoardLinkError

ECHO_S = 10
_TWINS_LEAVE = 3
"""Times that a board leaves while it is watched; of two with one id, the broker sends each away as the other comes."""
_MOST_PER_S = 20
"""Messages of a board; it sends two states a second at most, and seldom anything else."""


@dataclass
class Diagnosis:
    """Messages of the diagnosis: `passed` checks, and `problems`."""

    passed: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


@dataclass
class _Board:
    here: bool | None = None
    times_gone: int = 0
    """How often it has left while it was watched."""
    has_sent: bool = False
    state: State | None = None
    assigned: int = 0


class Observed:
    """Boards by uid and desks by name, from the broker's retained messages and those published while it is watched."""

    def __init__(self) -> None:
        self.boards: dict[str, _Board] = {}
        self.desks: dict[str, dict[str, Any]] = {}
        self.links: dict[str, bool] = {}
        """By the hall's user name, whether its line to a cluster stands."""
        self.unreadable: list[str] = []
        self._topics: dict[bool, dict[str, Counter[str]]] = {True: defaultdict(Counter), False: defaultdict(Counter)}

    def floods(self, seconds: float) -> Iterator[str]:
        """Yield messages on boards that have had results retained, or published too much in these `seconds`."""
        for uid, topics in sorted(self._topics[True].items()):
            yield plural("live.check.flood", topics.total(), board=uid, topic=max(topics))
        for uid, topics in sorted(self._topics[False].items()):
            rate = int(topics.total() / max(seconds, 1))
            if rate > _MOST_PER_S:
                yield message("live.check.fast", board=uid, count=rate, topic=topics.most_common(1)[0][0])

    def merge(self, other: "Observed") -> None:
        """Add what was observed at another node of a cluster: a board is at one of them."""
        for uid, board in other.boards.items():
            if board.has_sent or uid not in self.boards:
                self.boards[uid] = board
        self.desks |= other.desks
        self.links |= {name: stands or self.links.get(name, False) for name, stands in other.links.items()}
        self.unreadable += other.unreadable
        for retained, topics in other._topics.items():
            for uid, counts in topics.items():
                self._topics[retained][uid] += counts

    def _count(self, uid: str, name: str, topic: str, retained: bool) -> bool:
        """Count a live message of a board, or a retained result; return whether it is a retained result."""
        is_kept_result = retained and name.startswith(f"{RESULT}/")
        if is_kept_result or not retained and not name.startswith("in/"):
            self._topics[retained][uid][topic] += 1
        return is_kept_result

    def record(self, topic: str, payload: bytes, retained: bool) -> None:
        """Record a message of a board or desk; one that cannot be decoded goes to `unreadable`."""
        desk_prefix = f"{ROOT}/{DESK}/"
        # The topic of a desk's message that cannot be decoded is refused below, as it is not a board's.
        with suppress(ValueError):
            if topic in (LEASE_TOPIC, LEFT_TOPIC):
                return
            if topic.startswith(LINKS):
                self.links[topic.removeprefix(LINKS)] = payload == b"1"
                return
            if topic.startswith(desk_prefix):
                self._record_desk(topic.removeprefix(desk_prefix), payload)
                return
        try:
            uid, name = split_topic(topic)
            if payload and not self._count(uid, name, topic, retained):
                self._record_board(self.boards.setdefault(uid, _Board()), name, payload, retained)
        except (PayloadError, RefusedMessageError, ValueError, KeyError, TypeError):
            self.unreadable.append(topic)

    def _record_desk(self, name: str, payload: bytes) -> None:
        """Record a desk's status; an empty payload removes the desk. Raises ValueError."""
        if payload:
            self.desks[name] = json.loads(payload)
        else:
            self.desks.pop(name, None)

    def _record_board(self, board: _Board, name: str, payload: bytes, retained: bool) -> None:
        """Record a message of a board; those under `in/` are for it, not from it. Raises PayloadError, ValueError."""
        board.has_sent |= not retained and not name.startswith("in/")
        if name == "here":
            board.here = parse_here(payload).here
            board.times_gone += not retained and not board.here
        elif name == "state":
            board.state = parse_state(payload)
        elif name == "in/assign":
            board.assigned = int(json.loads(payload)["serial"])


async def check_live(broker: Broker, files: BrokerFiles | None, seconds: float) -> Diagnosis:
    """Watch the broker for `seconds`, and diagnose all boards and desks, and the line to a cluster if it has one.

    `files` are the broker's, to be checked too; None if they are on another computer. A broker that cannot be reached
    is a problem in the result. Raises DeskError for damaged files of an uplink.
    """
    diagnosis = Diagnosis()
    if files is not None:
        diagnosis.problems += [message("live.check.file", file=name) for name in files.damaged_files()]
    observed = Observed()
    if not await _watch(broker, observed, seconds, diagnosis):
        return diagnosis
    if files is not None and files.uplink is not None:
        await _check_uplink(nodes(files.uplink), observed, diagnosis)
    diagnose(observed, _board_users(files) if files else [], seconds, diagnosis)
    return diagnosis


async def _watch(broker: Broker, observed: Observed, seconds: float, diagnosis: Diagnosis) -> bool:
    """Record the broker's messages for `seconds`; return whether it can be read, and add to the diagnosis if not."""
    try:
        is_readable = await _listen(broker, observed, seconds)
    except (aiomqtt.MqttError, OSError) as error:
        diagnosis.problems.append(labelled(broker.url, connection_error_text(broker, error)))
        return False
    if not is_readable:
        diagnosis.problems.append(message("live.broker.deaf"))
        return False
    diagnosis.passed.append(message("live.check.broker", broker=broker.url))
    if is_overheard(broker):
        diagnosis.problems.append(message("live.broker.overheard", broker=broker.url))
    return True


def _board_users(files: BrokerFiles) -> list[str]:
    """Return the boards that may log in at the broker. Raises OSError."""
    return [user for user in files.users() if user not in (DESK_USER, HOME_USER)]


def diagnose(observed: Observed, users: Iterable[str], seconds: float, diagnosis: Diagnosis) -> None:
    """Add what was observed of boards and desks in `seconds` to the diagnosis; `users`: boards that should come."""
    diagnosis.problems += observed.floods(seconds)
    _check_desks(observed, diagnosis)
    events = {desk["event"] for desk in observed.desks.values()}
    for uid, board in sorted(observed.boards.items()):
        problems = list(_board_problems(board, events))
        if board.times_gone >= _TWINS_LEAVE:
            problems.insert(0, message("live.check.twins", count=board.times_gone))
        diagnosis.problems += [message("live.check.board", board=uid, why=problem) for problem in problems]
        if board.state and not problems:
            state = board.state
            diagnosis.passed.append(message("live.check.good", board=uid, table=state.table, round=state.round))
    diagnosis.problems += [message("live.check.unreadable", topic=topic) for topic in sorted(set(observed.unreadable))]
    if not observed.boards:
        diagnosis.problems.append(message("live.check.nobody"))
    diagnosis.problems += [message("live.check.never", board=uid) for uid in users if uid not in observed.boards]


async def _check_uplink(cluster: Sequence[Broker], observed: Observed, diagnosis: Diagnosis) -> None:
    """Add to the diagnosis whether the hall's line to the cluster stands, and what each node answers to its login."""
    if observed.links.get(cluster[0].user):
        diagnosis.passed.append(message("live.cluster.line"))
        return
    diagnosis.problems.append(message("live.cluster.no_line"))
    for broker in cluster:
        try:
            # Another name than the bridge's, which it would push off.
            async with connect(broker, f"check-{secrets.token_hex(6)}"):
                diagnosis.passed.append(message("live.cluster.answers", broker=broker.url))
        except (aiomqtt.MqttError, OSError) as error:
            diagnosis.problems.append(labelled(broker.url, connection_error_text(broker, error)))


async def _listen(broker: Broker, observed: Observed, seconds: float) -> bool:
    """Record retained and live messages for `seconds`. Returns False if the broker lets this user read nothing."""
    own_topic = f"{ROOT}/{DESK}/check-{secrets.token_hex(6)}"
    echo = asyncio.Event()

    async def record_messages(client: aiomqtt.Client) -> None:
        async for received in client.messages:
            if received.topic.value == own_topic:
                echo.set()
            elif isinstance(received.payload, bytes):
                observed.record(received.topic.value, received.payload, received.retain)

    async with connect(broker) as client:
        reading = asyncio.create_task(record_messages(client))
        try:
            # First, as the retained messages of others may be more than the broker can deliver.
            await client.subscribe(own_topic, 1)
            await client.publish(own_topic, b"{}", 1)
            with suppress(TimeoutError):
                await asyncio.wait_for(echo.wait(), stretched(ECHO_S))
                await client.subscribe(f"{ROOT}/#", 0)
                await asyncio.wait_for(asyncio.shield(reading), seconds)
        finally:
            reading.cancel()
    return echo.is_set()


def _check_desks(observed: Observed, diagnosis: Diagnosis) -> None:
    """Add what the desks' statuses tell, about themselves and boards, to the diagnosis."""
    if not observed.desks:
        diagnosis.problems.append(message("live.check.no_desk"))
    stores: dict[str, set[str]] = defaultdict(set)
    for desk in observed.desks.values():
        if desk.get("aside"):
            diagnosis.problems.append(message("live.check.copy", event=desk["event"], computer=desk["computer"]))
            continue
        stores[desk["event"]].add(desk.get("store", ""))
        diagnosis.passed.append(message("live.check.desk", event=desk["event"]))
        if desk["trouble"]:
            diagnosis.problems.append(message("live.check.desk_trouble", event=desk["event"], why=desk["trouble"]))
        for name in ("without", "event_key", "strange_key"):
            diagnosis.problems += [message(f"live.check.{name}", board=uid) for uid in desk.get(name, ())]
        diagnosis.problems += [plural("live.check.ahead", count, board=uid) for uid, count in desk["ahead"].items()]
        for uid, reasons in desk["refused"].items():
            for reason, count in reasons.items():
                explanation = message(f"live.refused.{reason}")
                diagnosis.problems.append(plural("live.check.refused", count, board=uid or "?", why=explanation))
    diagnosis.problems += [message("live.check.stores", event=name) for name, ids in stores.items() if len(ids) > 1]


def _board_problems(board: _Board, events: set[str]) -> Iterator[str]:
    """Yield messages about what is wrong with a board; `events` are the ids of the events that desks serve."""
    state = board.state
    if board.here is False:
        yield message("live.check.gone")
    elif not board.has_sent:
        yield message("live.check.silent")
    if state is None:
        yield message("live.check.no_state")
        return
    if not state.event:
        yield message("live.check.no_event")
    elif events and state.event_uid not in events:
        yield message("live.check.other_event", event=state.event)
    if state.waiting and board.here:
        yield plural("live.check.waiting", state.waiting)
    if state.refused:
        yield plural("live.check.board_refused", state.refused)
    if state.phase == "round" and board.assigned > state.assigned:
        yield message("live.check.not_taken")
    if state.trouble:
        yield message("live.check.trouble")


async def check_cluster(folder: Path, seconds: float) -> Diagnosis:
    """Watch all nodes of the cluster whose files are in `folder` for `seconds`, and diagnose them, the halls' lines,
    boards and desks. A node that cannot be reached is a problem in the result. Raises DeskError, OSError."""
    diagnosis, files, brokers = Diagnosis(), ClusterFiles(folder), find_brokers(str(folder))
    for node in files.nodes:
        damaged = node.damaged_files()
        diagnosis.problems += [message("live.check.file", file=f"{node.path.name}/{name}") for name in damaged]
    at_nodes = [Observed() for _ in brokers]
    watching = (_watch(*pair, seconds, diagnosis) for pair in zip(brokers, at_nodes, strict=True))
    answers = await asyncio.gather(*watching)
    if not any(answers):
        return diagnosis
    everywhere = Observed()
    for broker, observed, does_answer in zip(brokers, at_nodes, answers, strict=True):
        if does_answer and not observed.desks:
            diagnosis.problems.append(message("live.cluster.node_without_desk", broker=broker.url))
        everywhere.merge(observed)
    for name in files.halls:
        stands = everywhere.links.get(f"{HALL_PREFIX}{name}", False)
        told = diagnosis.passed if stands else diagnosis.problems
        told.append(message("live.cluster.hall_line" if stands else "live.cluster.no_hall_line", hall=name))
    diagnose(everywhere, _board_users(files.nodes[0]), seconds, diagnosis)
    return diagnosis


def usb_network_problems() -> list[str]:
    """Return the network problems that the boards on USB report, as messages."""
    return [problem for port in connected_ports() for problem in _network_problems(port)]


def _network_problems(port: Port) -> list[str]:
    """Return the network problem that a board reports, or why it does not answer; [] if it is connected."""
    try:
        with BoardLink(port.path) as link:
            network = next((data["network"] for data in link.request("status") if "network" in data), None)
    except BoardLinkError as error:
        return [labelled(port.label, error)]
    state = network["state"] if network else "off"
    key = f"live.usb.{state}"
    if state == "connected":
        return []
    return [message("live.usb.board", board=port.label, why=message(key) if has_message(key) else state)]

"""A minimal desk over MQTT: receives boards' messages, acknowledges results, assigns tables."""

import json
import threading
import time

import paho.mqtt.client as mqtt

from firmware.journal.seal import line_hash, seal_mac
from host_tools.sim.clocked import Clock
from tests.patience import PATIENCE_S


def sealed(key: str, **fields) -> bytes:
    """An assignment as a desk with this event key seals it."""
    body = json.dumps(fields, separators=(",", ":"))[:-1]
    return f'{body},"mac":"{seal_mac(bytes.fromhex(key), body.encode())}"}}'.encode()


def assignment(uid: str, key: str, serial: int = 17, **other) -> bytes:
    """A table in event e1: round 3, table 7, under acc, Ann against Bo."""
    fields = {"uid": uid, "serial": serial, "event": "e1", "round": 3, "table": 7, "preset": "acc", "teams": 2}
    return sealed(key, **{**fields, "names": ["Ann", "Bo"], "after": 0, **other})


class Ledger:
    """What a desk has committed of one board: lines by number. `acks()` is what it would publish."""

    def __init__(self) -> None:
        self.lines: dict[int, bytes] = {}

    def commit(self, number: int, line: bytes) -> bytes:
        self.lines[number] = line
        return self.ack(number)

    def ack(self, got: int = 0) -> bytes:
        top = 0
        while top + 1 in self.lines:
            top += 1
        fields = {"n": top, "hash": line_hash(self.lines[top]) if top else "0" * 16}
        return json.dumps(fields | ({"got": got} if got else {}), separators=(",", ":")).encode()


class Desk:
    """A client of a real broker, in a thread. `acks`: whether it acknowledges; `came`: results in their order."""

    def __init__(self, port: int, user: str = "", password: str = "", acks: bool = True) -> None:
        self.acks = acks
        self.came: list[tuple[str, int, bytes]] = []
        self.newest: dict[str, bytes] = {}
        """By topic."""
        self.ledgers: dict[str, Ledger] = {}
        self._news = threading.Condition()
        self._client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
        self._client.reconnect_delay_set(1, 1)
        if user:
            self._client.username_pw_set(user, password)
        self._client.on_connect = lambda client, *_: client.subscribe("cribbage/+/#", 1)
        self._client.on_message = self._heard
        self._client.connect("127.0.0.1", port, keepalive=5)
        self._client.loop_start()

    def _heard(self, client, _, message) -> None:
        uid, topic = message.topic.split("/", 2)[1:]
        ledger = self.ledgers.setdefault(uid, Ledger())
        with self._news:
            if topic.startswith("result/"):
                number = int(topic.split("/")[1])
                self.came.append((uid, number, message.payload))
                if self.acks:
                    self.publish(f"cribbage/{uid}/in/ack", ledger.commit(number, message.payload))
            elif topic == "here" and self.acks and b"true" in message.payload:
                self.publish(f"cribbage/{uid}/in/ack", ledger.ack())
            self.newest[message.topic] = message.payload
            self._news.notify_all()

    def publish(self, topic: str, payload: bytes, retain: bool = True) -> None:
        self._client.publish(topic, payload, qos=1, retain=retain)

    def state(self, uid: str) -> dict:
        return json.loads(self.newest.get(f"cribbage/{uid}/state", b"{}"))

    def here(self, uid: str) -> dict:
        return json.loads(self.newest.get(f"cribbage/{uid}/here", b"{}"))

    def wait(self, wanted) -> None:
        with self._news:
            assert self._news.wait_for(wanted, PATIENCE_S), "it never came"

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def run_until(board, wanted, most_s: float = PATIENCE_S) -> None:
    """Let a VirtualBoard live in the clock's time until something is so."""
    clock = Clock([board])
    while not wanted():
        assert clock.passed_s < most_s, f"not so after {most_s} s: {board.board.network_loader.live.state}"
        clock.step()
        time.sleep(0.001)

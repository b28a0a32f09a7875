"""Run Mosquitto as `cribboard live init` configures it; MQTT clients, no virtual boards, say what a test wants said."""

import asyncio
import json
from contextlib import asynccontextmanager

import aiomqtt
import paho.mqtt.client as paho
import pytest

from host_tools.desk.live.broker_address import Broker
from host_tools.live.broker_files import BrokerFiles, Listener
from host_tools.live.mosquitto import Mosquitto, free_port
from tests import installed
from tests.desk.live.board_payloads import here, state
from tests.patience import PATIENCE_S

PASSWORD = "a board's"
UIDS = [f"{number:016x}" for number in range(0xA1, 0xA7)]
"""Boards that the broker knows."""


class Hall:
    """A broker, its files, and how to log in there."""

    def __init__(self, folder, certificate=None, key=None):
        installed.mosquitto()
        self.files = BrokerFiles(folder)
        self.port, self.tls_port, self.desk_port = free_port(), free_port(), free_port()
        self.files.write(Listener("127.0.0.1", self.port, self.tls_port, certificate, key, self.desk_port))
        for uid in UIDS:
            self.files.set_password(uid, PASSWORD)
        self.mosquitto = Mosquitto(self.files.configuration, self.port)

    @property
    def broker(self):
        user, password = self.files.login.read_text().splitlines()
        return Broker("127.0.0.1", self.desk_port, user=user, password=password)

    def client(self, user, password=PASSWORD, **options):
        port = self.desk_port if user == "desk" else self.port
        return aiomqtt.Client("127.0.0.1", port, username=user, password=password, **options)

    def flood(self, user, topics, payload):
        """Publish retained messages, until the broker has the last."""
        client = paho.Client(paho.CallbackAPIVersion.VERSION2)
        client.username_pw_set(user, self.broker.password if user == "desk" else PASSWORD)
        client.connect("127.0.0.1", self.desk_port if user == "desk" else self.port)
        while not client.is_connected():
            client.loop()
        client.loop_start()
        for topic in topics[:-1]:
            client.publish(topic, payload, 0, True)
        client.publish(topics[-1], payload, 1, True).wait_for_publish(PATIENCE_S)
        client.disconnect()
        client.loop_stop()


class Board:
    """A board as the desk sees it: it publishes what it is told to, and hears acks and assignments."""

    def __init__(self, client, uid):
        self.client, self.uid = client, uid
        self.acks, self.assignments, self.heard = [], [], []
        self._news = asyncio.Event()

    async def say(self, topic, payload, qos=0, retain=False):
        data = payload if isinstance(payload, bytes | str) else json.dumps(payload, separators=(",", ":"))
        await self.client.publish(f"cribbage/{self.uid}/{topic}", data, qos, retain)

    async def come(self, event, c=1, s=1, **fields):
        await self.say("here", here(True, c), retain=True)
        await self.state(event, c, s, **fields)

    async def state(self, event, c=1, s=1, **fields):
        await self.say(
            "state", state(**{"phase": "round", "names": [], "event": event, "c": c, "s": s} | fields), retain=True
        )

    async def send(self, line):
        await self.say(f"result/{json.loads(line)['n']}", line, 1)

    async def listen(self):
        async for message in self.client.messages:
            kind = self.acks if message.topic.value.endswith("ack") else self.assignments
            kind.append(json.loads(message.payload) if message.payload else None)
            self.heard.append((message.topic.value.rpartition("/")[2], kind[-1]))
            self._news.set()

    async def until(self, met):
        """Wait until what was heard fulfils a condition."""
        async with asyncio.timeout(PATIENCE_S):
            while not met(self):
                self._news.clear()
                await self._news.wait()


@asynccontextmanager
async def board_at(hall, uid):
    """A board that is connected, and listens."""
    async with hall.client(uid, identifier=uid) as client:
        await client.subscribe(f"cribbage/{uid}/in/+")
        board = Board(client, uid)
        listening = asyncio.create_task(board.listen())
        yield board
        listening.cancel()


async def desk_is_there(hall):
    """Wait until a desk has said at the broker how it is. Returns what it said."""
    async with hall.client(*hall.broker[3:5]) as client:
        await client.subscribe("cribbage/desk/+")
        async with asyncio.timeout(PATIENCE_S):
            async for message in client.messages:
                if message.payload:
                    return json.loads(message.payload)
    return None


@asynccontextmanager
async def running(coroutine):
    """A coroutine meanwhile; what it raises is raised here."""
    task = asyncio.create_task(coroutine)
    try:
        yield task
    finally:
        # Before Python 3.12, wait_for() loses a cancellation that comes together with its result.
        while not task.done():
            task.cancel()
            await asyncio.wait([task], timeout=1)
        if not task.cancelled():
            task.result()


@pytest.fixture
def hall(tmp_path):
    """A broker that runs."""
    broker_hall = Hall(tmp_path / "broker")
    with broker_hall.mosquitto:
        yield broker_hall

"""Non-blocking MQTT client with reconnection and one message in flight.

This is the project's own client, and a measured choice. `umqtt.simple` waits in a publish until the broker answers (8 s
while that was stopped); `mqtt_as` wants asyncio, and waited 8.4 s at a broker's death; `chumicro-mqtt` is ticked like
this, but takes 60 kB of heap and 192 bytes an idle tick, lost 60 of 2,000 messages and never came back to a broker that
had stopped for 30 s. Here an idle tick takes no memory.

Each message is followed by a ping unless the broker acknowledges it, and no other goes out before the answer: never
are more bytes on their way than those of one message, because a write beyond what the network's memory holds may block
for ten seconds on a Pico W.
"""

from os import urandom

from ..interpreter import const
from ..ticks import MASK
from .packets import (
    CONNACK,
    PING,
    PINGRESP,
    PUBACK,
    PUBLISH,
    SUBACK,
    PacketReader,
    connect_packet,
    publish_packet,
    subscribe_packet,
)

_WRONG_PASSWORD = const(4)
_NOT_AUTHORISED = const(5)
_SUBACK_FAILURE = const(0x80)
_LAST_PACKET_ID = const(65535)
KEEPALIVE_S = const(15)
"""The broker tells everybody that the board is gone when it has heard nothing for one and a half times as long."""
PING_MS = const(8000)
ANSWER_MS = const(5000)
"""A broker that does not answer for so long is taken for dead."""
_PAUSE_MS = const(500)
_LONGEST_PAUSE_MS = const(16000)
_REFUSED_PAUSE_MS = const(30000)


def random_number(bits: int) -> int:
    """Return a random number of `bits` bits, at most 30."""
    number = 0
    for byte in urandom(4):
        number = ((number & 0x3FFFFF) << 8) | byte
    return number & ((1 << bits) - 1)


class Connection:
    """`heard(topic, payload)` takes what comes; `will(c)` makes topic and payload of the last will.

    `number` is c, new with each connection (0: none is up). `ready()`: connected, and nothing waits for an answer.
    `refused`: the broker refuses the board's name or password. `oversized` and `malformed` count packets that were
    passed over.
    """

    def __init__(self, network, login: tuple, topics: tuple, will, heard) -> None:
        self._network = network
        self._address, self._port, self._user, self._password = login
        self._topics = topics
        self._will = will
        self._heard = heard
        self._reader = PacketReader()
        self._stream = None
        # What is not sent yet; the type of packet that must answer it (0: none), and since when.
        self._out = b""
        self._expects = 0
        self._asked_at = 0
        self._packet_id = 0
        self._closed_at = 0
        self._pause_ms = 0
        # `number` once the broker has accepted the topics.
        self._next_number = 0
        self.number = 0
        self.refused = False
        self.oversized = 0
        self.malformed = 0

    def ready(self) -> bool:
        return self.number > 0 and not self._expects

    def tick(self, clock: int) -> None:
        """Do one piece of work: connect, send, read a packet, or see that nothing answers."""
        if self._stream is None:
            if (clock - self._closed_at) & MASK >= self._pause_ms and self._network.state == "joined":
                self._connect(clock)
            return
        try:
            self._advance(clock)
        except OSError:
            self._disconnect(clock)
        except (ValueError, IndexError):
            self.malformed += 1
            self._disconnect(clock)

    def _advance(self, clock: int) -> None:
        """Send what is left, read a packet, ping, or close where nothing answers."""
        waited = (clock - self._asked_at) & MASK
        if self._network.state != "joined" or self._expects and waited >= ANSWER_MS:
            self._disconnect(clock)
        elif self._out:
            self._out = self._out[self._stream.send(self._out) :]  # type: ignore[attr-defined]
        elif self._reader.poll(self._stream):
            self._handle_packet(clock)
            self._reader.begin()
        elif not self._expects and waited >= PING_MS:
            self._ask(PING, PINGRESP, clock)

    def _ask(self, packet: bytes, answer: int, clock: int) -> None:
        """Send a packet; nothing else goes out before its answer."""
        self._out = packet
        self._expects = answer
        self._asked_at = clock

    def publish(self, topic: str, payload: bytes, retain: bool, confirmed: bool, clock: int) -> None:
        """Publish a message; only while `ready`.

        With `confirmed` it goes out with QoS 1, and the broker acknowledges it by PUBACK. Without, it goes out with QoS
        0 and a ping follows, whose answer says that the message has arrived.
        """
        if confirmed:
            self._packet_id = self._packet_id % _LAST_PACKET_ID + 1
            self._ask(publish_packet(topic, payload, retain, self._packet_id), PUBACK, clock)
        else:
            self._ask(publish_packet(topic, payload, retain, 0) + PING, PINGRESP, clock)

    def _connect(self, clock: int) -> None:
        """Open the TCP stream and send CONNECT; the pause before a further attempt doubles."""
        self._pause_ms = min(max(2 * self._pause_ms, _PAUSE_MS), _LONGEST_PAUSE_MS) + random_number(9)
        self._closed_at = clock
        try:
            self._stream = self._network.connect(self._address, self._port)
        except OSError:
            return
        self._reader.begin()
        self._next_number = random_number(30) or 1
        packet = connect_packet(self._user, self._password, self._will(self._next_number), KEEPALIVE_S)
        self._ask(packet, CONNACK, clock)

    def _handle_packet(self, clock: int) -> None:
        """Handle the packet that was read. Raises ValueError for an answer to nothing."""
        reader = self._reader
        if reader.too_long:
            self.oversized += 1
            return
        kind = reader.kind & 0xF0
        body = reader.body()
        if kind == PUBLISH:
            self._handle_message(reader.kind, body)
        elif kind != self._expects:
            raise ValueError("an answer to nothing")
        elif kind == CONNACK:
            self._handle_connack(body[1], clock)
        elif kind == SUBACK:
            self._on_subscribed(body[2:])
        elif kind != PUBACK or body == self._identifier():
            self._expects = 0

    def _identifier(self) -> bytes:
        return bytes([self._packet_id >> 8, self._packet_id & 255])

    def _handle_message(self, kind: int, body: bytes) -> None:
        """Handle PUBLISH. Raises ValueError for QoS other than 0, which alone was asked for, or a bad topic length."""
        start = 2 + ((body[0] << 8) | body[1])
        if kind & 6 or start > len(body):
            raise ValueError("no message that was asked for")
        self._heard(body[2:start], body[start:])

    def _handle_connack(self, code: int, clock: int) -> None:
        """Handle the return code of CONNACK; 0: the connection is accepted."""
        self.refused = code == _WRONG_PASSWORD or code == _NOT_AUTHORISED
        if code:
            self._disconnect(clock)
            if self.refused:
                self._pause_ms = _REFUSED_PAUSE_MS
        else:
            self._ask(subscribe_packet(1, self._topics), SUBACK, clock)

    def _on_subscribed(self, granted: bytes) -> None:
        """Begin once subscribed; `granted` is the broker's SUBACK. Raises OSError where it refuses a topic."""
        if _SUBACK_FAILURE in granted:
            self.refused = True
            raise OSError("topics refused")
        self._expects = 0
        self.number = self._next_number

    def _disconnect(self, clock: int) -> None:
        """Close the stream, and schedule the next attempt."""
        if self._stream is not None:
            self._stream.close()
        self._stream = None
        self._out = b""
        self._expects = 0
        self._closed_at = clock
        if self.number:
            # All boards of a broker that has gone away come back to it, but not all at once.
            self._pause_ms = random_number(9)
        self.number = 0

    def close(self, clock: int) -> None:
        """Close the stream without DISCONNECT: then the broker publishes the last will."""
        self._disconnect(clock)

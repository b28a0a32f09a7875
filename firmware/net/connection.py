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

from ..clock import MASK
from ..interpreter import const
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

_SUBACK_FAILURE = const(0x80)
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
        number = (number & 0x3FFFFF) << 8 | byte
    return number & (1 << bits) - 1


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
        self._out = b""
        self._expects = 0
        self._message = 0
        self._asked_at = 0
        self._closed_at = 0
        self._pause_ms = 0
        self._drawn = 0
        self.number = 0
        self.refused = False
        self.oversized = 0
        self.malformed = 0

    def ready(self) -> bool:
        return self.number > 0 and not self._expects

    def tick(self, clock: int) -> None:
        """Do one piece of work: connect, send, read a packet, or see that nothing answers."""
        if self._stream is None:
            if clock - self._closed_at & MASK >= self._pause_ms and self._network.state == "joined":
                self._connect(clock)
            return
        try:
            self._work(clock)
        except OSError:
            self._end(clock)
        except (ValueError, IndexError):
            self.malformed += 1
            self._end(clock)

    def _work(self, clock: int) -> None:
        """Send what is left, read a packet, ping, or close where nothing answers."""
        waited = clock - self._asked_at & MASK
        if self._network.state != "joined" or self._expects and waited >= ANSWER_MS:
            self._end(clock)
        elif self._out:
            self._out = self._out[self._stream.send(self._out) :]  # type: ignore[attr-defined]
        elif self._reader.poll(self._stream):
            self._take(clock)
            self._reader.begin()
        elif not self._expects and waited >= PING_MS:
            self._ask(PING, PINGRESP, clock)

    def _ask(self, packet: bytes, answer: int, clock: int) -> None:
        """Send a packet; nothing else goes out before its answer."""
        self._out = packet
        self._expects = answer
        self._asked_at = clock

    def publish(self, topic: str, payload: bytes, retain: bool, confirmed: bool, clock: int) -> None:
        """Publish, while `ready`; `confirmed`: with QoS 1."""
        if confirmed:
            self._message = self._message % 65535 + 1
            self._ask(publish_packet(topic, payload, retain, self._message), PUBACK, clock)
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
        self._drawn = random_number(30) or 1
        self._ask(connect_packet(self._user, self._password, self._will(self._drawn), KEEPALIVE_S), CONNACK, clock)

    def _take(self, clock: int) -> None:
        """Handle the packet that was read. Raises ValueError for an answer to nothing."""
        reader = self._reader
        if reader.too_long:
            self.oversized += 1
            return
        kind = reader.kind & 0xF0
        body = reader.body()
        if kind == PUBLISH:
            self._take_message(reader.kind, body)
        elif kind != self._expects:
            raise ValueError("an answer to nothing")
        elif kind == CONNACK:
            self._take_connack(body[1], clock)
        elif kind == SUBACK:
            self._begin(body[2:])
        elif kind != PUBACK or body == self._identifier():
            self._expects = 0

    def _identifier(self) -> bytes:
        return bytes([self._message >> 8, self._message & 255])

    def _take_message(self, kind: int, body: bytes) -> None:
        """Handle PUBLISH. Raises ValueError for QoS other than 0, which alone was asked for, or a bad topic length."""
        start = 2 + (body[0] << 8 | body[1])
        if kind & 6 or start > len(body):
            raise ValueError("no message that was asked for")
        self._heard(body[2:start], body[start:])

    def _take_connack(self, code: int, clock: int) -> None:
        """Handle the return code of CONNACK: 0 accepted, 4 wrong password, 5 not authorised."""
        self.refused = code == 4 or code == 5
        if code:
            self._end(clock)
            if self.refused:
                self._pause_ms = _REFUSED_PAUSE_MS
        else:
            self._ask(subscribe_packet(1, self._topics), SUBACK, clock)

    def _begin(self, granted: bytes) -> None:
        """Begin once subscribed; `granted` is the broker's SUBACK. Raises OSError where it refuses a topic."""
        if _SUBACK_FAILURE in granted:
            self.refused = True
            raise OSError("topics refused")
        self._expects = 0
        self.number = self._drawn

    def _end(self, clock: int) -> None:
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
        """End it without a word: then the broker publishes the last will."""
        self._end(clock)

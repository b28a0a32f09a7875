"""Non-blocking MQTT client with reconnection and one message in flight.

This is the project's own client, and a measured choice. `umqtt.simple` waits in a publish until the broker answers (8 s
while that was stopped); `mqtt_as` wants asyncio, and waited 8.4 s at a broker's death; `chumicro-mqtt` is ticked like
this, but takes 60 kB of heap and 192 bytes an idle tick, lost 60 of 2,000 messages and never came back to a broker that
had stopped for 30 s. Here an idle tick does not allocate.

Each message is followed by a ping unless the broker acknowledges it, and the next is sent only after the answer: never
are more bytes on their way than those of one message, because on a Pico W a write beyond the network's buffers may
block for ten seconds.
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
"""After one and a half times as long without a packet the broker publishes the board's last will."""
PING_MS = const(8000)
ANSWER_MS = const(5000)
"""After this long without the broker's answer, and _BYTE_MS for each byte sent, the connection is closed."""
_BYTE_MS = const(10)
"""On a slower way the broker has not got a whole result when it misses the board."""
_PAUSE_MS = const(500)
_LONGEST_PAUSE_MS = const(16000)
_REFUSED_PAUSE_MS = const(30000)


def random_number(bits: int) -> int:
    """Return a random number of `bits` bits (1 to 30)."""
    number = 0
    for byte in urandom(4):
        number = ((number & 0x3FFFFF) << 8) | byte
    return number & ((1 << bits) - 1)


class Connection:
    """A connection to the broker, made again whenever it ends. `login`: (addresses, port, user, password).

    Of several addresses the next is tried after each attempt that brought no connection.

    `on_message(topic, payload)` is called with each message on `topics`; `will(number)` returns topic and payload of
    the last will. `number` is random, new with each connection; 0 while none is up. `refused`: when it last answered,
    the broker refused the board's name, password or topics. `oversized` and `malformed` count packets that were
    skipped.
    """

    def __init__(self, network, login: tuple, topics: tuple, will, on_message) -> None:
        self._network = network
        self._addresses, self._port, self._user, self._password = login
        self._turn = 0
        self._topics = topics
        self._will = will
        self._on_message = on_message
        self._reader = PacketReader()
        self._stream = None
        # Bytes not sent yet; the packet type that must answer them (0: none), and since when.
        self._out = b""
        self._expects = 0
        self._answer_ms = ANSWER_MS
        self._queued_at = 0
        self._packet_id = 0
        self._closed_at = 0
        self._pause_ms = 0
        # Becomes `number` once the broker has accepted the topics.
        self._next_number = 0
        self.number = 0
        self.refused = False
        self.oversized = 0
        self.malformed = 0

    def ready(self) -> bool:
        return self.number > 0 and not self._expects

    def tick(self, now: int) -> None:
        """Do one piece of work at board time `now` (ms): connect, send, read a packet, or close a dead connection."""
        if self._stream is None:
            if (now - self._closed_at) & MASK >= self._pause_ms and self._network.state == "joined":
                self._connect(now)
            return
        try:
            self._advance(now)
        except OSError:
            self._disconnect(now)
        except (ValueError, IndexError):
            self.malformed += 1
            self._disconnect(now)

    def _advance(self, now: int) -> None:
        """Send queued bytes, read a packet, or queue a ping; close if the network or the broker's answer is missing."""
        waited = (now - self._queued_at) & MASK
        if self._network.state != "joined" or self._expects and waited >= self._answer_ms:
            self._disconnect(now)
        elif self._out:
            self._out = self._out[self._stream.send(self._out) :]  # type: ignore[attr-defined]
        elif self._reader.poll(self._stream):
            self._handle_packet(now)
            self._reader.begin()
        elif not self._expects and waited >= PING_MS:
            self._queue_packet(PING, PINGRESP, now)

    def _queue_packet(self, packet: bytes, answer: int, now: int) -> None:
        """Queue a packet; nothing else is sent before one of type `answer` arrives. `now`: board time in ms."""
        self._out = packet
        self._answer_ms = ANSWER_MS + _BYTE_MS * len(packet)
        self._expects = answer
        self._queued_at = now

    def publish(self, topic: str, payload: bytes, retain: bool, confirmed: bool, now: int) -> None:
        """Queue a message for publishing at board time `now` (ms); only while `ready`.

        With `confirmed` it is sent with QoS 1, and the broker acknowledges it by PUBACK. Without, it is sent with QoS 0
        and followed by a ping, whose answer shows that the message has arrived.
        """
        if confirmed:
            self._packet_id = self._packet_id % _LAST_PACKET_ID + 1
            self._queue_packet(publish_packet(topic, payload, retain, self._packet_id), PUBACK, now)
        else:
            self._queue_packet(publish_packet(topic, payload, retain, 0) + PING, PINGRESP, now)

    def _connect(self, now: int) -> None:
        """Open the TCP stream and queue CONNECT; double the pause before the next attempt. `now`: board time in ms."""
        self._pause_ms = min(max(2 * self._pause_ms, _PAUSE_MS), _LONGEST_PAUSE_MS) + random_number(9)
        self._closed_at = now
        try:
            self._stream = self._network.connect(self._addresses[self._turn], self._port)
        except OSError:
            self._turn = (self._turn + 1) % len(self._addresses)
            return
        self._reader.begin()
        self._next_number = random_number(30) or 1
        packet = connect_packet(self._user, self._password, self._will(self._next_number), KEEPALIVE_S)
        self._queue_packet(packet, CONNACK, now)

    def _handle_packet(self, now: int) -> None:
        """Handle the packet that was read. Raises ValueError for an answer that nothing expects."""
        reader = self._reader
        if reader.too_long:
            self.oversized += 1
            return
        kind = reader.kind & 0xF0
        body = reader.body()
        if kind == PUBLISH:
            self._handle_message(reader.kind, body)
        elif kind != self._expects:
            raise ValueError("an answer that nothing expects")
        elif kind == CONNACK:
            self._handle_connack(body[1], now)
        elif kind == SUBACK:
            self._on_subscribed(body[2:])
        elif kind != PUBACK or body == self._packet_id_bytes():
            self._expects = 0

    def _packet_id_bytes(self) -> bytes:
        return bytes([self._packet_id >> 8, self._packet_id & 255])

    def _handle_message(self, kind: int, body: bytes) -> None:
        """Handle PUBLISH. Raises ValueError if its QoS is not 0, as subscribed, or its topic length is invalid."""
        start = 2 + ((body[0] << 8) | body[1])
        if kind & 6 or start > len(body):
            raise ValueError("not a message of QoS 0")
        self._on_message(body[2:start], body[start:])

    def _handle_connack(self, code: int, now: int) -> None:
        """Handle the return code of CONNACK: subscribe if it is 0 (accepted), else disconnect."""
        if code:
            self.refused = code == _WRONG_PASSWORD or code == _NOT_AUTHORISED
            self._disconnect(now)
            if self.refused:
                self._pause_ms = _REFUSED_PAUSE_MS
        else:
            self._queue_packet(subscribe_packet(1, self._topics), SUBACK, now)

    def _on_subscribed(self, granted: bytes) -> None:
        """Set `number`: the connection is up. `granted`: return codes of SUBACK. Raises OSError if one is a refusal."""
        if _SUBACK_FAILURE in granted:
            self.refused = True
            raise OSError("topics refused")
        self._expects = 0
        self.refused = False
        self.number = self._next_number

    def _disconnect(self, now: int) -> None:
        """Close the stream if it is open, drop queued bytes, and count the pause before the next attempt from `now`."""
        if self._stream is not None:
            self._stream.close()
        self._stream = None
        self._out = b""
        self._expects = 0
        self._closed_at = now
        if not self.number:
            self._turn = (self._turn + 1) % len(self._addresses)
        else:
            # The boards of a broker that was gone come back to it, but not all at once.
            self._pause_ms = random_number(9)
        self.number = 0

    def leave(self, now: int) -> None:
        """Try the next address, if there is one: this broker is there, and no desk behind it answers."""
        if len(self._addresses) > 1:
            self.number = 0
            self._disconnect(now)
            self._pause_ms = 0

    def close(self, now: int) -> None:
        """Close the stream without DISCONNECT: then the broker publishes the last will."""
        self._disconnect(now)

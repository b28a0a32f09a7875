"""Encode and decode packets of MQTT 3.1.1 (OASIS standard, sections 2 and 3)."""

from ..interpreter import const

CONNACK = const(0x20)
PUBLISH = const(0x30)
PUBACK = const(0x40)
SUBACK = const(0x90)
PINGRESP = const(0xD0)
PING = b"\xc0\x00"

MAX_BYTES = const(640)
"""A longer packet to the board is skipped."""
_MAX_SKIPPED = const(65536)
"""A packet longer than this ends the connection: to read past it would take too long."""
_READS = const(4)
"""Reads of a stream in one call of `PacketReader.poll`."""


def connect_packet(user: str, password: str, will: tuple, keepalive_s: int) -> bytes:
    """Encode CONNECT: a clean session with a retained last will (topic, payload). The client's identifier is `user`."""
    # User name, password, will retained, will, clean session.
    body = b"\x00\x04MQTT\x04" + bytes([0xE6, keepalive_s >> 8, keepalive_s & 255])
    return _packet(0x10, body + b"".join([_field(text) for text in (user, will[0], will[1], user, password)]))


def publish_packet(topic: str, payload: bytes, retain: bool, packet_id: int) -> bytes:
    """Encode PUBLISH: with QoS 1 under `packet_id`, or with QoS 0 if that is 0."""
    kind = PUBLISH | (2 if packet_id else 0) | retain
    return _packet(kind, _field(topic) + (_uint16(packet_id) if packet_id else b"") + payload)


def subscribe_packet(packet_id: int, topics: tuple) -> bytes:
    """Encode SUBSCRIBE to `topics` with QoS 0."""
    return _packet(0x82, _uint16(packet_id) + b"".join([_field(topic) + b"\x00" for topic in topics]))


def _uint16(value: int) -> bytes:
    """Encode a 16-bit integer, high byte first."""
    return bytes([value >> 8, value & 255])


def _field(text: str) -> bytes:
    """Encode a text as UTF-8, after its length in two bytes."""
    encoded = text.encode()
    return _uint16(len(encoded)) + encoded


def _packet(kind: int, body: bytes) -> bytes:
    """Encode a packet: its fixed header, with `kind` as the first byte, then `body` (up to 16383 bytes)."""
    length = len(body)
    head = bytes([kind, length]) if length < 128 else bytes([kind, (length & 127) | 128, length >> 7])
    return head + body


class PacketReader:
    """Collects a packet from a stream: `kind` is its first byte, `body()` the rest; `too_long`: it was skipped."""

    def __init__(self) -> None:
        self._buf = bytearray(MAX_BYTES)
        self._view = memoryview(self._buf)
        self._byte = bytearray(1)
        self.begin()

    def begin(self) -> None:
        """Prepare for the first byte of the next packet."""
        self.kind = 0
        self.too_long = False
        self._length = 0
        self._shift = 0
        self._received = -1

    def poll(self, stream) -> bool:
        """Read what has arrived of one packet, in up to _READS reads; return True once the packet is complete.

        A packet longer than MAX_BYTES is read and skipped: True then, with `too_long` set. Does not allocate while
        nothing arrives. Raises OSError if the stream has ended, ValueError for invalid MQTT.
        """
        for _ in range(_READS):
            if self._received < 0:
                if not stream.receive(self._byte, 1):
                    return False
                self._read_header(self._byte[0])
            elif not self._read_body(stream):
                return False
            if self._received == self._length:
                return True
            if self.too_long and self._received:
                return False
        return False

    def _read_header(self, byte: int) -> None:
        """Handle a byte of the fixed header: the packet's kind, or 7 bits of its length. Raises ValueError."""
        if not self.kind:
            if not byte:
                raise ValueError("no packet begins with 0")
            self.kind = byte
            return
        self._length |= (byte & 127) << self._shift
        self._shift += 7
        if self._length > _MAX_SKIPPED or byte & 128 and self._shift > 14:
            raise ValueError("packet too long")
        if not byte & 128:
            self._received = 0
            self.too_long = self._length > MAX_BYTES

    def _read_body(self, stream) -> int:
        """Read more of the body, and return how many bytes; one that is too long overwrites itself."""
        left = self._length - self._received
        if self.too_long:
            count = stream.receive(self._buf, left if left < MAX_BYTES else MAX_BYTES)
        else:
            count = stream.receive(self._view[self._received : self._length], left)
        self._received += count
        return count

    def body(self) -> bytes:
        return bytes(self._view[: self._length])

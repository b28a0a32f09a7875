"""Loads the network code on boards with a configured network, and runs it while no key moves."""

from ..interpreter import TYPE_CHECKING, collect, const
from ..json_file import read_json
from ..messages import reason
from ..seating import Seating

NETWORK_FILE = "network.json"
NETWORK_VERSION = const(2)
"""Version 1 had no `standby`; it can be read."""

if TYPE_CHECKING:
    from .live import Live


class NetworkLoader:
    """`live`: the Live while a network is configured, else None. `handled` counts its messages, sent and received.

    network.json is secret: no reply or note contains any of it.
    """

    def __init__(self, hal, clock, console, results, findings) -> None:
        self._hal = hal
        self._clock = clock
        self._console = console
        self._results = results
        self._findings = findings
        self.live: Live = None
        self._notes: list = []
        self.handled = 0

    def notes(self) -> list:
        """Return messages on why there is no network."""
        return self._notes

    def read_fields(self) -> dict:
        """Return the fields of network.json; {} if it is missing, or damaged, which goes into `notes`."""
        self._notes = []
        try:
            return read_json(self._hal.disk, NETWORK_FILE, NETWORK_VERSION)
        except OSError:
            return {}
        except (ValueError, TypeError, RuntimeError) as error:
            self._notes = [{"code": "network-damaged", "why": reason(error)}]
            return {}

    def begin(self):
        """Start the network if network.json configures one; failures go into `notes`. Yields after each piece of work,
        of which one takes a Pico W 0.25 s.
        """
        fields = self.read_fields()
        yield
        try:
            if fields and not (yield from self.start(fields)):
                self._notes = [{"code": "network-absent"}]
        except (ImportError, MemoryError, OSError, RuntimeError) as error:
            # The game goes on without a network.
            self._notes = [{"code": "network-failed", "why": "%s: %s" % (type(error).__name__, error)}]

    def start(self, fields: dict):
        """Start the network with `fields`, all of those in network.json; return False if the machine has none. Yields
        after each piece of work but the last.
        """
        self.stop()
        network = self._hal.open_network(fields["ssid"], fields["password"])
        if network is None:
            return False
        yield
        from .live import Live

        yield
        self.live = Live(network, fields, self._hal, self._console, self._results, self._findings)
        self._notes = []
        return True

    def seating_record(self):
        """Return the board's Seating, which is kept in memory while a network is configured, else read from flash."""
        if self.live is not None:
            return self.live.seating
        return Seating(self._hal.disk)

    def seating(self) -> tuple:
        """Return the round for which players are seated at this board, and their names by team; else (0, [])."""
        return self.seating_record().at(self._console.settings.values)

    def stop(self) -> None:
        if self.live is not None:
            self.live.close(self._clock.now)
            self.live = None

    def tick(self, clock: int) -> None:
        """Do one piece of the network's work at board time `clock` (ms); the caller sees that no key waits."""
        live = self.live
        try:
            live.tick(clock)
        except (MemoryError, OSError):
            # The radio failed, or the heap is too full: the work is begun again at a later tick.
            collect()
        self.handled = live.handled

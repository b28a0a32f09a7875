"""Loads the network code on boards with a configured network, and gives it time while no key is pressed."""

from .entry.state_machine import PHASE_ROUND
from .interpreter import TYPE_CHECKING, collect, const
from .json_file import read_json

NETWORK_FILE = "network.json"
NETWORK_VERSION = const(1)

if TYPE_CHECKING:
    from .net.live import Live


class NetworkLoader:
    """`live` once the network is configured, else None. network.json is secret: no reply or note contains any of it."""

    def __init__(self, board) -> None:
        self._board = board
        self.live: Live = None
        self.notes: list = []
        self.handled = 0

    def read_fields(self) -> dict:
        """Return the fields of network.json; {} where it is missing, or damaged, which goes into `notes`."""
        self.notes = []
        try:
            return read_json(self._board.hal.disk, NETWORK_FILE, NETWORK_VERSION)
        except OSError:
            return {}
        except (ValueError, TypeError, RuntimeError) as error:
            self.notes = ["%s: %s; no network" % (NETWORK_FILE, error)]
            return {}

    def begin(self) -> None:
        """Load what network.json asks for. A Pico W then takes a quarter of a second to switch its radio on."""
        fields = self.read_fields()
        try:
            if fields and not self.start(fields):
                self.notes = ["%s: this machine has no network" % NETWORK_FILE]
        except (ImportError, MemoryError, OSError, RuntimeError) as error:
            # The game does without.
            self.notes = ["network: %s: %s" % (type(error).__name__, error)]

    def start(self, fields: dict) -> bool:
        """Begin with these fields, all of them; False where the machine has no network."""
        self.stop()
        network = self._board.hal.open_network(fields["ssid"], fields["password"])
        if network is None:
            return False
        from .net.live import Live

        self.live = Live(self._board, network, fields)
        return True

    def seating(self) -> tuple:
        """Return the round for which this table is assigned to players, and their names by team; else 0 and none."""
        return (0, []) if self.live is None else self.live.seating()

    def stop(self) -> None:
        if self.live is not None:
            self.live.close(self._board.clock)
            self.live = None

    def tick(self, clock: int, at_rest: bool) -> None:
        """Do one piece of the network's work, when no key waits. An assignment is taken before a round, with keys at
        rest: it writes to flash.
        """
        live = self.live
        try:
            live.tick(clock)
        except (MemoryError, OSError):
            # A radio that fails, or too full a heap: what was begun is begun again by whoever waits for it.
            collect()
        self.handled = live.handled
        if at_rest and live.assigned() and self._board.console.phase == PHASE_ROUND:
            try:
                live.take_assignment()
            except (OSError, ValueError) as error:
                self._board.settings.notes.append("assignment: %s" % error)
                self._board.view.alert = True

"""Who sits at the board: the players' names for one round at one table, as a cable or an assignment told them."""

from .json_file import read_json, write_json
from .messages import CodedError
from .settings import is_encodable

SEATING_FILE = "assigned.json"
_SEATING_VERSION = 1
_LONGEST_NAME = 20


class Seating:
    """The names that are stored, one a team: `names`; `place`: the [event, round, table] they are for, [] for none.

    `serial`: the serial number of the last assignment over the network, 0 for none.
    """

    def __init__(self, disk) -> None:
        self._disk = disk
        self.serial = 0
        self.names: list = []
        self.place: list = []
        try:
            fields = read_json(disk, SEATING_FILE, _SEATING_VERSION)
            self.serial, self.names, self.place = fields["serial"], fields["names"], fields["place"]
        except (OSError, ValueError, TypeError, KeyError, RuntimeError):
            # Nobody has told any yet, or the file is damaged: the next ones replace it.
            pass

    def store(self, serial: int, names: list, place: list):
        """Store names and the place they are for. Yields after each piece of work but the last. Raises OSError."""
        record = {"serial": serial, "names": names, "place": place}
        yield from write_json(self._disk, SEATING_FILE, record, _SEATING_VERSION)
        self.serial, self.names, self.place = serial, names, place

    def at(self, values: dict) -> tuple:
        """Return the round that the names are for, and the names; (0, []) if they are for another event or table than
        the settings `values`."""
        event, round, table = self.place or ("", 0, 0)
        if event != values["event"] or table != values["table"]:
            return 0, []
        return round, self.names


def are_names(names, teams: int) -> bool:
    """Return whether `names` is a list of one name a team, of up to 20 characters each, or an empty list."""
    if not isinstance(names, list) or names and len(names) != teams:
        return False
    return all(isinstance(name, str) and len(name) <= _LONGEST_NAME and is_encodable(name) for name in names)


def check_names(names, teams) -> None:
    """Raise CodedError unless `names` are names for so many teams."""
    if not are_names(names, teams):
        raise CodedError("bad-names", limit=_LONGEST_NAME)

"""The chief director's password hash, those of halls' directors, signing key and open sessions, in a private file of
this computer.

No event's file has them: those are copied and handed on.
"""

import json
import secrets
import time
from pathlib import Path
from threading import Lock
from typing import Any

from platformdirs import user_data_path
from werkzeug.security import check_password_hash, generate_password_hash

from host_tools.desk.errors import DeskError
from host_tools.i18n import message
from host_tools.private_files import write_private

SHORTEST_PASSWORD = 8
"""Characters."""
LONGEST_SESSION_S = 14 * 3600
"""A night."""
_SECRET_BYTES = 32


_HALL_MARK = " "
"""In the id of a session, before the id of its hall."""


def hall_of_session(session: str) -> str:
    """Return the id of the hall to whose director a session belongs; "" for the chief director's."""
    return session.partition(_HALL_MARK)[2]


def _password_hash(password: str) -> str:
    """Return the hash of a password. Raises DeskError if it is too short."""
    if len(password) < SHORTEST_PASSWORD:
        raise DeskError(message("desk.error.password", shortest=SHORTEST_PASSWORD))
    return generate_password_hash(password)


def director_file() -> Path:
    """Return the path of the file with the director's password hash."""
    return user_data_path("cribboard") / "desk" / "director.json"


class Director:
    """The director's account as stored. Changes by another desk of this computer count at once."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or director_file()
        self._lock = Lock()
        self._first_secret = secrets.token_hex(_SECRET_BYTES)

    @property
    def known(self) -> bool:
        """Whether a password has been set."""
        return bool(self._read_file())

    @property
    def secret(self) -> str:
        """The key that signs cookies and forms."""
        return self._read_file().get("secret", self._first_secret)

    def set_password(self, password: str) -> None:
        """Set the password and end all sessions. Raises DeskError if it is too short."""
        with self._lock:
            self._store_password(password, secrets.token_hex(_SECRET_BYTES))

    def set_first_password(self, password: str) -> None:
        """Set the password where there is none; open forms stay valid. Raises DeskError if it is too short, or one has
        been set meanwhile."""
        with self._lock:
            if self.known:
                raise DeskError(message("desk.sign.not_first"))
            self._store_password(password, self._first_secret)

    def _store_password(self, password: str, secret: str) -> None:
        hashed = _password_hash(password)
        halls = self._read_file().get("halls", {})
        stored = {"password": hashed, "secret": secret, "open": {}, "halls": halls}
        write_private(self._path, json.dumps(stored))

    def set_hall_password(self, hall: str, password: str) -> None:
        """Set the password of a hall's director, by the hall's id on boards, and end their sessions; "" takes it away.
        Raises DeskError if it is too short."""
        with self._lock:
            stored = self._read_file()
            stored["open"] = {
                open_id: until for open_id, until in stored["open"].items() if hall_of_session(open_id) != hall
            }
            others = {one: known for one, known in stored.get("halls", {}).items() if one != hall}
            stored["halls"] = others | ({hall: _password_hash(password)} if password else {})
            write_private(self._path, json.dumps(stored))

    def halls_with_password(self) -> set[str]:
        """Return the ids of the halls whose directors have a password."""
        return set(self._read_file().get("halls", {}))

    def is_password(self, password: str, hall: str = "") -> bool:
        """Return whether `password` is the chief director's, or that of the director of the hall with this id."""
        stored = self._read_file()
        hashed = stored.get("halls", {}).get(hall, "") if hall else stored.get("password", "")
        return check_password_hash(hashed, password)

    def begin_session(self, hall: str = "") -> str:
        """Open a session for LONGEST_SESSION_S, of the director of the hall with this id, and remove expired ones.

        Returns its id.
        """
        session = secrets.token_hex(_SECRET_BYTES) + (_HALL_MARK + hall if hall else "")
        with self._lock:
            stored = self._read_file()
            now = time.time()
            open_sessions = {open_id: until for open_id, until in stored["open"].items() if until > now}
            stored["open"] = {**open_sessions, session: now + LONGEST_SESSION_S}
            write_private(self._path, json.dumps(stored))
        return session

    def end_session(self, session: str) -> None:
        """Close a session, so that its cookie is no longer valid."""
        with self._lock:
            stored = self._read_file()
            if stored["open"].pop(session, None) is not None:
                write_private(self._path, json.dumps(stored))

    def is_session_open(self, session: str) -> bool:
        """Return whether the session with this id has begun, and has neither ended nor expired."""
        return self._read_file().get("open", {}).get(session, 0) > time.time()

    def _read_file(self) -> dict[str, Any]:
        """Read the stored account; {} if no password has been set. Raises DeskError if the file is damaged."""
        try:
            return json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except ValueError:
            raise DeskError(message("desk.error.director_file", file=self._path)) from None

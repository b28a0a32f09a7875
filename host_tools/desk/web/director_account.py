"""The director's password hash, signing key and open sessions, in a private file of this computer.

They stand in a file of the desk's own, which only its user may read. No event's file has them: those are copied.
"""

import json
import os
import secrets
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

from platformdirs import user_data_path
from werkzeug.security import check_password_hash, generate_password_hash

from host_tools.desk.store import DeskError
from host_tools.words import word

SHORTEST = 8
"""Characters."""
LONGEST_SESSION_S = 14 * 3600
"""A night."""
_SECRET_BYTES = 32


def director_file() -> Path:
    """The path of the file with the director's password hash."""
    return user_data_path("cribboard") / "desk" / "director.json"


class Director:
    """The director's account as stored. Changes by another desk of this computer count at once."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or director_file()
        self._lock = Lock()

    @property
    def known(self) -> bool:
        """Whether a password has been set."""
        return bool(self._read())

    @property
    def secret(self) -> str:
        """The key that signs cookies and forms."""
        return self._read()["secret"]

    def set_password(self, password: str) -> None:
        """Set the password and end all sessions. Raises DeskError where it is too short."""
        if len(password) < SHORTEST:
            raise DeskError(word("desk.error.password", shortest=SHORTEST))
        kept = {"password": generate_password_hash(password), "secret": secrets.token_hex(_SECRET_BYTES), "open": {}}
        with self._lock:
            self._write(kept)

    def is_right(self, password: str) -> bool:
        """Whether `password` is the director's."""
        return check_password_hash(self._read().get("password", ""), password)

    def begin_session(self) -> str:
        """Open a session; return its id."""
        session = secrets.token_hex(_SECRET_BYTES)
        with self._lock:
            kept = self._read()
            now = time.time()
            still = {one: until for one, until in kept["open"].items() if until > now}
            self._write({**kept, "open": {**still, session: now + LONGEST_SESSION_S}})
        return session

    def end_session(self, session: str) -> None:
        """Close a session: its cookie is void."""
        with self._lock:
            kept = self._read()
            if kept["open"].pop(session, None) is not None:
                self._write(kept)

    def is_open(self, session: str) -> bool:
        """Whether a session has begun, and has not ended."""
        return self._read().get("open", {}).get(session, 0) > time.time()

    def _read(self) -> dict[str, Any]:
        try:
            return json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except ValueError:
            raise DeskError(word("desk.error.director_file", file=self._path)) from None

    def _write(self, kept: dict[str, Any]) -> None:
        """Replace the file in one step; nobody else may read it at any moment."""
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        made, name = tempfile.mkstemp(dir=self._path.parent)  # mode 0600
        try:
            with open(made, "w", encoding="utf-8") as file:
                json.dump(kept, file)
            os.replace(name, self._path)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise

"""Files that only their owner may read: keys, passwords, sessions, copies of an event."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_private(path: Path, content: str | bytes) -> None:
    """Replace a file by this content (text in UTF-8), and make its folder if need be. Raises OSError.

    At no moment can other users read it, and a failure of the power leaves the old file or the new one, whole.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)  # mode 0600
    try:
        with open(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(handle)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def touch_private(path: Path) -> None:
    """Create a file that only its owner may read, or restrict an existing one. Raises OSError.

    An existing file is not opened: closing it would release every lock that this process has on it (fcntl(2); "How To
    Corrupt An SQLite Database File", 2.2).
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    path.chmod(0o600)

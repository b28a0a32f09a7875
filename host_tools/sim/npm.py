"""Downloads an npm package by `dukpy`, without Node. Does not verify it: the caller compares checksums."""

import http.client
import io
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from urllib.error import HTTPError, URLError

from host_tools.i18n import message

_TIMEOUT_S = 30
_NETWORK_ERRORS = (URLError, ConnectionError, TimeoutError, http.client.HTTPException)


class FetchError(Exception):
    """MicroPython is not there and could not be fetched, or Node is missing. The text is one line with what to do."""


def fetch_package(name: str, version: str, folder: Path) -> None:
    """Write the files of a package to the folder of its name in `folder`. Raises FetchError, OSError."""
    from dukpy import install  # Only the first start wants it.

    try:
        with _quiet_https():
            install.install_jspackage(name, version, str(folder))
    except (install.JSPackageInstallError, EOFError) as error:
        raise _explain(error.__context__) from error


@contextmanager
def _quiet_https() -> Iterator[None]:
    """Set for the whole process what dukpy has no parameters for: a timeout, and certificates of the operating system,
    since Python's installer for macOS brings none. What it prints is dropped."""
    import truststore

    timeout = socket.getdefaulttimeout()
    socket.setdefaulttimeout(_TIMEOUT_S)
    truststore.inject_into_ssl()
    try:
        with redirect_stdout(io.StringIO()):
            yield
    finally:
        truststore.extract_from_ssl()
        socket.setdefaulttimeout(timeout)


def _explain(cause: BaseException | None) -> Exception:
    """Return the error to raise for a failure of dukpy by `cause`.

    Its own texts name addresses and say nothing to do.
    """
    reason = cause.reason if isinstance(cause, URLError) else cause
    if isinstance(cause, HTTPError) or isinstance(reason, ssl.SSLError):
        return FetchError(message("sim.fetch_refused", reason=reason))
    if isinstance(cause, _NETWORK_ERRORS):
        return FetchError(message("sim.fetch_no_network"))
    if isinstance(cause, OSError):
        return cause
    return FetchError(message("sim.fetch_wrong"))

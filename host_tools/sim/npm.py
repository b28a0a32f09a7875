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
    """Download an npm package and write its files to `folder`/`name`. Raises FetchError, OSError."""
    from dukpy import install  # needed at the first start only

    try:
        with _dukpy_settings():
            install.install_jspackage(name, version, str(folder))
    except (install.JSPackageInstallError, EOFError) as error:
        raise _fetch_error(error.__context__) from error


@contextmanager
def _dukpy_settings() -> Iterator[None]:
    """While open, set for the whole process what dukpy has no parameters for: a timeout, and the operating system's
    certificates, as Python's installer for macOS brings none. Standard output is discarded."""
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


def _fetch_error(cause: BaseException | None) -> Exception:
    """Return the exception to raise when dukpy failed by `cause`: a FetchError that says what to do, or an OSError."""
    reason = cause.reason if isinstance(cause, URLError) else cause
    if isinstance(cause, HTTPError) or isinstance(reason, ssl.SSLError):
        return FetchError(message("sim.fetch_refused", reason=reason))
    if isinstance(cause, _NETWORK_ERRORS):
        return FetchError(message("sim.fetch_no_network"))
    if isinstance(cause, OSError):
        return cause
    return FetchError(message("sim.fetch_wrong"))

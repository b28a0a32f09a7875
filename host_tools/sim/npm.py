"""Downloads npm packages, without Node. Does not verify them: the caller compares checksums."""

import http.client
import io
import os
import ssl
import tarfile
import zlib
from collections.abc import Iterable
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit, urlunsplit
from urllib.request import urlopen

from host_tools.i18n import message

_TIMEOUT_S = 30
_LARGEST_BYTES = 50_000_000
_NETWORK_ERRORS = (URLError, ConnectionError, TimeoutError, http.client.HTTPException)
_REGISTRY_VARIABLES = ("npm_config_registry", "NPM_CONFIG_REGISTRY")
"""Environment variables by which a user of npm names another registry."""


class FetchError(Exception):
    """MicroPython is not there and could not be fetched, or Node is missing. The text is one line with what to do."""


def fetch_package(name: str, version: str, files: Iterable[str]) -> dict[str, bytes]:
    """Download an npm package, and return those of `files` (paths in the package) that it has.

    Raises FetchError, OSError.
    """
    import truststore  # needed at the first start only

    try:
        tls = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        with urlopen(_address(name, version), timeout=_TIMEOUT_S, context=tls) as response:
            packed = response.read(_LARGEST_BYTES)
        with tarfile.open(fileobj=io.BytesIO(packed), mode="r:gz") as archive:
            contents = {path: _read_member(archive, f"package/{path}") for path in files}
            return {path: content for path, content in contents.items() if content is not None}
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise FetchError(message("sim.fetch_wrong")) from error
    except (OSError, http.client.HTTPException) as error:
        raise _fetch_error(error) from error


def _address(name: str, version: str) -> str:
    """Return the URL of a package's archive, in the registry that the environment names, else in npm's own."""
    from packageurl import PackageURL
    from packageurl.contrib.purl2url import get_download_url

    namespace, _, short = name.rpartition("/")
    address = get_download_url(PackageURL("npm", namespace or None, short, version).to_string())
    own = next(filter(None, map(os.environ.get, _REGISTRY_VARIABLES)), None)
    if own is None:
        return address
    registry = urlsplit(own)
    return urlunsplit((registry.scheme, registry.netloc, registry.path.rstrip("/") + urlsplit(address).path, "", ""))


def _read_member(archive: tarfile.TarFile, path: str) -> bytes | None:
    """Return a file of the archive; None if it has no such file."""
    try:
        member = archive.extractfile(path)
    except KeyError:
        return None
    return member.read() if member else None


def _fetch_error(cause: Exception) -> Exception:
    """Return the exception to raise for `cause`: a FetchError that says what to do, or an OSError of this computer."""
    reason = cause.reason if isinstance(cause, URLError) else cause
    if isinstance(cause, HTTPError) or isinstance(reason, ssl.SSLError):
        return FetchError(message("sim.fetch_refused", reason=reason))
    if isinstance(cause, _NETWORK_ERRORS):
        return FetchError(message("sim.fetch_no_network"))
    return cause

"""MicroPython is fetched once, as it was pinned or not at all; what goes wrong is told in one line."""

import errno
import shutil
import socket
import ssl
from email.message import Message
from io import BytesIO
from pathlib import Path
from urllib.error import HTTPError, URLError

import pytest
from dukpy import install

from host_tools.sim import micropython_package
from host_tools.sim.micropython_package import FILES, PACKAGES, FetchError, package_dir


@pytest.fixture
def cache(tmp_path, monkeypatch) -> Path:
    """A cache of the user's in which nothing is yet."""
    monkeypatch.setattr(micropython_package.platformdirs, "user_cache_path", lambda name: tmp_path / name)
    return tmp_path / "cribboard"


@pytest.fixture(scope="module")
def genuine() -> Path:
    """MicroPython as the other tests have it."""
    return package_dir()


def brought(files: Path, package: str, folder: Path) -> None:
    for one in PACKAGES:
        for name in one.files if one.name == package else ():
            target = folder / package / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(files / target.name, target)


def test_first_start_fetches_and_the_next_does_not(cache, capsys):
    lines: list[str] = []
    try:
        folder = package_dir(lines.append)
    except FetchError as error:
        if "no network" in str(error):
            pytest.skip(str(error))
        raise
    assert lines == [
        "Fetching MicroPython (0.5 MB) from npm; this happens once …",
        f"MicroPython is ready in {folder}",
    ]
    assert list(cache.iterdir()) == [folder]
    assert {path.name for path in folder.iterdir()} == set(FILES)
    assert package_dir(lines.append) == folder
    assert len(lines) == 2
    assert capsys.readouterr().out == "", "dukpy prints what it does"


@pytest.mark.parametrize("name", FILES)
def test_what_differs_from_its_checksum_is_refused(cache, genuine, monkeypatch, name):
    def fetch(package, version, folder):
        brought(genuine, package, folder)
        for path in (folder / package).rglob(name):
            path.write_bytes(path.read_bytes()[:-1] + b"!")

    monkeypatch.setattr(micropython_package, "fetch_package", fetch)
    with pytest.raises(FetchError, match="what arrived is not what this program expects, and nothing was kept"):
        package_dir()
    assert list(cache.iterdir()) == []


def test_what_was_damaged_since_is_fetched_again(cache, genuine, monkeypatch):
    def fetch(package, version, folder):
        brought(genuine, package, folder)

    monkeypatch.setattr(micropython_package, "fetch_package", fetch)
    damaged = package_dir() / "micropython.wasm"
    damaged.write_bytes(b"")
    package_dir()
    assert damaged.read_bytes() == (genuine / damaged.name).read_bytes()


def test_what_another_process_fetched_meanwhile_stays(cache, genuine, monkeypatch):
    home = cache / micropython_package.cache_name()

    def fetch(package, version, folder):
        brought(genuine, package, folder)
        shutil.copytree(genuine, home, dirs_exist_ok=True)
        (home / "theirs").touch()

    monkeypatch.setattr(micropython_package, "fetch_package", fetch)
    assert package_dir() == home
    assert (home / "theirs").exists()
    assert list(cache.iterdir()) == [home]


NO_NETWORK = "MicroPython could not be fetched: no network. Connect this machine once and run the same command again."
UNEXPECTED = "what arrived is not what this program expects"
NOWHERE = "https://nowhere.example/package"


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (URLError(socket.gaierror(-3, "Temporary failure in name resolution")), NO_NETWORK),
        (URLError(TimeoutError("timed out")), NO_NETWORK),
        (ConnectionResetError(errno.ECONNRESET, "Connection reset by peer"), NO_NETWORK),
        (TimeoutError("The read operation timed out"), NO_NETWORK),
        (HTTPError(NOWHERE, 503, "Service Unavailable", Message(), None), "fetched: Service Unavailable"),
        (URLError(ssl.SSLCertVerificationError(1, "certificate verify failed")), "fetched: certificate verify failed"),
        (ssl.SSLError(1, "decryption failed"), "decryption failed"),
        (OSError(errno.ENOSPC, "No space left on device"), "cannot be kept in"),
        (b"<html>Log in to this hotel", UNEXPECTED),
        (b'{"versions": {"0.1.0": {}}}', UNEXPECTED),
    ],
    ids=str,
)
def test_failure_is_told_in_one_line_without_an_address(cache, monkeypatch, failure, told):
    def urlopen(url):
        if isinstance(failure, Exception):
            raise failure
        return BytesIO(failure)

    monkeypatch.setattr(install, "urlopen", urlopen)
    with pytest.raises(FetchError) as caught:
        package_dir(lambda line: None)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "://" not in str(caught.value)
    assert list(cache.iterdir()) == []


def test_cache_that_cannot_be_written_is_named(cache):
    cache.write_text("a file where the folder would be")
    with pytest.raises(FetchError) as caught:
        package_dir(lambda line: None)
    assert str(caught.value) == f"MicroPython cannot be kept in {cache}: File exists."

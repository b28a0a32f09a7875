"""MicroPython and a GIF encoder are fetched once, as pinned or not at all; what goes wrong is told in one line."""

import errno
import shutil
import socket
import ssl
import tarfile
from email.message import Message
from io import BytesIO
from pathlib import Path
from urllib.error import HTTPError, URLError

import pytest

from host_tools.sim import micropython_package, npm
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


def brought(files: Path, name: str) -> dict[str, bytes]:
    """The package as npm has it, of those files; their contents by their paths in it."""
    [package] = [package for package in PACKAGES if package.name == name]
    return {path: (files / Path(path).name).read_bytes() for path in package.files}


def test_first_start_fetches_and_the_next_does_not(cache):
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


@pytest.mark.parametrize("name", FILES)
def test_what_differs_from_its_checksum_is_refused(cache, genuine, monkeypatch, name):
    def fetch(package, version, files):
        brings = brought(genuine, package)
        return {path: data[:-1] + b"!" if path.endswith(name) else data for path, data in brings.items()}

    monkeypatch.setattr(micropython_package, "fetch_package", fetch)
    with pytest.raises(FetchError, match="what arrived is not what this program expects, and nothing was kept"):
        package_dir()
    assert list(cache.iterdir()) == []


def test_a_package_without_a_file_of_ours_is_refused(cache, genuine, monkeypatch):
    def fetch(package, version, files):
        return {path: data for path, data in brought(genuine, package).items() if path != "dist/gifenc.esm.js"}

    monkeypatch.setattr(micropython_package, "fetch_package", fetch)
    with pytest.raises(FetchError, match="what arrived is not what this program expects, and nothing was kept"):
        package_dir()


def test_what_was_damaged_since_is_fetched_again(cache, genuine, monkeypatch):
    def fetch(package, version, files):
        return brought(genuine, package)

    monkeypatch.setattr(micropython_package, "fetch_package", fetch)
    damaged = package_dir() / "micropython.wasm"
    damaged.write_bytes(b"")
    package_dir()
    assert damaged.read_bytes() == (genuine / damaged.name).read_bytes()


def test_what_another_process_fetched_meanwhile_stays(cache, genuine, monkeypatch):
    home = cache / micropython_package.cache_name()

    def fetch(package, version, files):
        shutil.copytree(genuine, home, dirs_exist_ok=True)
        (home / "theirs").touch()
        return brought(genuine, package)

    monkeypatch.setattr(micropython_package, "fetch_package", fetch)
    assert package_dir() == home
    assert (home / "theirs").exists()
    assert list(cache.iterdir()) == [home]


def packed(files: dict[str, bytes]) -> bytes:
    """An archive as npm has it."""
    archive = BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, BytesIO(content))
    return archive.getvalue()


@pytest.mark.parametrize("variable", ["npm_config_registry", "NPM_CONFIG_REGISTRY"])
def test_a_registry_that_the_environment_names_is_asked(monkeypatch, variable):
    asked = []

    def urlopen(url, **options):
        asked.append(url)
        return BytesIO(packed({"package/a/b.js": b"1", "package/c.js": b"2"}))

    monkeypatch.setattr(npm, "urlopen", urlopen)
    monkeypatch.delenv("npm_config_registry", raising=False)
    monkeypatch.setenv(variable, "http://mirror.example:4873/npm/")
    assert npm.fetch_package("@some/thing", "1.2.3", ["a/b.js", "missing.js"]) == {"a/b.js": b"1"}
    assert asked == ["http://mirror.example:4873/npm/@some/thing/-/thing-1.2.3.tgz"]


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
        (b"\x1f\x8b\x08\x00 cut short", UNEXPECTED),
        # Its bytes have the time in them: as a name they would differ between the processes of a run.
        pytest.param(packed({"package/other.js": b"1"}), UNEXPECTED, id="another package"),
    ],
    ids=str,
)
def test_failure_is_told_in_one_line_without_an_address(cache, monkeypatch, failure, told):
    def urlopen(url, **options):
        if isinstance(failure, Exception):
            raise failure
        return BytesIO(failure)

    monkeypatch.setattr(npm, "urlopen", urlopen)
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

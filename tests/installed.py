"""Find programs that only some tests need: where one is missing these tests are skipped, all for the same reason."""

import shutil

import pytest

from host_tools.live.mosquitto import MosquittoError, find_program

_INSTALL = {
    "Chromium": (("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"), "chromium"),
    "espeak-ng": (("espeak-ng",), "espeak-ng"),
    "Firefox": (("firefox-esr", "firefox"), "firefox-esr"),
    "KiCad 9": (("kicad-cli",), "kicad, from backports"),
    "ngspice": (("ngspice",), "ngspice"),
    "OpenSSL": (("openssl",), "openssl"),
}
"""By name: the programs, of which one is enough, and the Debian package that has it."""


def program(name: str) -> str:
    """Return the path of a program of `_INSTALL`; skip the test where there is none."""
    names, package = _INSTALL[name]
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.skip(f"{name} is not installed (Debian: apt install {package})")
    return path


def mosquitto() -> str:
    """Return the path of Mosquitto; skip the test where it is not installed."""
    try:
        return find_program()
    except MosquittoError:
        pytest.skip("Mosquitto is not installed (Debian: apt install mosquitto)")

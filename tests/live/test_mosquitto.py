"""A Mosquitto process that does not end at once."""

import re
import sys

import pytest

from host_tools.i18n import message
from host_tools.live import mosquitto

PROGRAM = """#!{python}
import signal, socket, sys
later = iter({handlers})
signal.signal(signal.SIGTERM, lambda *_: signal.signal(signal.SIGTERM, next(later)))
listening = socket.create_server(("127.0.0.1", int(open(sys.argv[2]).read())))
while True:
    signal.pause()
"""


@pytest.fixture
def broker(tmp_path, monkeypatch):
    """Starts a program that gives SIGTERM these handlers after the first has come."""

    def start(handlers):
        program, configuration = tmp_path / "mosquitto", tmp_path / "mosquitto.conf"
        program.write_text(PROGRAM.format(python=sys.executable, handlers=handlers))
        program.chmod(0o700)
        port = mosquitto.free_port()
        configuration.write_text(str(port))
        monkeypatch.setattr(mosquitto, "find_program", lambda: str(program))
        monkeypatch.setattr(mosquitto, "_AGAIN_S", 0.05)
        started = mosquitto.Mosquitto(configuration, port)
        started.start()
        return started

    return start


def test_a_broker_that_forgets_the_signal_is_told_again(broker):
    """As Mosquitto 2.0 does where it has just begun to listen."""
    broker("[signal.SIG_DFL]").stop()


def test_a_broker_that_does_not_end_is_killed_and_named(broker, monkeypatch):
    started = broker("[signal.SIG_IGN]")
    monkeypatch.setattr(mosquitto, "stretched", lambda seconds: 0.2)
    named = message("live.mosquitto.end", pid=started.pid)
    with pytest.raises(mosquitto.MosquittoError, match=re.escape(named)):
        started.stop()

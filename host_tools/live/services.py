"""systemd units for a broker and a desk that start with the computer."""

import getpass
import sys
from pathlib import Path

from host_tools.live.broker_files import OPEN_FILES, BrokerFiles
from host_tools.live.mosquitto import find_program
from host_tools.private_files import write_private

BROKER_UNIT, DESK_UNIT = "cribboard-broker.service", "cribboard-desk.service"
_UNIT = """\
# Written by `cribboard live init --service`.
[Unit]
Description={description}
After=network-online.target {after}
Wants=network-online.target

[Service]
User={user}
Environment=HOME={home}
WorkingDirectory={home}
ExecStart={command}
ExecReload=/bin/kill -HUP $MAINPID
Restart=always
RestartSec=2
LimitNOFILE={files}

[Install]
WantedBy=multi-user.target
"""


def write_units(files: BrokerFiles, event: str, folder: Path) -> list[Path]:
    """Write both units into the broker's folder, for an event in `folder`, and return their paths. Raises OSError,
    DeskError."""
    broker = [find_program(), "-c", str(files.configuration)]
    desk = [sys.executable, "-m", "host_tools", "desk", event, "--folder", str(folder.resolve())]
    desk += ["--live", str(files.path), "--host", "0.0.0.0"]
    units = {BROKER_UNIT: _unit("Broker of cribbage boards", "", broker)}
    units[DESK_UNIT] = _unit(f"Desk of the cribbage event {event}", BROKER_UNIT, desk)
    for name, text in units.items():
        write_private(files.path / name, text)
    return [files.path / name for name in units]


def _unit(description: str, after: str, command: list[str]) -> str:
    quoted = " ".join(map(_quoted, command))
    fields = {"user": getpass.getuser(), "home": Path.home(), "after": after, "command": quoted, "files": OPEN_FILES}
    return _UNIT.format(description=description.replace("%", "%%"), **fields)


def _quoted(word: str) -> str:
    """Quote a word of ExecStart (systemd.service, "Command lines")."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{escaped}"'

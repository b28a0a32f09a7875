"""A second computer that stands by: follows the event of the first by SSH, and becomes the desk when that is gone."""

import os
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import BinaryIO, cast

from host_tools.desk.errors import DeskError
from host_tools.desk.events.location import EventLocation
from host_tools.desk.live.broker_address import PREDECESSOR
from host_tools.exit_on_signals import exit_on_signals
from host_tools.i18n import message
from host_tools.live.broker_files import BrokerFiles, Listener
from host_tools.live.event_copy import BROKER, BrokenStreamError, keep_copy, read_frames
from host_tools.live.mosquitto import Mosquitto
from host_tools.live.parent_death import ending_with_parent
from host_tools.private_files import write_private

_SSH = ("ssh", "-o", "BatchMode=yes", "-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=3")
_AGAIN_S = 2.0


def follow(name: str, folder: Path, host: str, remote: list[str], report: Callable[[str], None]) -> None:
    """Keep copies of the event `name` in `folder` until interrupted; `host` is [USER@]ADDRESS of the first computer,
    `remote` the command there that writes them. Raises OSError if there is no ssh."""
    file_name = EventLocation(folder, None).path(name).name
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    while True:
        with subprocess.Popen([*_SSH, host, shlex.join(remote)], stdout=subprocess.PIPE) as first:
            try:
                for archive in read_frames(cast(BinaryIO, first.stdout)):
                    if archive:
                        keep_copy(archive, folder, file_name)
                        _keep_address(folder / BROKER, host)
                        report(message("live.standby.copied", event=name, at=time.strftime("%H:%M:%S")))
            except BrokenStreamError:
                report(message("live.standby.lost", at=time.strftime("%H:%M:%S"), event=name, folder=folder))
            finally:
                first.kill()
        time.sleep(_AGAIN_S)


def _keep_address(files: Path, host: str) -> None:
    """Write the URL of the first computer's broker, where the takeover will be told."""
    address = socket.gethostbyname(host.rpartition("@")[2])
    write_private(files / PREDECESSOR, f"mqtt://{address}:{BrokerFiles(files).read_listener().port}\n")


def state_of_copies(folder: Path, name: str, database: str | None) -> str:
    """Return what a takeover of an event would begin with, in words. Raises DeskError without copies in `folder`, or,
    for an event in a database, where that does not have it."""
    path = folder / BROKER / PREDECESSOR if database else EventLocation(folder, None).path(name)
    if not path.exists() or not (folder / BROKER / PREDECESSOR).exists():
        raise DeskError(message("live.takeover.no_copy", event=name, folder=folder))
    if database:
        EventLocation(folder, database).open(name).close()
        return message("live.takeover.now_database", event=name)
    return message("live.takeover.now", event=name, at=time.strftime("%H:%M:%S", time.localtime(path.stat().st_mtime)))


def take_over(name: str, folder: Path, database: str | None, listener: Listener, desk_options: list[str]) -> int:
    """Make this computer the desk: start the broker, record it in the event, start the desk. Returns the desk's exit
    status once that has ended, and ends the broker. Raises DeskError, OSError."""
    files = broker_files(folder)
    files.write(listener)
    command = [sys.executable, "-m", "host_tools", "desk", name, "--folder", str(folder), "--live", str(files.path)]
    # On the command line all users of this computer could read the database's password.
    environment = os.environ | ({"CRIBBOARD_DATABASE": database} if database else {})
    address = "127.0.0.1" if listener.address == "0.0.0.0" else listener.address
    with exit_on_signals(), Mosquitto(files.configuration, listener.port, address):
        with closing(EventLocation(folder, database).open(name)) as event:
            event.go_on_here()
        with subprocess.Popen(ending_with_parent([*command, *desk_options]), env=environment) as desk:
            try:
                return desk.wait()
            finally:
                desk.terminate()


def broker_files(folder: Path) -> BrokerFiles:
    """Return the broker's files among the copies in `folder`."""
    return BrokerFiles(folder / BROKER)

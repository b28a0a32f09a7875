"""The command line: `cribboard event` and `cribboard desk`."""

from host_tools.desk.cli.desk_command import desk
from host_tools.desk.cli.event_commands import event

__all__ = ["desk", "event"]

"""Read the result lines of boards connected by USB."""

from host_tools.desk.intake.import_lines import SourceLine
from host_tools.desk.store.database import DeskError
from host_tools.i18n import message


def read_boards() -> tuple[list[SourceLine], list[str]]:
    """Read the result lines of all connected boards; return them, and why others could not be read, or not whole.

    Raises DeskError if no board is connected.
    """
    # Importing the serial ports takes a third of a command's start, and few commands read boards.
    from host_tools.usb import ports
    from host_tools.usb.read_results import read_all_results

    connected = ports.connected_ports()
    if not connected:
        raise DeskError(message("desk.error.no_board"))
    results = read_all_results(connected, since=0, key=b"")
    unread = [
        message("desk.error.silent_board", board=result.port.label, why=why)
        for result in results
        for why in result.faults
    ]
    lines = [
        (result.port.path, line_number, text)
        for result in results
        for line_number, (text, _, _) in enumerate(result.lines, 1)
    ]
    return lines, unread

"""Read the result lines of boards connected by USB."""

from host_tools.desk.intake.import_lines import SourceLine
from host_tools.desk.store.database import DeskError
from host_tools.i18n import message


def read_boards() -> list[SourceLine]:
    """Read the result lines of all connected boards. Raises DeskError if there is none, or one cannot be read."""
    # Importing the serial ports takes a third of a command's start, and few commands read boards.
    from host_tools.usb import ports
    from host_tools.usb.read_results import read_all_results

    connected = ports.connected_ports()
    if not connected:
        raise DeskError(message("desk.error.no_board"))
    results = read_all_results(connected, since=0, key=b"")
    silent = [
        message("desk.error.silent_board", board=result.port.label, why=why)
        for result in results
        for why in result.faults
    ]
    if silent:
        raise DeskError("; ".join(silent))
    return [
        (result.port.path, line_number, text)
        for result in results
        for line_number, (text, _, _) in enumerate(result.lines, 1)
    ]

"""Finds the serial ports of boards, by USB ids and among virtual boards."""

from dataclasses import dataclass

from serial.tools import list_ports

from host_tools.usb import virtual_board_registry

USB_VENDORS = {
    0x2E8A: "Raspberry Pi",
    0xF055: "MicroPython",
    0x303A: "Espressif",
    0x10C4: "Silicon Labs",
    0x1A86: "WCH",
    0x239A: "Adafruit",
}
"""USB vendor ids of microcontrollers, and of USB serial chips on their boards: no other port is opened."""


@dataclass(frozen=True)
class Port:
    """A serial port, and the USB serial number of the board behind it; "" if that is not known."""

    path: str
    serial: str

    @property
    def label(self) -> str:
        """The text that names the board in messages: serial number, else path."""
        return self.serial or self.path


def connected_ports() -> list[Port]:
    """Return every port that may be a board's, ordered by path; virtual boards come last."""
    devices = [port for port in list_ports.comports() if port.vid in USB_VENDORS]
    real = [Port(port.device, (port.serial_number or "").lower()) for port in devices]
    virtual = [Port(path, uid) for uid, path in virtual_board_registry.running_boards().items()]
    return sorted(real, key=lambda port: port.path) + virtual

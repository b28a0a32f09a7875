"""Finds the serial ports of boards, by USB ids and among virtual boards."""

from dataclasses import dataclass

from serial.tools import list_ports

from host_tools.usb import virtual_board_registry

MAKERS = {
    0x2E8A: "Raspberry Pi",
    0xF055: "MicroPython",
    0x303A: "Espressif",
    0x10C4: "Silicon Labs",
    0x1A86: "WCH",
    0x239A: "Adafruit",
}
"""USB vendor numbers of microcontrollers, and of the chips that connect some of them: nothing else is spoken to."""


@dataclass(frozen=True)
class Port:
    """A serial port and the USB serial number of what is behind it; "" where that is not known."""

    path: str
    serial: str

    @property
    def who(self) -> str:
        """What people are told it is."""
        return self.serial or self.path


def connected() -> list[Port]:
    """Return every port that may be a board's, virtual boards included, in the order of their names."""
    devices = [port for port in list_ports.comports() if port.vid in MAKERS]
    real = [Port(port.device, (port.serial_number or "").lower()) for port in devices]
    virtual = [Port(path, uid) for uid, path in virtual_board_registry.ports().items()]
    return sorted(real, key=lambda port: port.path) + virtual

"""Firmware images for the captain's page, as `cribboard flash` sends them, with duplicate files stored once."""

import json
from collections.abc import Mapping

from host_tools.usb import deploy_files
from host_tools.usb.new_board_image import PROCESSORS

KINDS = {"rp2": ("", *PROCESSORS.values()), "other": ("", "xtensawin")}
"""Processors by `sys.platform`, of which the firmware knows these. Any runs bytecode, the image for ""."""


def files() -> dict[str, bytes]:
    """Return `images.json`, and the files it names by their digest."""
    images = {(kind, name): deploy_files.board_image(name, kind) for kind, names in KINDS.items() for name in names}
    contents = {_file_path(data): data for image in images.values() for data in image.values()}
    listing = {kind: {name: _digests(images[kind, name]) for name in names} for kind, names in KINDS.items()}
    return contents | {"firmware/images.json": json.dumps(listing).encode()}


def _digests(files: Mapping[str, bytes]) -> dict[str, list]:
    """Return digest and size of each file on the board."""
    return {f"/{path}": [deploy_files.sha256_hex(data), len(data)] for path, data in files.items()}


def _file_path(data: bytes) -> str:
    return f"firmware/{deploy_files.sha256_hex(data)}"

"""Firmware images for the captain's page, as `cribboard flash` sends them, with duplicate files stored once."""

import json
from collections.abc import Mapping

from host_tools.usb import deploy_files
from host_tools.usb.new_board_image import PROCESSORS

PROCESSORS_BY_PLATFORM = {"rp2": ("", *PROCESSORS.values()), "other": ("", "xtensawin")}
"""Processors that have an image of their own, by `sys.platform`; the image for "" is bytecode, which all others run."""


def image_files() -> dict[str, bytes]:
    """Return by path `firmware/images.json`, and the firmware's files, which it names by digest."""
    images = {
        (platform, processor): deploy_files.board_image(processor, platform)
        for platform, processors in PROCESSORS_BY_PLATFORM.items()
        for processor in processors
    }
    contents = {_file_path(data): data for image in images.values() for data in image.values()}
    listing: dict[str, dict] = {platform: {} for platform in PROCESSORS_BY_PLATFORM}
    for (platform, processor), image in images.items():
        listing[platform][processor] = _digests_and_sizes(image)
    return contents | {"firmware/images.json": json.dumps(listing).encode()}


def _digests_and_sizes(files: Mapping[str, bytes]) -> dict[str, list]:
    """Return [digest, size in bytes] of each file, by its path on the board."""
    return {f"/{path}": [deploy_files.sha256_hex(data), len(data)] for path, data in files.items()}


def _file_path(data: bytes) -> str:
    return f"firmware/{deploy_files.sha256_hex(data)}"

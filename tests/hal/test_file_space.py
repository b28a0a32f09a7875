"""The bytes that files take, counted in pieces; littlefs itself knows them best."""

import pytest

from firmware.file_space import used_bytes
from host_tools.littlefs.chip import SECTOR, Chip
from host_tools.littlefs.disk import LittleDisk


@pytest.fixture
def disk() -> LittleDisk:
    return LittleDisk(Chip())


def counted(disk: LittleDisk) -> tuple[int, int]:
    """How many blocks are counted, and in how many pieces."""
    counting, pieces = used_bytes(disk), 0
    while True:
        try:
            next(counting)
        except StopIteration as end:
            return end.value // SECTOR, pieces
        pieces += 1


@pytest.mark.parametrize(
    ("sizes", "blocks"),
    [
        ([], 2),
        ([0, 100, 512], 2),
        ([513], 3),
        ([4096, 4097], 5),
        ([670_000], 2 + 164),
    ],
)
def test_files_are_counted_in_blocks_one_a_piece(disk: LittleDisk, sizes: list[int], blocks: int) -> None:
    for number, size in enumerate(sizes):
        with disk.fs.open(f"{number}", "wb") as file:
            file.write(bytes(size))
    assert disk.fs.used_block_count == blocks
    used, pieces = counted(disk)
    assert used == pytest.approx(blocks, abs=1)
    assert pieces == 2 + len(sizes)


def test_folders_and_those_that_littlefs_splits_are_counted(disk: LittleDisk) -> None:
    for folder in ("archive", "firmware", "firmware/hal"):
        disk.make_folder(folder)
    for number in range(60):
        with disk.fs.open(f"archive/{number:08}", "wb") as file:
            file.write(bytes(300 if number % 2 else 16_000))
    used, pieces = counted(disk)
    assert used == pytest.approx(disk.fs.used_block_count, rel=0.1)
    assert pieces == 2 * 4 + 63

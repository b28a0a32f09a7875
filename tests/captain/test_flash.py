"""The captain's page puts firmware on boards: side by side, on new ones, and whole or not at all."""

import re
import tarfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from host_tools.firmware_build.mpy_compiler import compile_mpy
from host_tools.firmware_build.sources import START
from host_tools.i18n import message
from host_tools.usb import deploy_files
from tests.captain.captain_page import Desk
from tests.patience import PATIENCE_S

KEPT = {"results/results.log": b"not to be touched\n", "mine.txt": b"somebody's", "firmware/mine.py": b""}
MIDDLE_OF_A_FILE, WHEN_IT_COUNTS = (b"a2b_base64(b'", 3), (b"install()\x04", 1)
"""After how many writes of which bytes the cable is pulled; `tests/usb/test_interrupted.py` pulls it anywhere."""


def older() -> dict[str, bytes]:
    """A firmware before this one: some modules are others, one is gone since, and both starts differ."""
    files = dict(deploy_files.board_image())
    for name in ("alpha", "beta", "older"):
        files[f"firmware/{name}.mpy"] = compile_mpy(f"firmware/{name}.py", f"{name} = 1\n")
    for name in START:
        files[name] += b"\nolder = True\n"
    return deploy_files.with_list(files)


def put(folder: Path, files: dict[str, bytes]) -> None:
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def flash(desk: Desk, *numbers: int) -> None:
    """Boards are ticked, and flashed."""
    desk.view("flash")
    for number in numbers:
        choice = desk.page.locator("#flash-boards .choice").filter(has_text=called(number))
        choice.get_by_role("checkbox").check()
    desk.send("flash")


def called(number: int) -> re.Pattern[str]:
    """A board as the page calls it, or a port where none speaks."""
    return re.compile(rf"6c{number:02x}\b|A port where no board speaks")


def answers(desk: Desk, count: int) -> list[str]:
    items = desk.page.locator("#flash-answers li")
    expect(items).to_have_count(count)
    return items.all_inner_texts()


@pytest.mark.deep
def test_a_cable_pulled_or_a_damaged_file_leaves_the_old_firmware_or_the_new(desk: Desk) -> None:
    folder = desk.boards.folder(1)
    put(folder, {**older(), **KEPT})
    desk.connect(1)
    desk.ports.spoilt[1] = (b"a2b_base64(b'I", b"a2b_base64(b'J")
    flash(desk, 1)
    (answer,) = answers(desk, 1)
    assert "has arrived damaged; the board keeps the firmware it had: flash it again" in answer
    assert firmware_of(folder) == older()
    del desk.ports.spoilt[1]
    for stage in (MIDDLE_OF_A_FILE, WHEN_IT_COUNTS):
        desk.view("boards")
        expect(desk.card(1)).to_contain_text(message("captain.state.none"))
        desk.ports.marks[1] = stage
        flash(desk, 1)
        (answer,) = answers(desk, 1)
        assert message("captain.wrong.gone") in answer
        desk.forget(1)
        desk.plug(1)
        desk.view("boards")
        expect(desk.card(1)).to_contain_text(message("captain.state.none"))
        firmware = settled(desk, folder)
        assert firmware == older() or (stage == WHEN_IT_COUNTS and firmware == deploy_files.board_image())
    flash(desk, 1)
    assert "runs firmware" in answers(desk, 1)[0]
    assert firmware_of(folder) == deploy_files.board_image()


def settled(desk: Desk, folder: Path) -> dict[str, bytes]:
    """The firmware's files, once the board has done at its start what the cable has interrupted."""
    for _ in range(PATIENCE_S):
        if not (folder / "old").exists() and firmware_of(folder) in (older(), deploy_files.board_image()):
            break
        desk.page.wait_for_timeout(1000)
    return firmware_of(folder)


def firmware_of(folder: Path) -> dict[str, bytes]:
    """The files that are the firmware's; what is somebody else's is as it was."""
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for path, data in KEPT.items():
        assert files.pop(path) == data
    assert not [path for path in files if path.startswith("old/")]
    return {path: data for path, data in files.items() if path.startswith("firmware/") or path in START}


@pytest.mark.deep
def test_boards_are_flashed_side_by_side_once_and_not_while_a_game_is_on(desk: Desk) -> None:
    put(desk.boards.folder(2), older())
    desk.connect(1, 2)
    desk.boards.boards[1].play("A+5:100 OK:100")
    expect(desk.card(1)).to_contain_text("game 1: A 5  B 0")
    flash(desk, 1, 2)
    flashed, refused = sorted(answers(desk, 2), key=lambda answer: "is being played" in answer)
    assert "game 1: A 5 B 0 is being played: wait for its end" in refused
    assert "3 files sent, 3 removed; runs firmware" in flashed
    desk.page.locator("#flash-forced").check()
    flash(desk, 1, 2)
    assert all("nothing to send; runs firmware" in answer for answer in answers(desk, 2))
    desk.view("boards")
    expect(desk.card(1)).to_contain_text("game 1: A 5  B 0")


@pytest.mark.deep
def test_a_stranger_s_pico_is_left_as_it_is_until_its_files_may_be_kept(desk: Desk) -> None:
    files = {
        "main.py": b"# Doorbell\nimport time\nwhile True:\n    time.sleep_ms(20)\n",
        "lib/bell.py": bytes(range(256)) * 3,
    }
    put(desk.boards.folder(1), files)
    desk.lose_patience()
    desk.plug(1)
    desk.page.locator("#connect").click()
    flash(desk, 1)
    answer = " ".join(answers(desk, 1)[0].split())
    assert f"/main.py {len(files['main.py'])} B # Doorbell" in answer
    assert "/lib/bell.py 768 B" in answer
    assert not (desk.boards.folder(1) / "firmware").exists()
    desk.page.locator("#flash-anew").check()
    with desk.page.expect_download() as download:
        desk.send("flash")
    with tarfile.open(download.value.path()) as kept:
        assert {name: kept.extractfile(name).read() for name in kept.getnames()} == files  # type: ignore[union-attr]
    (answer,) = answers(desk, 1)
    assert "runs firmware" in answer
    desk.view("boards")
    expect(desk.card(1)).to_contain_text(message("captain.state.none"))
    for path, data in files.items():
        assert (desk.boards.folder(1) / "before" / path).read_bytes() == data


IDS = """async ([boards, chosen]) => {
  const { newIds } = await import("./js/flash.js");
  const all = boards.map(([uid, held]) => ({ uid, status: { held } }));
  const ids = newIds(all, chosen.map((number) => all[number]));
  return all.map((board) => ids.get(board) ?? "");
}"""


@pytest.mark.parametrize(
    ("boards", "chosen", "new"),
    [
        ([["e6", 0], ["e6", 3], ["e7", 0]], [0, 1, 2], [0]),
        ([["e6", 0], ["e6", 3]], [1], [1]),
        ([["e6", 0], ["e7", 3]], [0, 1], []),
    ],
)
def test_of_twins_the_one_that_stays_or_has_results_keeps_the_id(
    page: Page, boards: list, chosen: list[int], new: list[int]
) -> None:
    ids = page.evaluate(IDS, [boards, chosen])
    assert [number for number, uid in enumerate(ids) if uid] == new
    assert all(len(bytes.fromhex(uid)) in (0, 8) for uid in ids)

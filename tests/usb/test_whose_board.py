"""`flash` asks whose a board is: a stranger's files, newer firmware, and the id of another board."""

from dataclasses import replace

import pytest
import serial

from firmware.config import FIRMWARE_VERSION
from firmware.hardware_file import HARDWARE_FILE, HARDWARE_VERSION
from firmware.json_file import encode_json
from host_tools.firmware_build.sources import build_id
from host_tools.i18n import message
from host_tools.sim.serial import command
from host_tools.usb import deploy_files, diagnosis, flash_command, protocol_client
from host_tools.usb.board_reports import BoardReport
from host_tools.usb.ports import Port
from host_tools.usb.sans_io.findings import firmware_problem, version_key
from host_tools.usb.sans_io.problem import Problem
from tests.patience import PATIENCE_S

from .cli_process import cribboard

NEWER = "99.0.0"

DOORBELL = """# Doorbell of the club house
import time
while True:
    time.sleep_ms(20)
"""
STRANGERS = {"main.py": DOORBELL, "boot.py": "import os\n", "lib/bell.py": '"""Rings."""\n', "log.txt": "é" * 300}
"""Without settings of ours; the text is longer than is read at once."""


@pytest.fixture
def no_patience(monkeypatch):
    """A stranger's program says nothing, which no wait makes better."""
    monkeypatch.setattr(protocol_client, "stretched", lambda seconds: 0.1)


@pytest.fixture
def data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "cribboard" / "before"


LEFT_BY_KILLED_HOSTS = {
    "nothing": (b"", b""),
    "half a line": (b"import o", b""),
    "half a paste": (b"\x05A\x01open('/x', 'w').wri", b"R\x01\x80\x00"),
}
"""What a host has sent to the raw prompt before it was killed, and what it has read."""


@pytest.mark.parametrize("left", LEFT_BY_KILLED_HOSTS)
@pytest.mark.parametrize("own", [True, False])
def test_flash_tells_by_itself_whose_board_is_at_the_raw_prompt(boards, left, own, monkeypatch):
    monkeypatch.setattr(protocol_client, "stretched", lambda seconds: 1)
    if not own:
        put(boards.folder(1), {"main.py": "print('ready')"})
    board = boards.plug(1)
    if own:
        boards.ask(1, "hello")
    before = files_of(board.folder)
    sent, read = LEFT_BY_KILLED_HOSTS[left]
    with serial.Serial(board.port, timeout=PATIENCE_S) as port:
        port.write(b"\r\x03\r\x01")
        assert port.read_until(b"CTRL-B to exit\r\n>").endswith(b">")
        port.write(sent)
        assert not read or port.read_until(read).endswith(read)
    output = cribboard("flash", "--all", ok=own)
    assert ("runs firmware" if own else message("captain.wrong.bare")) in output
    assert own or files_of(board.folder) == before


def put(folder, files):
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text if isinstance(text, bytes) else text.encode())


def files_of(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_stranger_s_pico_is_left_as_it_is_until_its_files_may_be_kept(boards, data_folder, no_patience, monkeypatch):
    put(boards.folder(1), STRANGERS)
    before = files_of(boards.folder(1))
    boards.plug(1)
    asked, ask = [], protocol_client.exchange
    monkeypatch.setattr(protocol_client, "exchange", lambda *request: asked.append(request) or ask(*request))
    output = cribboard("flash", ok=False)
    assert len(asked) == 1, "a stranger's program says nothing for seconds"
    assert f"/main.py  {len(DOORBELL)} B  # Doorbell of the club house" in output
    assert '/lib/bell.py  13 B  """Rings."""' in output
    assert "/log.txt  600 B" in output
    assert "--new" in output
    assert "--all is for boards that run this firmware" in cribboard("flash", "--all", ok=False)
    assert files_of(boards.folder(1)) == before
    data_folder.parent.mkdir(parents=True)
    data_folder.write_text("")
    assert "nothing was changed on the board" in cribboard("flash", "--new", ok=False)
    assert files_of(boards.folder(1)) == before
    data_folder.unlink()
    output = cribboard("flash", "--new")
    assert "runs firmware" in output
    (copies,) = data_folder.iterdir()
    assert files_of(copies) == before
    assert str(copies) in output
    after = files_of(boards.folder(1))
    assert {path: after[f"before/{path}"] for path in before} == before
    assert {path: after[path] for path in deploy_files.board_image()} == deploy_files.board_image()
    assert boards.ask(1, "hello")[0]["build"] == build_id()


def test_newer_firmware_a_changed_start_and_a_twin_s_id_stay_until_flash_may_replace_them(
    two_boards, boards, data_folder
):
    """The board has another one's id in its hardware.json."""
    newer = deploy_files.with_list(deploy_files.board_image(), NEWER)
    changed = newer["main.py"] + b"\nprint(1)\n"
    twin = command.uid(1)
    hardware = encode_json({"tracks": 3, "uid": twin}, HARDWARE_VERSION)
    put(boards.folder(3), {**newer, "main.py": changed, HARDWARE_FILE: hardware})
    board = boards.plug(3)
    flash = ("flash", "--port", board.port)
    assert boards.ask(3, "hello")[0]["board"] == twin
    assert message("captain.wrong.same_id", count=2, board=twin) in cribboard("boards", columns=400)
    assert f"its firmware {NEWER} is newer than {FIRMWARE_VERSION}" in cribboard(*flash, "--new", ok=False)
    output = cribboard(*flash, "--downgrade", ok=False)
    assert "/main.py" in output
    assert "/boot.py" not in output
    assert (board.folder / "main.py").read_bytes() == changed
    output = cribboard(*flash, "--downgrade", "--new")
    assert "runs firmware" in output
    assert (board.folder / "before" / "main.py").read_bytes() == changed
    hello = boards.ask(3, "hello")[0]
    assert hello["board"] not in (twin, board.uid)
    assert hello["board"] in output
    assert hello["tracks"] == 3
    assert "no board is called" not in cribboard("configure", "--board", hello["board"], "--name", "bert")


@pytest.mark.parametrize(
    ("version", "build", "found"),
    [
        (FIRMWARE_VERSION, build_id(), None),
        (FIRMWARE_VERSION, "", None),
        (FIRMWARE_VERSION, "0badc0de", "build"),
        ("0.0.9", "", "firmware"),
        (NEWER, "", "firmware_newer"),
    ],
)
def test_firmware_is_compared_by_version_and_build(version, build, found):
    problem = firmware_problem({"build": build}, {"firmware": version}, build_id())
    assert (problem and problem.code) == found


def test_a_version_is_ordered_by_its_numbers():
    assert version_key("0.9.9") < version_key("0.10.0") < version_key("1")


def report(path, board, held=0, table=0):
    hello = {"board": board, "name": path, "event": "Friday", "table": table}
    return BoardReport(Port(path, board), hello, {"held": held}, {})


def test_of_twins_the_one_that_stays_or_has_results_keeps_the_id():
    first, second, other = report("a", "e6"), report("b", "e6", held=3), report("c", "e7")
    ports = [board.port for board in (first, second, other)]
    assert flash_command.new_ids([first, second, other], [other.port]) == {}
    ids = flash_command.new_ids([first, second, other], ports)
    assert list(ids) == ["a"]
    assert len(bytes.fromhex(ids["a"])) == 8
    assert list(flash_command.new_ids([first, second], [second.port])) == ["b"]
    assert list(flash_command.new_ids([replace(first, hello={}), second], ports)) == []


def test_twins_and_two_boards_at_a_table_are_named_with_what_to_do():
    twins = [report("a", "e6", table=2), report("b", "e6", table=2)]
    assert [(wrong, do) for _, wrong, do in diagnosis.shared_findings(twins)] == [
        (message("captain.wrong.same_id", count=2, board="e6"), Problem("same_id").do),
        (message("captain.wrong.same_table", count=2, number=2), Problem("same_table").do),
    ]

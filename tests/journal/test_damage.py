"""Whatever becomes of the files, the board starts, says so, and no peg stands where it never stood.

After each damage the match is the full one or as it was earlier; if earlier, the board has a note. The one loss that
nothing can tell: the newest segment cut between two of its records, which is what it was before the event.
"""

import json
import random
import shutil
import struct

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.journal.checkpoint import Checkpoint
from firmware.journal.record import RECORD_BYTES, crc16
from firmware.journal.restore import Segment
from firmware.rules.match import BETWEEN
from tests.deep_cases import deep
from tests.journal.flash import in_folder, restarted
from tests.journal.flash_recording import Watch, packed

KEY = "00112233445566778899aabbccddeeff"
FIRST_GAME = "A+5 A+5 OK B+5 OK A+5 A+5 A+5 A+5 A+5 OK A+5 A+5 A+5 A+5 A+5 OK A+1 OK OK B+1:1100 OK"
SECOND_GAME = "B+2 OK " + "A+2 OK B+1 A+5 OK A+1 OK A< B+1:1100 " * 8


class Flash:
    """The files of a board in the middle of its second game, and every state it has been in."""

    def __init__(self, root) -> None:
        watch = Watch()
        board = in_folder(root, boot=watch.board)
        settings = {"key": KEY, "event": "Peg-out", "round": 1, "table": 7, "preset": "lurch61"}
        assert board.ask({"do": "configure", **settings})[-1]["ok"]
        board.play("OK").play(FIRST_GAME)
        assert board.judge("award", team="B", holes=2, reason="reneged")["ok"]
        board.play(SECOND_GAME)
        self.files = {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        self.states = [without_results(state) for state in watch.states]
        closed = sorted(name for name in self.files if name.startswith("journal/"))
        self.live = [*closed, "present/00000000"]
        self.newest = int(closed[-1][-8:]) + 1
        self.lines = board.lines()


def without_results(state: bytes) -> bytes:
    """A packed state without the count of results, which the log too can tell, and without the checksum."""
    return state[:18] + state[22:-2]


@pytest.fixture(scope="module")
def flash(tmp_path_factory):
    return Flash(tmp_path_factory.mktemp("flash"))


class Damaged:
    """A board on the files of `flash` with some changed; None: gone. Asserts what holds after any damage."""

    def __init__(self, root, flash: Flash, changes: dict, quiet: bool = False) -> None:
        self.root = root
        self.flash = flash
        self._put({**flash.files, **changes})
        self.board = in_folder(root)
        self.board.wait(500)
        self.notes = self.board.board.notes()
        self.state = without_results(packed(self.board.board))
        assert self.state in flash.states or self._before_the_first_round()
        if self.state != flash.states[-1] and not quiet:
            assert self.notes

    def _before_the_first_round(self) -> bool:
        """What is read is older than the event, which the settings tell: the board asks for its first round."""
        match = self.board.board.match
        return match.stage == BETWEEN and not match.begun() and match.tally.round == 1

    def _put(self, files: dict) -> None:
        for path in list(self.root.iterdir()):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for name, data in files.items():
            path = self.root / name
            path.parent.mkdir(exist_ok=True)
            if data is not None:
                path.write_bytes(data)

    @property
    def full(self) -> bool:
        return self.state == self.flash.states[-1]

    def aside(self) -> list[bytes]:
        return [path.read_bytes() for path in (self.root / "damaged").iterdir()]

    def goes_on(self) -> None:
        """Two moves of the team behind, which end no game; then another start knows them."""
        if self.board.board.match.stage == BETWEEN:
            self.board.play("OK")
        moves = self.board.board.match.tally.moves
        front = self.board.board.match.game.front
        behind = "A" if front[0] < front[1] else "B"
        self.board.play(f"{behind}+1 OK {behind}+1 OK")
        assert self.board.board.match.tally.moves == moves + 2
        before = self.board
        self.board = restarted(before)
        assert packed(self.board.board) == packed(before.board)
        assert self.board.lines() == before.lines()


def test_the_files_are_worth_damaging(flash):
    assert len(flash.live) >= 4
    assert [json.loads(line)["end"] for line in flash.lines] == ["played"]


def flipped(data: bytes, step: int = 1):
    """Every byte, or one of `step`, turned over, then one bit of it."""
    for i in range(0, len(data), step):
        for mask in (0xFF, 1 << i % 8):
            yield i, data[:i] + bytes([data[i] ^ mask]) + data[i + 1 :]


@pytest.mark.parametrize("back", [1, 2])
def test_every_third_byte_of_a_segment_flipped(flash, tmp_path, back):
    name = flash.live[-back]
    for i, data in flipped(flash.files[name], step=3):
        case = Damaged(tmp_path, flash, {name: data})
        assert case.notes, i
        assert data in case.aside()
        assert case.full or back == 1
        if i % 24 == 0:
            case.goes_on()


def test_a_flipped_checkpoint_of_the_newest_segment_loses_nothing(flash, tmp_path):
    data = flash.files[flash.live[-1]]
    for i, damaged in flipped(data[: Checkpoint(data).size], step=3):
        assert Damaged(tmp_path, flash, {flash.live[-1]: damaged + data[len(damaged) :]}).full, i


@pytest.mark.parametrize("back", [1, 2])
def test_every_length_of_a_segment(flash, tmp_path, back):
    name = flash.live[-back]
    whole = flash.files[name]
    head = Checkpoint(whole).size
    for length in range(len(whole)):
        between = length >= head and (length - head) % RECORD_BYTES == 0
        case = Damaged(tmp_path, flash, {name: whole[:length]}, quiet=between)
        assert case.full or back == 1
        assert case.notes or between
        if length % 8 == 0:
            case.goes_on()


@pytest.mark.parametrize("back", [1, 2, 3, 4])
def test_a_missing_segment(flash, tmp_path, back):
    case = Damaged(tmp_path, flash, {flash.live[-back]: None})
    # Without the oldest nothing is missing: it would be gone after the next game too.
    missing = [{"code": "segment-missing", "number": flash.newest + 1 - back}]
    assert case.notes == ([] if flash.live[-back] == flash.live[0] else missing)
    assert case.full or back == 1
    case.goes_on()


def test_all_segments_missing(flash, tmp_path):
    case = Damaged(tmp_path, flash, dict.fromkeys(flash.live))
    assert "results-ahead" in [note["code"] for note in case.notes]
    case.goes_on()


@pytest.mark.parametrize("name", ["00000001", "00000099", "99999999"])
@pytest.mark.parametrize("back", [1, 2])
def test_two_segments_of_one_number(flash, tmp_path, name, back):
    copy = flash.files[flash.live[-back]]
    case = Damaged(tmp_path, flash, {f"journal/{name}": copy})
    assert case.full
    assert case.notes
    assert copy in case.aside()
    case.goes_on()


@pytest.mark.parametrize("back", [1, 2])
def test_an_older_copy_of_a_segment_is_not_believed(flash, tmp_path, back):
    copy = flash.files[flash.live[-back]][: -2 * RECORD_BYTES]
    case = Damaged(tmp_path, flash, {"journal/00000098": copy})
    assert case.full
    assert case.notes
    case.goes_on()


GARBAGE = [
    b"",
    b"\0",
    b"CB",
    b"CB\x01\x02\xff\xff" + bytes(300),
    b"\xff" * 4096,
    b"[" * 100_000,
    b"{" * 500,
    b'{"n":1}\n' * 300,
    b'{"n":1,"mac":1}\n{"n":"1","mac":""}\n[]\n1\n"x"\nnull\n',
    b'{"v":1,"preset":{}}',
    b'{"v":2}',
    b"\n" * 5000,
]
PLACES = [
    "settings.json",
    "results/results.log",
    "results/results.new",
    "settings.json.new",
    "journal/notes.txt",
    "journal/00000000",
    "journal/99999999",
    "present/00000001",
    "archive/00000000",
    "archive/99999999",
    "damaged/00000001",
    "NEWEST",
]


@pytest.mark.parametrize("place", PLACES)
def test_garbage_in_place_of_files_and_beside_them(flash, tmp_path, place):
    dice = random.Random(place)
    for data in [*GARBAGE, *(dice.randbytes(dice.randrange(2000)) for _ in range(8))]:
        case = Damaged(tmp_path, flash, {flash.live[-1] if place == "NEWEST" else place: data})
        if place != "NEWEST":
            assert case.full
        case.goes_on()


@pytest.mark.deep
@settings(max_examples=150, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_several_damages_at_once(flash, tmp_path, data):
    names = data.draw(st.lists(st.sampled_from(sorted(flash.files)), min_size=2, max_size=5, unique=True))
    changes = {}
    for name in names:
        whole = flash.files[name]
        start = data.draw(st.integers(0, len(whole)))
        middle = data.draw(st.binary(max_size=12))
        rest = data.draw(st.integers(start, len(whole)))
        changes[name] = whole[:start] + middle + whole[rest:]
    case = Damaged(tmp_path, flash, changes, quiet=True)
    case.goes_on()


@pytest.mark.parametrize("folder", ["present", "journal", "archive", "damaged", "results", "results/results.log"])
def test_a_file_where_a_folder_should_be_and_the_other_way_round(flash, tmp_path, folder):
    files = {name: data for name, data in flash.files.items() if not name.startswith(folder)}
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    if "." in folder:
        (tmp_path / folder).mkdir(parents=True)
    else:
        (tmp_path / folder).write_bytes(b"x")
    board = in_folder(tmp_path).play("A+1 OK B+1 OK")
    assert board.board.notes()
    assert board.board.match.tally.moves >= 2


# -- formats to come ------------------------------------------------------------------------------------------------


def as_version(data: bytes, version: int) -> bytes:
    """A segment whose checkpoint says another version, its checksum right."""
    size = Checkpoint(data).size
    head = data[:2] + bytes([version]) + data[3 : size - 2]
    return head + struct.pack("<H", crc16(head, len(head))) + data[size:]


@pytest.mark.parametrize("back", [1, 2])
def test_a_segment_of_a_newer_format_is_refused_with_words_and_kept_as_it_is(flash, tmp_path, back):
    name = flash.live[-back]
    newer = as_version(flash.files[name], 3)
    case = Damaged(tmp_path, flash, {name: newer})
    assert case.full == (back == 2)
    number = flash.newest + 1 - back
    newer_format = {"code": "newer-format", "format": 3, "reads": 2}
    assert case.notes == [{"code": "segment-damaged", "number": number, "why": newer_format}]
    case.goes_on()
    case.board.play("A+2 OK B+1 OK " * 20)
    restarted(case.board)
    assert (tmp_path / "journal" / f"{number:08}").read_bytes() == newer
    assert not case.aside()


# -- results --------------------------------------------------------------------------------------------------------


def added(case: Damaged, damaged: bytes) -> list[dict]:
    """The lines that the board has written since the log was damaged, which it must have left as it was."""
    data = (case.root / "results/results.log").read_bytes()
    assert data.startswith(damaged)
    return [json.loads(line) for line in data[len(damaged) :].split(b"\n") if line]


@pytest.mark.parametrize("step", [11, *deep(3)])
def test_every_byte_of_the_results_flipped(flash, tmp_path, step):
    for i, data in flipped(flash.files["results/results.log"], step):
        case = Damaged(tmp_path, flash, {"results/results.log": data})
        assert case.full
        assert added(case, data) == [], i
        if i % 8 == 0:
            case.goes_on()


@pytest.mark.parametrize("step", [11, *deep(3)])
def test_every_length_of_the_results(flash, tmp_path, step):
    whole = flash.files["results/results.log"]
    for length in range(0, len(whole), step):
        case = Damaged(tmp_path, flash, {"results/results.log": whole[:length]})
        assert case.full
        assert case.notes or length == len(whole) - 1
        assert added(case, whole[:length]) == [], length
        if length % 8 == 0:
            case.goes_on()


@pytest.mark.parametrize("step", [11, *deep(3)])
def test_a_half_written_result_is_written_again(tmp_path, step):
    board = in_folder(tmp_path).play("A+5 OK MENU:2100 A+5 A+1 OK A+1 OK B+1:1100 OK")
    assert board.board.match.finished == 1
    whole = (tmp_path / "results/results.log").read_bytes()
    for length in range(0, len(whole) - 1, step):
        (tmp_path / "results/results.log").write_bytes(whole[:length])
        again = restarted(board)
        assert again.lines() == [whole.decode().rstrip()]
        assert again.board.notes() or not length
        (tmp_path / "results/results.log").write_bytes(whole)


@pytest.mark.parametrize("step", [11, *deep(3)])
def test_every_byte_of_the_settings_flipped(flash, tmp_path, step):
    for i, data in flipped(flash.files["settings.json"], step):
        case = Damaged(tmp_path, flash, {"settings.json": data})
        assert case.full
        if i % 8 == 0:
            case.goes_on()


@pytest.mark.parametrize("step", [11, *deep(3)])
def test_every_length_of_the_settings(flash, tmp_path, step):
    whole = flash.files["settings.json"]
    for length in range(0, len(whole), step):
        case = Damaged(tmp_path, flash, {"settings.json": whole[:length]})
        assert case.full
        assert case.notes


# -- time -----------------------------------------------------------------------------------------------------------


def test_board_time_wraps_in_the_middle_of_a_game(tmp_path):
    board = in_folder(tmp_path)
    board.wait((1 << 30) - 5000)
    board.play("OK A+5 OK B+5 OK A+2 OK")
    assert board.board.clock.now > 1 << 29
    for _ in range(20):
        board.play("A+1 OK B+2 OK")
        board = restarted(board)
    assert board.board.clock.now < 1 << 20
    assert (board.board.match.game.front[0], board.board.match.game.front[1], board.board.notes()) == (27, 45, [])
    board.play("MENU:2100 A+5 OK OK B+1:1100")
    assert 5000 < json.loads(board.lines()[0])["ms"] < 20_000


def test_events_hours_apart_keep_their_times(tmp_path):
    board = in_folder(tmp_path).play("A+5 OK")
    began = board.board.match.tally.began_ms
    board.wait(40_000_000)
    board.play("B+5 OK A+1 OK")
    clock = board.board.journal.clock
    again = restarted(board)
    assert again.board.match.tally.began_ms == began
    assert 40_000_000 < clock <= again.board.clock.now <= board.board.clock.now


def test_what_can_be_read_of_a_segment_with_a_wrong_event_is_what_came_before(flash):
    data = flash.files[flash.live[-2]]
    head = Checkpoint(data).size
    swapped = data[:head] + data[head + 8 : head + 16] + data[head : head + 8] + data[head + 16 :]
    assert Segment(swapped).events == []
    assert Segment(swapped).damage["code"] == "event-order"

"""What a deploy keeps, sends and removes, and which of a board's files are not known to be ours."""

import pytest

from host_tools.usb.sans_io.deploy_steps import deploy_steps, plan_deploy, strangers_paths
from host_tools.usb.sans_io.problem import Problem

OWN = {"/boot.py", "/main.py", "/firmware/board.mpy", "/firmware/hal/rp2.mpy", "/firmware/hal/pi.mpy"}
WANTED = {"/boot.py": "b1", "/main.py": "m1", "/firmware/board.mpy": "f1", "/firmware/hal/rp2.mpy": "r1"}


def test_a_file_that_differs_is_sent_and_all_others_are_kept():
    plan = plan_deploy(OWN, WANTED | {"/firmware/board.mpy": "older", "/settings.json": "s"}, {}, WANTED)
    assert plan.sent == ["/firmware/board.mpy"]
    assert plan.gone == []
    assert plan.kept == ["/boot.py", "/firmware/hal/rp2.mpy", "/main.py", "/settings.json"]
    assert plan.folders == ["/next", "/next/firmware", "/next/firmware/hal"]


@pytest.mark.parametrize(
    ("path", "listed", "goes"),
    [
        ("/firmware/hal/pi.mpy", {}, True),  # ours, of another kind of board
        ("/firmware/former.mpy", {"/firmware/former.mpy": "x"}, True),  # ours, as the board's own list says
        ("/firmware/notes.txt", {}, False),
        ("/greenhouse.py", {}, False),
    ],
)
def test_only_what_is_known_to_be_ours_is_removed(path, listed, goes):
    plan = plan_deploy(OWN, {**WANTED, path: "x"}, listed, WANTED)
    assert (path in plan.gone, path in plan.kept) == (goes, not goes)


def strangers(present, listed=None, runs_firmware=False):
    starts = {path: present[path] for path in present if path in ("/boot.py", "/main.py")}
    return strangers_paths(OWN, present, starts, listed or {}, WANTED, runs_firmware)


def test_a_strangers_pico_has_every_file_named():
    assert strangers({"/main.py": "greenhouse", "/boot.py": "b1", "/lib/dht.py": "d"}) == ["/main.py", "/lib/dht.py"]


def test_an_interrupted_first_deploy_has_no_file_of_a_stranger():
    assert strangers({"/next/firmware/board.mpy": "half", "/ready/main.py": "m1", "/firmware/board.mpy": "x"}) == []


def test_of_a_board_with_our_firmware_a_start_that_nobody_wrote_by_a_deploy_is_a_strangers():
    listed = {"/boot.py": "b0", "/main.py": "m0"}
    assert strangers({"/boot.py": "b0", "/main.py": "theirs", "/notes.txt": "n"}, listed, True) == ["/main.py"]
    assert strangers({"/boot.py": "b1", "/main.py": "m0"}, listed, True) == []


def test_a_board_that_answers_but_has_no_list_is_ours():
    assert strangers({"/boot.py": "older", "/main.py": "older", "/journal/0": "j"}, {}, True) == []


def test_firmware_frozen_into_micropython_is_not_flashed():
    """Files would never be used: its package says that it is where frozen modules are."""
    steps = deploy_steps("", OWN, runs_firmware=True, keeps=True, downgrade=True)
    next(steps)
    with pytest.raises(Problem, match="frozen into its MicroPython: put a newer image on it"):
        steps.send(".frozen/firmware\n")

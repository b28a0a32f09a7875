"""The guides: links lead somewhere, tables are the reports', nothing personal in them."""

import re
from math import ceil
from urllib.parse import unquote

import pytest
from bench_board import BenchBoard
from typer.main import get_command

from firmware import config
from firmware.link import verbs
from host_tools.cli import app
from host_tools.hardware import softstart
from host_tools.hardware.blocks import fill
from host_tools.hardware.build import GUIDES
from host_tools.hardware.case import depth
from host_tools.hardware.params import ParamsError

BUILDS = ("two", "three", "four")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def anchors(text):
    """What headings are called in links, as the usual readers make it."""
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("name", GUIDES)
def test_links_resolve(folder, name):
    text = (folder / name).read_text(encoding="utf-8")
    links = LINK.findall(text)
    assert links
    for link in links:
        path, _, anchor = link.partition("#")
        target = folder / unquote(path) if path else folder / name
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target.read_text(encoding="utf-8")), link


def test_every_drawing_is_linked(folder):
    text = "".join((folder / name).read_text(encoding="utf-8") for name in GUIDES)
    linked = set(LINK.findall(text))
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and path.suffix in (".dxf", ".svg", ".pdf", ".json", ".kicad_sch"):
            kin = {name, path.parent.relative_to(folder).as_posix(), name.replace("-3-", "-2-").replace("-4-", "-2-")}
            assert kin & linked, name


def test_pin_table_is_the_firmware_s(folder):
    text = (folder / "ASSEMBLY.md").read_text(encoding="utf-8")
    lines = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")
    ]
    four = {cells[4]: int(cells[0]) for cells in lines if len(cells) == 5 and cells[0].isdigit() and cells[4] != "–"}
    keys = [f"key {team} {face}" for team in config.TEAMS for face in ("+1", "+2", "+5", "BACK")]
    wanted = dict(zip([*keys, "key OK", "key MENU"], config.PINS_KEYS, strict=True))
    wanted |= {f"LED data, track {team}": pin for team, pin in zip(config.TEAMS, config.PINS_LED_DATA, strict=True)}
    wanted |= {"LED rail on": config.PIN_LED_RAIL, "buzzer": config.PIN_BUZZER}
    assert {what: four.get(what) for what in wanted} == wanted


def test_each_step_has_its_check(folder):
    text = (folder / "ASSEMBLY.md").read_text(encoding="utf-8")
    steps = re.split(r"^\d+\. \*\*", text, flags=re.MULTILINE)[1:]
    assert len(steps) == 14
    assert all("*Check:*" in step for step in steps)


def test_test_guide_asks_the_board_only_what_it_answers(folder):
    asked = set(re.findall(r'"do":"(\w+)"', (folder / "TEST.md").read_text(encoding="utf-8")))
    assert {"hello", "selftest"} <= asked <= {*verbs.READING, *verbs.CHANGING}


def test_guides_name_only_commands_there_are(folder):
    named = {
        command
        for name in GUIDES
        for command in re.findall(r"cribboard (\w+)", (folder / name).read_text(encoding="utf-8"))
    }
    assert {"hardware", "sim", "scenario"} <= named <= set(get_command(app).commands)


def test_test_guide_names_all_that_the_self_test_tells(folder, tmp_path):
    text = (folder / "TEST.md").read_text(encoding="utf-8")
    table = text.split("## What the self-test tells")[1]
    named = {name for line in table.splitlines() for name in re.findall(r"`(\w+)`", line.partition(" | ")[0])}
    told = BenchBoard(tmp_path).ask({"id": 1, "do": "selftest"})[0]
    assert named == set(told) - {"id", "ok"}
    sentences = set(re.findall(r"`([a-z_]+)`", text)) - set(BUILDS)
    assert sentences <= named
    parts = {"flash": ("free", "whole", "failed"), "heap": ("used", "free"), "appends": ("slow",)}
    lines = {line.split("`")[1]: line for line in table.splitlines() if line.startswith("| `")}
    for name, words in parts.items():
        assert set(words) <= set(told[name])
        assert all(word in lines[name] for word in words), name


def test_light_test_is_begun_and_read_as_the_guide_says(folder, tmp_path):
    """MENU held in setup; then each key's hole of the guide's sentence is lit, on its team's track or on both."""
    text = " ".join((folder / "TEST.md").read_text(encoding="utf-8").split())
    keys = dict(re.findall(r"(\+[125]|BACK|OK|MENU)(?: lights)? hole (\d+)", text))
    assert list(keys) == ["+1", "+2", "+5", "BACK", "OK", "MENU"]
    board = BenchBoard(tmp_path).play("MENU:2100")
    assert board.board.test is None
    board.play("MENU:2100 wait:100")
    for face, hole in keys.items():
        alone = face in ("OK", "MENU")
        board.down(face if alone else "B" + face.replace("BACK", "<"))
        board.wait(200)
        assert [lit(track, int(hole)) for track in board.hal.shown] == [alone, True], face
        board.up()
        board.wait(200)
        assert not any(lit(track, int(hole)) for track in board.hal.shown) or board.board.test is None
    assert board.board.test is None, "a tap of MENU ends it"


def lit(frame, hole):
    row, place = divmod(hole - 1, 30)
    led = 35 * row + place + place // 5
    return any(frame[3 * led : 3 * led + 3])


def test_wait_before_plugging_in_again_is_the_switch_s(folder, found):
    text = (folder / "SAFETY.md").read_text(encoding="utf-8")
    power = found.power
    gate, least = power.rail * 1000 / 1330, power.thresholds[0]
    seconds = next(s for s in range(100) if gate * 2.718281828 ** (-s / 1.1) + power.rail / 11 < least)
    assert f"wait {seconds} seconds" in text
    assert seconds == ceil(softstart.unplugged_s(found))


def test_sizes_in_sentences_are_the_parameters(folder, found):
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert f"{depth(found):g} mm high" in readme
    assert f"| faceplate | {found.plate.thickness:g} mm |" in readme
    assert f"column {found.plate.seam_column}, where every row has a dark LED" in (folder / "DESIGN.md").read_text()


def test_licence_of_each_folder_is_stated(folder):
    for name in ("README.md", "LICENSE"):
        assert "CERN-OHL-P-2.0" in (folder / name).read_text(encoding="utf-8")
    project = (folder.parent / "README.md").read_text(encoding="utf-8")
    assert "CERN-OHL-P-2.0" in project
    assert "MIT" in project


def test_block_without_a_table_is_named():
    with pytest.raises(ParamsError, match=r"X\.md: no block sums; blocks are power"):
        fill("<!-- begin sums -->\n<!-- end sums -->", {"power": ""}, "X.md")


def test_filling_twice_changes_nothing():
    text = "a\n<!-- begin power -->\nold\nolder\n<!-- end power -->\nb\n"
    once = fill(text, {"power": "new"}, "X.md")
    assert once == "a\n<!-- begin power -->\nnew\n<!-- end power -->\nb\n"
    assert fill(once, {"power": "new"}, "X.md") == once

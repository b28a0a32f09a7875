"""The guides: links lead somewhere, tables are the reports', nothing personal in them."""

import re
import xml.etree.ElementTree as ElementTree
from urllib.parse import unquote

import pytest
from PIL import ImageFont
from typer.testing import CliRunner

from firmware.config import PORT_MOST_MA
from firmware.hardware_config import complete_hardware, kind_of
from firmware.link import dispatch
from host_tools.cli import COMMANDS, app
from host_tools.hardware import builds, guide_text, params, power
from host_tools.hardware.board_settings import flash_command
from host_tools.hardware.bom import Bom
from host_tools.hardware.build import GUIDES
from host_tools.hardware.case import depth
from host_tools.hardware.errors import ParamsError
from host_tools.hardware.guide_tables import blocks, fill
from host_tools.hardware.step_plans import ADDED, STEP_NAMES, step_names, step_plan
from host_tools.sim.virtual.board import new_board

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def anchors(text):
    """What headings are called in links, as the usual readers make it."""
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("name", GUIDES)
def test_links_resolve(folder, name):
    text = (folder / name).read_text(encoding="utf-8")
    links = [link for link in LINK.findall(text) if "://" not in link]
    assert links or name == "SAFETY.md"
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
        if path.suffix in (".svg", ".pdf", ".kicad_sch", ".kicad_pcb"):
            assert {name, path.parent.relative_to(folder).as_posix()} & linked, name


@pytest.mark.parametrize("name", ["two", "four", "two+street", "two+display", "two+battery", "two+cell", "two+voice"])
def test_each_step_that_puts_parts_together_has_its_picture(folder, parameters, name):
    """Green is what the step adds; its words stand within it."""
    build = builds.named(parameters, name)
    text = guide_text.select((folder / "ASSEMBLY.md").read_text(encoding="utf-8"), guide_text.facts(build))
    named = [picture for picture in re.findall(r"<!-- picture ([\w-]+) -->", text) if picture in STEP_NAMES]
    assert named == step_names(build)
    for picture in named:
        root = ElementTree.fromstring(step_plan(parameters, build, picture))
        left, _, width, _ = map(float, root.attrib["viewBox"].split())
        assert ADDED[0] in {shape.attrib.get("fill") for shape in root.iter()}, picture
        words = list(root.iter("{http://www.w3.org/2000/svg}text"))
        assert sum(word.text.startswith(("seen from above", "seen from behind")) for word in words) == 1, picture
        for word in words:
            size = float(word.attrib["font-size"]) / 100
            end = float(word.attrib["x"]) + size * ImageFont.truetype("DejaVuSans.ttf", 100).getlength(word.text)
            assert left <= float(word.attrib["x"]) < end <= left + width, (picture, word.text)


def test_test_guide_asks_the_board_only_what_it_answers(folder):
    asked = set(re.findall(r'"do":"(\w+)"', (folder / "DESIGN.md").read_text(encoding="utf-8")))
    assert {"hello", "selftest"} <= asked <= set(dispatch.HANDLERS)


def test_guides_name_only_commands_there_are(folder):
    named = {
        command
        for name in GUIDES
        for command in re.findall(r"cribboard (\w+)", (folder / name).read_text(encoding="utf-8"))
    }
    assert {"hardware", "sim", "flash"} <= named <= set(COMMANDS)


def test_test_guide_names_all_that_the_self_test_tells(folder, tmp_path):
    text = (folder / "DESIGN.md").read_text(encoding="utf-8").split("### What the self-test tells")[1].split("\n## ")[0]
    lines = {line.split("`")[1]: line for line in text.splitlines() if line.startswith("- `")}
    named = {name for line in lines.values() for name in re.findall(r"`(\w+)`", line.partition(":")[0])}
    report = new_board(tmp_path).ask({"id": 1, "do": "selftest"})[0]
    assert named == set(report) - {"id", "ok"}
    sentences = set(re.findall(r"`([a-z_]+)`", text)) - {"two", "three", "four"}
    assert sentences <= named
    parts = {"flash": ("free", "whole", "failed"), "heap": ("used", "free"), "appends": ("slow",)}
    for name, words in parts.items():
        assert set(words) <= set(report[name])
        assert all(word in lines[name] for word in words), name


def test_light_test_is_begun_and_read_as_the_guide_says(folder, tmp_path):
    """MENU held in setup; then each key's hole of the guide's sentence is lit, on its team's track or on both."""
    text = " ".join((folder / "ASSEMBLY.md").read_text(encoding="utf-8").split())
    keys = dict(re.findall(r"(\+[125]|BACK|OK|MENU)(?: lights)? hole (\d+)", text))
    assert list(keys) == ["+1", "+2", "+5", "BACK", "OK", "MENU"]
    board = new_board(tmp_path).play("MENU:2100")
    assert board.board.frames.selftest is None
    board.play("MENU:2100 wait 100")
    for face, hole in keys.items():
        alone = face in ("OK", "MENU")
        board.hold(face if alone else "B" + face.replace("BACK", "<"))
        board.wait(200)
        assert stays_lit(board, int(hole)) == [alone, True], face
        board.hold()
        board.wait(200)
        assert not any(stays_lit(board, int(hole))) or board.board.frames.selftest is None
    assert board.board.frames.selftest is None, "a tap of MENU ends it"


def stays_lit(board, hole):
    """Whether the hole of each track is lit now and 200 ms later: the one LED that moves along is not."""
    before = [lit(track, hole) for track in board.hal.shown]
    board.wait(200)
    return [was and lit(track, hole) for was, track in zip(before, board.hal.shown, strict=True)]


def lit(frame, hole):
    row, place = divmod(hole - 1, 30)
    led = 35 * row + place + place // 5
    return any(frame[3 * led : 3 * led + 3])


def test_sizes_in_sentences_are_the_parameters(folder, parameters):
    readme = (folder / "README.md").read_text(encoding="utf-8")
    readme = re.sub("<!--.*?-->", "", readme)
    assert f"{depth(parameters):g} mm high" in readme
    assert f"faceplate ({parameters.plate.thickness:g} mm;" in readme
    design = re.sub("<!--.*?-->", "", (folder / "DESIGN.md").read_text(encoding="utf-8"))
    assert f"column {parameters.plate.seam_column}, where every row has a dark LED" in design


def test_each_build_is_flashed_with_its_own_settings(parameters):
    """A build of three or four tracks lights two of them where nobody says how many it has.

    The supply is not set: the board reads it, or takes 500 mA where it has no socket to read.
    """
    help_text = CliRunner().invoke(app, ["flash", "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"}).output
    assert "--tracks" in help_text
    assert "--leds" in help_text
    assert "--keep-alive" in help_text
    assert "--battery" in help_text
    for build in parameters.builds:
        leds = 121 if build.form == "street" else 141
        awake = {"": "", "bank": f" --keep-alive {parameters.bank.every_s}", "cell": " --battery"}[build.battery]
        voice = " --voice" if build.voice else ""
        wanted = f"cribboard flash --tracks {build.tracks} --leds {leds}{awake}{voice} --led-dark-ua 230"
        assert flash_command(parameters, build) == wanted
        hardware = complete_hardware({"tracks": build.tracks}, kind_of({}), 0 if build.port == 500 else PORT_MOST_MA)
        assert hardware["port_ma"] == build.port


def test_a_board_fed_at_the_game_hole_is_flashed_so(change):
    parameters = params.load(change("board.reverse", True))
    assert (
        flash_command(parameters, parameters.builds[0])
        == "cribboard flash --tracks 2 --leds 141 --reversed --led-dark-ua 230"
    )


def test_every_circuit_board_is_ordered_before_the_first_joint(folder):
    """Those of a voice and of streets once were ordered in the middle of the work, weeks before they came."""
    text = (folder / "ASSEMBLY.md").read_text(encoding="utf-8")
    buy = text[text.index("\n# Buy\n") : text.index("\n# Solder\n")]
    assert {"`carrier-board`", "`street-panel`", "`voice-board`"} <= set(re.findall("`[^`]+`", buy))


def test_power_is_tested_before_the_pico_is_in_its_socket(folder):
    text = (folder / "ASSEMBLY.md").read_text(encoding="utf-8")
    order = ("two `pico-socket` for U1: solder", "Not into its sockets yet", "## With empty sockets", "**No short.**",
             "**Power.**", "Push the Pico into its", "**One file.**", "## With the light")  # fmt: skip
    places = [text.index(words) for words in order]
    assert places == sorted(places)


@pytest.mark.parametrize(("place", "value", "said"), [
    ("board.leds_per_metre", 146, ("6.849 mm", "0.99 m")),
    ("plate.thickness", 1.4, ("faceplate (1.4 mm;",)),
])  # fmt: skip
def test_no_number_in_a_guide_is_left_behind(change, place, value, said):
    """With other parameters every sentence says the other number; at 146 LEDs a metre the plugs are narrower."""
    folder = change(place, value)
    if value == 146:
        change("street.plug", [11.6, 8.5])
    parameters = params.load(folder)
    rows = [power.row(parameters, b.tracks, b.form, b.port) for b in parameters.builds]
    bom = Bom(parameters, folder)
    computed = blocks(parameters, rows, bom)
    text = "".join(fill((folder / name).read_text(encoding="utf-8"), computed, name) for name in GUIDES)
    text = re.sub("<!--.*?-->", "", text) + " ".join(item["part"] for item in bom.items.values())
    assert all(words in text for words in said)
    assert "146 a metre" in text if value == 146 else "Faceplate, 1.4 mm" in text
    assert "6.944" not in text if value == 146 else "1.5 mm thick" not in text


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

"""The guides: links lead somewhere, tables are the reports', nothing personal in them."""

import re
from urllib.parse import unquote

import pytest

from firmware import config
from firmware.link import verbs
from host_tools.hardware.blocks import fill
from host_tools.hardware.build import GUIDES
from host_tools.hardware.case import depth
from host_tools.hardware.params import ParamsError

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
    """`selftest` is the design's; the guide says it is for firmware that has it."""
    asked = set(re.findall(r'"do":"(\w+)"', (folder / "TEST.md").read_text(encoding="utf-8")))
    assert asked - {"selftest"} <= set(verbs._VERBS)
    assert {"hello", "status"} <= asked


def test_sizes_in_sentences_are_the_parameters(folder, found):
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert f"{depth(found):g} mm high" in readme
    assert f"| faceplate | {found.plate.thickness:g} mm |" in readme
    assert f"column {found.plate.seam_column}, where every row has a dark LED" in (folder / "DESIGN.md").read_text()


def test_folder_s_licence_is_stated(folder):
    for name in ("README.md", "LICENSE"):
        assert "CERN-OHL-P-2.0" in (folder / name).read_text(encoding="utf-8")


def test_block_without_a_table_is_named():
    with pytest.raises(ParamsError, match=r"X\.md: no block sums; blocks are power"):
        fill("<!-- begin sums -->\n<!-- end sums -->", {"power": ""}, "X.md")


def test_filling_twice_changes_nothing():
    text = "a\n<!-- begin power -->\nold\nolder\n<!-- end power -->\nb\n"
    once = fill(text, {"power": "new"}, "X.md")
    assert once == "a\n<!-- begin power -->\nnew\n<!-- end power -->\nb\n"
    assert fill(once, {"power": "new"}, "X.md") == once

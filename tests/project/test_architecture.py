"""The picture of the packages has all of them, and newcomers find it."""

from tests.project.architecture import FILE
from tests.project.import_graph import ROOT


def test_every_package_has_its_box():
    drawn = FILE.read_text(encoding="utf-8")
    for package in ("firmware", "host_tools", "host_tools/desk"):
        folders = {path.parent.name for path in (ROOT / package).glob("*/*.py")}
        assert [name for name in folders if f">{name}</text>" not in drawn] == []


def test_it_is_shown_to_newcomers():
    text = (ROOT / ".github/CONTRIBUTING.md").read_text(encoding="utf-8")
    assert "(architecture.svg)" in text

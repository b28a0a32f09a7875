"""The picture of the packages has all of them, and newcomers find it."""

from tests.project.architecture import FILE, graph_of
from tests.project.import_graph import ROOT


def test_every_package_has_its_box():
    for package, depth in (("firmware", 1), ("host_tools", 1), ("host_tools.desk", 2)):
        folders = {path.parent.name for path in (ROOT / package.replace(".", "/")).glob("*/*.py")}
        drawn = FILE.read_text(encoding="utf-8")
        assert folders <= set(graph_of(package, depth))
        assert all(f">{name}</text>" in drawn for name in folders)


def test_it_is_shown_to_newcomers():
    text = (ROOT / ".github/CONTRIBUTING.md").read_text(encoding="utf-8")
    assert "(architecture.svg)" in text

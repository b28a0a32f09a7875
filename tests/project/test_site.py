"""The site is built from the folders' Markdown; links that lead nowhere stop it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.desk.formats.event_formats import FORMATS
from host_tools.desk.scoring.ranking import COLUMNS
from host_tools.i18n import LANGUAGES
from tests.project.test_tree import ROOT

pytest.importorskip("furo")

FAULTS = {
    "[a page that is not there](no-such-page.md)": "no-such-page.md",
    "[a heading that is not there](#no-such-heading)": "no-such-heading",
    "[a heading that another page has not](other.md#no-such-heading)": "no-such-heading",
    "[from the root, which breaks below a path](/links/)": "/links/",
    "![a picture that is not there](pictures/no-such-picture.svg)": "pictures/no-such-picture.svg",
    '<a href="no-such-page.html">in HTML</a>': "no-such-page.html",
    '<img src="no-such-picture.png" alt="in HTML">': "no-such-picture.png",
    "![loaded from outside](https://example.org/picture.png)": "https://example.org/picture.png",
}

OTHER = "---\norphan: true\n---\n# Other\n"


def build(source: Path, destination: Path, *options: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-m", "sphinx", "-q", "-W", "-c", str(ROOT / ".github/site")]
    return subprocess.run(
        [*program, *options, str(source), str(destination)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"SOURCE_URL": ""},
    )


@pytest.fixture(scope="module")
def refused(tmp_path_factory) -> subprocess.CompletedProcess[str]:
    """What the build says of a page with all the faults, each on a line of its own."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "index.md").write_text("# Faults\n\n" + "\n\n".join(FAULTS) + "\n", encoding="utf-8")
    (folder / "other.md").write_text(OTHER, encoding="utf-8")
    options = ("-D", "root_doc=index", "-D", "include_patterns=*.md")
    return build(folder, folder / "built", *options)


@pytest.mark.parametrize("fault", FAULTS.values(), ids=list(FAULTS))
def test_a_link_that_leads_nowhere_is_refused(refused, fault):
    assert refused.returncode == 1
    assert [line for line in refused.stderr.splitlines() if fault in line.partition("WARNING:")[2]]


def test_a_page_without_faults_is_built(tmp_path):
    (tmp_path / "index.md").write_text("# Sound\n\n[Here](#sound), [there](other.md#other)\n", encoding="utf-8")
    (tmp_path / "other.md").write_text(OTHER, encoding="utf-8")
    done = build(tmp_path, tmp_path / "built", "-D", "root_doc=index", "-D", "include_patterns=*.md")
    assert (done.returncode, done.stderr) == (0, "")


def has_no_picture(readme: str) -> bool:
    return re.search(r"!\[|<img", (ROOT / readme).read_text(encoding="utf-8")) is None


WANTED = {
    "a third language": lambda: len(LANGUAGES) == 2,
    "double skunks as a column of the standings": lambda: "doubles" not in {column.field for column in COLUMNS},
    "a picture of the captain's page": lambda: has_no_picture("host_tools/captain/README.md"),
    "a picture of the wall and of `live check`": lambda: has_no_picture("host_tools/live/README.md"),
    "a Swiss format, which seats players of the same score who have not met": lambda: "swiss" not in FORMATS,
}
"""Good first changes, and whether each is still to be done."""


def test_what_is_wanted_is_not_there_yet():
    text = (ROOT / ".github/site/what-this-is.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| (.*?) \|", text.partition("## Wanted")[2])[1:]
    assert rows == list(WANTED)
    assert [row for row, is_wanted in WANTED.items() if not is_wanted()] == []

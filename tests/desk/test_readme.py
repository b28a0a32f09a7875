"""The example in the README of host_tools/desk."""

import re
from pathlib import Path

DESK = Path(__file__).parents[2] / "host_tools/desk"


def example() -> str:
    """The first indented block that begins with an import, without its indent."""
    text = (DESK / "README.md").read_text(encoding="utf-8")
    block = re.search(r"(?m)^    from .+\n(?:(?:    .*)?\n)+", text)
    assert block
    return re.sub(r"(?m)^    ", "", block[0])


def test_the_example_of_the_interface_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    exec(compile(example(), "README.md", "exec"), {})
    assert "points=3" in capsys.readouterr().out
    assert (tmp_path / "Friday.cribbage").exists()

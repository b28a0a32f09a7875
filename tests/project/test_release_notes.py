"""A release's notes tell players, captains and builders what changed, and leave out what nobody sees."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / ".github" / "release_notes.py"
MESSAGES = "host_tools/i18n/en.toml"

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")


def git(folder: Path, *words: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def commit(tmp_path: Path) -> Callable[[str, str], None]:
    """Commits a change of a file, in a repository that has a release."""

    def change(path: str, message: str) -> None:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(message)
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-m", message)

    git(tmp_path, "init")
    change(MESSAGES, "page: Count hands.")
    git(tmp_path, "tag", "v0.1.0")
    return change


def notes(folder: Path) -> str:
    git(folder, "tag", "v0.2.0")
    done = subprocess.run([sys.executable, SCRIPT, "v0.2.0"], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def test_a_commit_tells_each_reader_in_its_own_words(tmp_path: Path, commit: Callable) -> None:
    trailers = "For-players: Peg by voice.\nFor-captains: See who pegs by voice,\n  table by table."
    commit(MESSAGES, f"page: Add a recogniser.\n\nA reason.\n\n{trailers}")
    players = "## For players\n\n- Peg by voice.\n"
    captains = "## For captains and directors\n\n- See who pegs by voice, table by table.\n"
    assert notes(tmp_path) == f"{players}\n{captains}\nAll changes: `git log v0.1.0..v0.2.0`\n"


def test_another_is_told_by_its_area_if_somebody_sees_the_change(tmp_path: Path, commit: Callable) -> None:
    commit(MESSAGES, "sim, desk: Say who leads.")
    commit(MESSAGES, "sim: Name two functions for what they do.")
    commit(MESSAGES, "tests: Ask for the words.")
    commit("host_tools/sim/server.py", "sim: Read a file once.")
    commit("hardware/bom.csv", "hardware: Take a cheaper switch.")
    told = notes(tmp_path)
    assert [line for line in told.splitlines() if line.startswith(("#", "-"))] == [
        *("## For players", "- Say who leads."),
        *("## For captains and directors", "- Say who leads."),
        *("## For builders", "- Take a cheaper switch."),
    ]


def test_a_first_release_is_told_from_the_beginning(tmp_path: Path, commit: Callable) -> None:
    git(tmp_path, "tag", "-d", "v0.1.0")
    assert "- Count hands." in notes(tmp_path)

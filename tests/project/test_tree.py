"""The tree holds what the design says and nothing else, and its readmes lead somewhere."""

import re
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOP = {"firmware", "host_tools", "tests", "hardware", "boot.py", "main.py", "README.md", "pyproject.toml", "LICENSE"}

HOST = re.compile(r"https?://[^/\s\"']*(registry|pypi|pythonhosted|npmjs|proxy\.golang)|registry\.npm|\bpypi\.org")
MACHINE = re.compile(r"(?<![\w.:/-])/(work|root|home)/")


def kept(folder: Path = ROOT) -> list[Path]:
    """Files below a folder that git would keep: .gitignore holds name patterns only."""
    ignored = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text().split()] + [".git"]
    found = []
    for path in sorted(folder.iterdir()):
        if not any(fnmatch(path.name, pattern) for pattern in ignored):
            found += kept(path) if path.is_dir() else [path.relative_to(ROOT)]
    return found


def test_top_level_is_the_design_s():
    assert {path.parts[0] for path in kept() if not path.parts[0].startswith(".")} <= TOP


def test_nothing_names_a_registry_or_a_machine():
    wrong = []
    for path in kept():
        text = (ROOT / path).read_bytes().decode("utf-8", errors="ignore")
        wrong += [f"{path}: {found.group()}" for found in (*HOST.finditer(text), *MACHINE.finditer(text))]
    assert wrong == []


def test_links_of_the_readmes_lead_somewhere():
    broken = []
    for readme in [path for path in kept() if path.name == "README.md"]:
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", (ROOT / readme).read_text(encoding="utf-8")):
            if "://" not in target and not (ROOT / readme.parent / target).exists():
                broken.append(f"{readme}: {target}")
    assert broken == []

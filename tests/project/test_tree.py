"""The tree holds what DESIGN.md section 2 says and nothing else; links and citations lead somewhere."""

import os
import re
from fnmatch import translate
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
CITED = {"RULES.md": "firmware/rules/RULES.md", "DESIGN.md": "firmware/DESIGN.md"}
"""Where a document stands that texts cite by its name alone."""
BY_NUMBER = re.compile(r"([\w/]*[A-Z]{4,}\.md)(?:\]\([^)]*\),)? sections? (\d+)(?:, (\d+))?(?: and (\d+))?")
BY_HEADING = re.compile(r"([\w/]*[A-Z]{4,}\.md), \"([^\"]+)\"")
TOP = {"firmware", "host_tools", "tests", "hardware", "boot.py", "main.py", "README.md", "pyproject.toml", "LICENSE"}

WORDS = (b"registry", b"pypi", b"pythonhosted", b"npmjs", b"proxy.golang")
"""Most files have none of them: to look for the addresses in all takes long."""
HOST = re.compile(rb"https?://[^/\s\"']*(registry|pypi|pythonhosted|npmjs|proxy\.golang)|registry\.npm|\bpypi\.org")
ON_THE_HOST = re.compile(r"(\./\.\./|host_tools/\.\./\.\./)\.\./(releases|deployments/github-pages)")
"""Pages of the repository where it is hosted, as links from a README on its main branch reach them."""
MACHINE = re.compile(rb"/(?<![\w.:/-]/)(?:work|root|home)/")


@cache
def content(path: Path) -> bytes:
    return (ROOT / path).read_bytes()


def text(path: Path) -> str:
    return content(path).decode("utf-8")


@cache
def files() -> list[Path]:
    """Those that git would keep: .gitignore holds name patterns only."""
    patterns = [*(ROOT / ".gitignore").read_text().split(), ".git"]
    ignored = re.compile("|".join(translate(pattern.rstrip("/")) for pattern in patterns))
    kept = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if not ignored.match(name)]
        kept += [Path(folder, name).relative_to(ROOT) for name in names if not ignored.match(name)]
    return sorted(kept)


def test_top_level_is_the_design_s():
    assert {path.parts[0] for path in files() if not path.parts[0].startswith(".")} <= TOP


def addresses(data: bytes) -> list[bytes]:
    """What names a registry's host or a path of a machine."""
    hosts = HOST.finditer(data) if any(word in data for word in WORDS) else ()
    return [match.group() for match in (*hosts, *MACHINE.finditer(data))]


def test_nothing_names_a_registry_or_a_machine():
    assert [(path, found) for path in files() if (found := addresses(content(path)))] == []


def test_links_of_the_readmes_lead_somewhere():
    broken = []
    for readme in [path for path in files() if path.name == "README.md"]:
        found = text(readme)
        targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", found) + re.findall(r'<img src="([^"]*)"', found)
        for target in targets:
            if "://" in target or ON_THE_HOST.fullmatch(f"{readme.parent.as_posix()}/{target}"):
                continue
            if not (ROOT / readme.parent / target).exists():
                broken.append(f"{readme}: {target}")
    assert broken == []


def cited(text: str) -> list[tuple[str, str]]:
    """The documents a text cites, each with the beginning of the heading it names."""
    lines = "\n".join(line for line in text.splitlines() if ".md" in line)
    numbered = [(match[0], f"## {number}. ") for match in BY_NUMBER.findall(lines) for number in match[1:] if number]
    return numbered + [(name, f"## {heading}\n") for name, heading in BY_HEADING.findall(lines)]


def test_every_section_that_is_cited_is_in_the_repository():
    broken = []
    for path in [path for path in files() if path.suffix in (".py", ".md", ".toml", ".js", ".txt")]:
        for name, heading in cited(text(path)):
            document = Path(CITED.get(name, name))
            if not (ROOT / document).exists() or heading not in text(document):
                broken.append(f"{path}: {name}, {heading.strip()}")
    assert broken == []


def test_every_document_that_is_cited_is_in_the_repository():
    of_packages = {"LICENSE.md"}  # of gifenc, beside which the page has it
    texts = " ".join(text(path) for path in files() if path.suffix in (".py", ".md"))
    missing = set(re.findall(r"\b[A-Z]{5,}\.md\b", texts)) - {path.name for path in files()} - of_packages
    assert missing == set()

"""The tree holds what DESIGN.md section 2 says and nothing else; links and citations lead somewhere."""

import re
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
CITED = {"RULES.md": "firmware/rules/RULES.md", "DESIGN.md": "firmware/DESIGN.md"}
"""Where a document stands that texts cite by its name alone."""
BY_NUMBER = re.compile(r"([\w/]*[A-Z]{4,}\.md)(?:\]\([^)]*\),)? sections? (\d+)(?:, (\d+))?(?: and (\d+))?")
BY_HEADING = re.compile(r"([\w/]*[A-Z]{4,}\.md), \"([^\"]+)\"")
TOP = {"firmware", "host_tools", "tests", "hardware", "boot.py", "main.py", "README.md", "pyproject.toml", "LICENSE"}

HOST = re.compile(r"https?://[^/\s\"']*(registry|pypi|pythonhosted|npmjs|proxy\.golang)|registry\.npm|\bpypi\.org")
ON_THE_HOST = re.compile(r"(\./\.\./|host_tools/\.\./\.\./)\.\./(releases|deployments/github-pages)")
"""Pages of the repository where it is hosted, as links from a README on its main branch reach them."""
MACHINE = re.compile(r"(?<![\w.:/-])/(work|root|home)/")


def kept(folder: Path = ROOT) -> list[Path]:
    """Files below a folder that git would keep: .gitignore holds name patterns only."""
    ignored = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text().split()] + [".git"]
    files = []
    for path in sorted(folder.iterdir()):
        if not any(fnmatch(path.name, pattern) for pattern in ignored):
            files += kept(path) if path.is_dir() else [path.relative_to(ROOT)]
    return files


def test_top_level_is_the_design_s():
    assert {path.parts[0] for path in kept() if not path.parts[0].startswith(".")} <= TOP


def test_nothing_names_a_registry_or_a_machine():
    wrong = []
    for path in kept():
        text = (ROOT / path).read_bytes().decode("utf-8", errors="ignore")
        wrong += [f"{path}: {match.group()}" for match in (*HOST.finditer(text), *MACHINE.finditer(text))]
    assert wrong == []


def test_links_of_the_readmes_lead_somewhere():
    broken = []
    for readme in [path for path in kept() if path.name == "README.md"]:
        text = (ROOT / readme).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text) + re.findall(r'<img src="([^"]*)"', text):
            if "://" in target or ON_THE_HOST.fullmatch(f"{readme.parent.as_posix()}/{target}"):
                continue
            if not (ROOT / readme.parent / target).exists():
                broken.append(f"{readme}: {target}")
    assert broken == []


def cited(text: str) -> list[tuple[str, str]]:
    """The documents a text cites, each with the beginning of the heading it names."""
    numbered = [(match[0], f"## {number}. ") for match in BY_NUMBER.findall(text) for number in match[1:] if number]
    return numbered + [(name, f"## {heading}\n") for name, heading in BY_HEADING.findall(text)]


def test_every_section_that_is_cited_is_in_the_repository():
    broken = []
    for path in [path for path in kept() if path.suffix in (".py", ".md", ".toml", ".js", ".txt")]:
        for name, heading in cited((ROOT / path).read_text(encoding="utf-8")):
            document = ROOT / CITED.get(name, name)
            if not document.exists() or heading not in document.read_text(encoding="utf-8"):
                broken.append(f"{path}: {name}, {heading.strip()}")
    assert broken == []


def test_every_document_that_is_cited_is_in_the_repository():
    paths = kept()
    of_packages = {"LICENSE.md"}  # of gifenc, beside which the page has it
    cited = set(re.findall(r"\b[A-Z]{5,}\.md\b", " ".join(readable(paths))))
    missing = cited - {path.name for path in paths} - of_packages
    assert missing == set()


def readable(paths: list[Path]) -> list[str]:
    return [(ROOT / path).read_text(encoding="utf-8") for path in paths if path.suffix in (".py", ".md")]

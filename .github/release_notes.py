"""Writes a release's notes from its commits: what changed for players, captains and builders.

    python .github/release_notes.py v1.0.0 > notes.md

A commit says it in its last paragraph, once for each reader whom it concerns:

    For-players: A game's link replays it on any phone.

Of other commits the subject is taken if its area (the part before the colon) belongs to a reader, and the commit
changed something that this reader sees.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

READERS = {"players": "For players", "captains": "For captains and directors", "builders": "For builders"}
AREAS = {
    "players": {"firmware", "rules", "entry", "view", "page", "sim", "cards", "quickcards"},
    "captains": {"captain", "usb", "desk", "desk web", "desk live", "live", "net", "journal", "results"},
    "builders": {"hardware", "hal", "pio", "config"},
}
SEEN = re.compile(
    r"host_tools/(i18n/.*\.toml|.*\.(css|html|pdf)|desk/web/templates/)|hardware/|firmware/(rules/presets|view/words_)"
)
"""Files in which a reader sees a change: words, pages, printed cards, drawings and guides, presets."""
_VERBS = "call follow keep move name rename replace shorten split test wrap write"
RENAMING = tuple(f"{verb} " for verb in _VERBS.split())
"""How subjects begin of changes that nobody sees, though they change such files."""
MOST = 12
"""Changes without words of their own that are listed for a reader; the newest ones."""


class Change(NamedTuple):
    """A commit: its subject, its trailers (reader → texts), and the paths it changed."""

    subject: str
    trailers: dict[str, list[str]]
    paths: list[str]


def changes(revisions: str) -> Iterator[Change]:
    """Yield the commits of a range of revisions, the newest first."""
    fields = ["%s", *(f"%(trailers:key=For-{reader},valueonly,unfold)" for reader in READERS)]
    output = git("log", "--no-merges", "--name-only", f"--format=%x1e{'%x1f'.join(fields)}%x1f", revisions)
    for entry in output.split("\x1e")[1:]:
        subject, *texts, paths = entry.split("\x1f")
        trailers = {reader: text.split("\n") for reader, text in zip(READERS, texts, strict=True)}
        yield Change(subject, {reader: [*filter(None, lines)] for reader, lines in trailers.items()}, paths.split())


def sentences(reader: str, found: list[Change]) -> list[str]:
    """Return what a reader is told of these changes: in their commits' own words, then the newest subjects."""
    own = [text for change in found for text in change.trailers[reader]]
    subjects = [change.subject.partition(": ")[2] for change in found if concerns(reader, change)]
    return [*own, *subjects[:MOST]]


def concerns(reader: str, change: Change) -> bool:
    """Whether a commit without trailers changed something that a reader sees."""
    areas, _, sentence = change.subject.partition(": ")
    return (
        not any(change.trailers.values())
        and bool(AREAS[reader] & set(areas.split(", ")))
        and not sentence.lower().startswith(RENAMING)
        and any(SEEN.match(path) for path in change.paths)
    )


def notes(revisions: str) -> str:
    """Return the notes of a range of revisions, as Markdown."""
    found = list(changes(revisions))
    told = {title: sentences(reader, found) for reader, title in READERS.items()}
    parts = [f"## {title}\n\n" + "".join(f"- {line}\n" for line in lines) for title, lines in told.items() if lines]
    return "\n".join([*parts, f"All changes: `git log {revisions}`\n"])


def revisions_of(tag: str) -> str:
    """Return the revisions that a tag releases: those since the tag before it, or all."""
    earlier = subprocess.run(
        ["git", "describe", "--tags", "--abbrev=0", "--match", "v*", f"{tag}^"], capture_output=True, text=True
    )
    return f"{earlier.stdout.strip()}..{tag}" if earlier.returncode == 0 else tag


def git(*words: str) -> str:
    return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    print(notes(revisions_of(sys.argv[1])), end="")

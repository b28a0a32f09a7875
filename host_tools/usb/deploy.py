"""New firmware on a board, at one stroke: written aside, verified, then given its name; boot.py does the rest.

Until `/next` becomes `/ready` the board begins with the firmware it had, from then on with the new one (boot.py).
Journal, results and settings stand elsewhere and are not touched.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from host_tools.shipping import START
from host_tools.usb import image
from host_tools.usb.repl import Repl, ReplError

_WHERE = "try:\n    import firmware\n    print(firmware.__path__)\nexcept ImportError:\n    print()"
DEVICE = Path(__file__).with_name("device.py")


class FrozenError(ReplError):
    """The board's firmware is part of its MicroPython: files would not be used."""


@dataclass(frozen=True)
class Done:
    """What a deploy came to: files and bytes sent, files that were ours and are gone."""

    sent: int
    size: int
    removed: int

    @property
    def changed(self) -> bool:
        """Whether the board has other firmware now."""
        return bool(self.sent or self.removed)


def fitting(repl: Repl) -> dict[str, bytes]:
    """The image for this kind of board. Raises image.FormatError, ReplError."""
    mpy, platform = repl.run("import sys\nprint(getattr(sys.implementation, '_mpy', 0), sys.platform)").split()
    return image.image(image.architecture(int(mpy)), platform)


def deploy(repl: Repl, tell: Callable[[int, int], None]) -> Done:
    """Bring the board to the firmware of this program. `tell` hears bytes sent, and bytes to send in all.

    Nothing is written where nothing differs. Raises ReplError, FrozenError, image.FormatError.
    """
    if repl.run(_WHERE).startswith(".frozen"):
        raise FrozenError(
            "its firmware is frozen into its MicroPython: put a newer image on it, as its builder made it"
        )
    wanted = {f"/{path}": data for path, data in fitting(repl).items()}
    repl.run(DEVICE.read_text())
    present = _present(repl, [f"/{image.FOLDER}", *(f"/{name}" for name in START)])
    ours = _ours(repl, present)
    gone = ours - wanted.keys()
    differing = [path for path, data in wanted.items() if present.get(path) != image.digest(data)]
    size = sum(len(wanted[path]) for path in differing)
    tell(0, size)
    if differing or gone:
        kept = sorted(present.keys() - gone - set(differing))
        _stage(repl, kept, {path: wanted[path] for path in differing}, lambda sent: tell(sent, size))
        _verify(repl, wanted)
        repl.run("settle()")
    return Done(len(differing), size, len(gone))


def _present(repl: Repl, paths: Iterable[str]) -> dict[str, str]:
    """Path and digest of each file at or below some places."""
    said = repl.run("".join(f"present({path!r})\n" for path in paths))
    return {path: digest for digest, _, path in (line.partition(" ") for line in said.splitlines())}


def _ours(repl: Repl, present: dict[str, str]) -> set[str]:
    """Which of the files there are the firmware's: those its list names, and any module by the name of one of ours."""
    names = {f"/{path}" for path in image.names()}
    if f"/{image.LIST}" in present:
        names |= {f"/{path}" for path in repl.run(f"print(open('/{image.LIST}').read())").split()}
    return names & present.keys()


def _stage(repl: Repl, kept: list[str], new: dict[str, bytes], tell: Callable[[int], None]) -> None:
    """All that the board is to have below /next: what it has already is copied there, the rest sent."""
    for name in ("/old", "/next", "/ready"):
        repl.run(f"clear({name!r})")
    repl.run(f"make({_folders([*kept, *new])!r})\ncopy({kept!r}, '/next')")
    sent = 0
    for path, data in new.items():
        before = sent
        repl.write(f"/next{path}", data, lambda part, before=before: tell(before + part))  # type: ignore[misc]
        sent += len(data)


def _folders(paths: Iterable[str]) -> list[str]:
    found = {str(folder) for path in paths for folder in Path(f"/next{path}").parents}
    return sorted(found - {"/"})


def _verify(repl: Repl, wanted: dict[str, bytes]) -> None:
    arrived = _present(repl, ["/next"])
    for path, data in wanted.items():
        if arrived.get(f"/next{path}") != image.digest(data):
            raise ReplError(f"{path} has arrived damaged; the board keeps the firmware it had: flash it again")

"""Reads `hardware/proofs`: files of `cribboard prove` from real boards, and says which figures no board has shown."""

import json
from pathlib import Path
from typing import Any

from host_tools.i18n import message
from host_tools.usb.sans_io.figures import FIGURES
from host_tools.usb.sans_io.problem import Problem
from host_tools.usb.sans_io.proof import check_proof

from .errors import ParamsError

FOLDER = "proofs"
_VIRTUAL = "Virtual board"


def read(folder: Path) -> list[dict[str, Any]]:
    """Return the proofs of a folder, none where there is none. Raises ParamsError."""
    found = []
    for path in sorted((folder / FOLDER).glob("*.json")):
        try:
            proof = check_proof(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, Problem) as error:
            raise ParamsError(f"{path}: {error}") from None
        if proof["machine"].startswith(_VIRTUAL):
            raise ParamsError(f"{path}: a virtual board proves nothing about parts")
        found.append(proof)
    return found


def unproved(proofs: list[dict[str, Any]]) -> str:
    """Return Markdown lists: what boards have shown, from least to most and on how many, and what none has."""
    lines = []
    left = []
    for name, figure in FIGURES.items():
        shown = [rung[name] for proof in proofs for rung in proof["rungs"].values() if name in rung]
        text = message(f"captain.prove.figure.{name}", "en")
        if shown:
            values = [entry["value"] for entry in shown]
            boards = f"{len(values)} board{'s' if len(values) > 1 else ''}"
            limits = [
                f"{word} {limit:g}"
                for word, limit in (("at least", figure.low), ("at most", figure.high))
                if limit is not None
            ]
            relied = f"; relied on: {' and '.join(limits)}" if limits else ""
            lines.append(f"- proved: {text}: {min(values):g} to {max(values):g} {figure.unit} ({boards}{relied})")
        else:
            left.append(text)
    missed = "; ".join(left) if lines else f"all {len(left)} figures"
    return "\n".join([*lines, *([f"- never proved: {missed}"] if left else [])])

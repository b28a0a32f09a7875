"""In every phase the page's sentence is the message of a phrase on the displays, or its longer form, with its values.

That the voice says what displays say is tests/voice/test_phases.py.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from firmware.config import TEAMS
from firmware.view.display import text_buffer
from host_tools.i18n import LANGUAGES, placeholders
from host_tools.i18n.display_phrase_generator import PHRASES, phrase
from host_tools.sim.micropython_process import node_path
from host_tools.sim.virtual import page_board
from tests.view.phase_setups import PHASES, STATES, board_in, can_be_seen
from tests.voice.test_phases import collect

SPEAKER = r"""
import { createInterface } from "node:readline";
import "./browser.js";
const language = process.argv[2];
globalThis.localStorage = { "cribboard / page language": language };
const { MESSAGES: texts } = await import(`./messages/${language}.js`);
for (const [key, text] of Object.entries(texts)) texts[key] = [key, ...(text.match(/\{\w+\}/g) ?? [])].join(" ");
const { phaseText } = await import("./js/state-text.js");
for await (const line of createInterface({ input: process.stdin })) {
  const [state, last] = JSON.parse(line);
  console.log(phaseText(state, last));
}
"""
"""Prints, for a state and the last result, the key of the page's sentence and its values."""
LONGER = {
    "LEADS": "phase.idle",
    "READY": "phase.idle",
    "READY_DEALS": "phase.idle_deals",
    "PENDING": "phase.pending",
    "CLAIMED": "phase.sign.one",
    "UNDO": "phase.undo",
    "RETURN": "phase.return",
    "STATUS": "phase.status_none",
    "SETUP": "phase.setup",
    "JUDGE": "phase.choose_first",
    "STATED_1": "phase.detail",
    "TABLE_ROUND": "phase.round",
}
"""Phrases that are short on displays, and what the page says in their place."""
UNSEEN = "standby"
"""Displays are dark."""


def shown_in(root: Path, phase: str, language: str, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Any], str]:
    """What a board's display writes in a phase, as (phrase, its values …), and the page's state as a line."""
    state = next(state for state in STATES.values() if can_be_seen(phase, state))
    bench = board_in(root, phase, state, tracks=2, teams=2, language=language)
    with monkeypatch.context() as patched:
        written = collect(patched, text_buffer.TextBuffer, "_write")
        bench.plug(1)
    page_board.place_board(bench)
    last = page_board.results_since(0).splitlines()[-1:]
    return written, json.dumps([json.loads(page_board.state_json()), json.loads(last[0]) if last else None])


def values_of(name: str, *values: int) -> set[str]:
    """A phrase's values as a page writes them; names of presets and decisions are phrases of their own."""
    how, _, end = name.lower().replace("_", "-").partition("-")
    found = {
        PHRASES[name],
        PHRASES[name].replace("display.stated_", "decision."),
        *([f"result.{end}"] if how in ("early", "drawn") else []),
    }
    for register, value in zip(sorted(placeholders(phrase(name, "en"))), values, strict=True):
        if register in ("team", "other"):
            found.add(TEAMS[value])
        elif register == "teams":
            found |= {team for place, team in enumerate(TEAMS) if value >> place & 1}
        else:
            found.add(str(value))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_displays_say_the_same(
    page_modules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    (page_modules / "keys.js").write_text(SPEAKER)
    folders = [tmp_path / str(place) for place in range(len(PHASES))]
    for folder in folders:
        folder.mkdir()
    shown = [shown_in(folder, phase, language, monkeypatch) for folder, phase in zip(folders, PHASES, strict=True)]
    lines = "\n".join(line for _, line in shown) + "\n"
    command = [node_path(), page_modules / "keys.js", language]
    said = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
    for phase, (written, _), text in zip(PHASES, shown, said, strict=True):
        key, *values = text.split()
        if phase != UNSEEN:
            assert key in {message for name, *_ in written for message in (PHRASES[name], LONGER.get(name))}, phase
            assert set(values) <= set().union(*(values_of(*row) for row in written)), phase

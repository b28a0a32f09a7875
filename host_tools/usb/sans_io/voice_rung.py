"""The rung *voice* of `cribboard prove`: what a sound module tells of its clips, and when."""

from firmware.interpreter import TYPE_CHECKING
from firmware.sound_module import ENDED, ENDED_TOO, FILES_IN_FOLDER

from .figures import entry
from .problem import Problem
from .proof_steps import value_of

if TYPE_CHECKING:
    from .proof_steps import Entries, Steps

CARD = 0
"""The clip with which a card names itself, the longest of those played here."""
CLIPS_MS = {CARD: 8000, 8: 6000, 36: 6000, 122: 6000}
"""Clips (the card's name, then numbers), and for how long each is heard: its start, itself, and a second message.

The captain's page takes a prompt for gone that is silent for ten seconds.
"""


def voice(script: str, seed: int) -> "Steps":
    """Prove the sound module, and say of which kind it is. Raises Problem for a board that has none."""
    yield "run", script
    yield from value_of("equip()")
    module = yield from value_of("open_voice()")
    if module is None:
        raise Problem("proof_no_voice")
    heard = {}
    for done, clip in enumerate(CLIPS_MS):
        yield "tell", done, len(CLIPS_MS)
        heard[clip] = yield from value_of(f"hear({clip}, {CLIPS_MS[clip]})")
    found: Entries = {"silent_modules": entry("silent_modules", int(module["files"] < 0))}
    if module["busy_pin"]:
        _judge_busy_line(found, heard)
    _judge_messages(found, heard)
    return found


def _judge_busy_line(found: "Entries", heard: dict) -> None:
    stuck = [clip for clip, one in heard.items() if one["busy"] or one["changes"] and one["changes"][-1][1]]
    told = [clip for clip, one in heard.items() if clip not in stuck and one["changes"]]
    found["busy_stuck"] = entry("busy_stuck", len(stuck), which=_names(stuck))
    found["busy_clips"] = entry("busy_clips", len(told), which=_names(told))
    if not told:
        return
    found["voice_begin_ms"] = entry("voice_begin_ms", max([heard[clip]["changes"][0][0] for clip in told]))
    # Of pairs (how far off, milliseconds) the largest.
    off = [ms - heard[clip]["changes"][-1][0] for clip in told for ms, _ in _ends(heard[clip])[:1]]
    if off:
        found["end_beside_busy_ms"] = entry("end_beside_busy_ms", max([(abs(ms), ms) for ms in off])[1])


def _judge_messages(found: "Entries", heard: dict) -> None:
    ends = {clip: _ends(one) for clip, one in heard.items()}
    untold = [clip for clip in ends if not ends[clip]]
    repeated = {clip: ends[clip][-1][0] - ends[clip][0][0] for clip in ends if len(ends[clip]) > 1}
    renamed = [clip for clip in ends if ends[clip] and ends[clip][0][1] != clip % FILES_IN_FOLDER + 1]
    numbers = [(ends[clip][0][0], clip) for clip in ends if clip != CARD and ends[clip]]
    found["untold_ends"] = entry("untold_ends", len(untold), which=_names(untold))
    found["repeated_ends"] = entry("repeated_ends", len(repeated), which=_names(list(repeated)))
    found["renamed_ends"] = entry("renamed_ends", len(renamed), which=_names(renamed))
    if ends[CARD]:
        found["card_end_ms"] = entry("card_end_ms", ends[CARD][0][0])
    if numbers:
        found["number_end_ms"] = entry("number_end_ms", max(numbers)[0], which=_names([max(numbers)[1]]))
    if repeated:
        found["repeat_ms"] = entry("repeat_ms", max(repeated.values()))


def _ends(one: dict) -> list:
    """Return [milliseconds after its command, number] of each message that a clip has ended."""
    return [[ms, number] for ms, command, number in one["told"] if command in (ENDED, ENDED_TOO)]


def _names(clips: list) -> str:
    return ", ".join([str(clip) for clip in clips])

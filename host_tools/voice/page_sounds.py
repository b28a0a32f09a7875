"""What the virtual board's page plays where its browser has no voice: all words in one file, and their places.

The clips are those of a card, with the same gaps, and joined by the page: a card's files are five times as large.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from host_tools.sim.voice_files import CLIPS, VERSION, WORDS
from host_tools.voice.card import gaps_ms, shortest_ms
from host_tools.voice.clip_table import card_number, clips
from host_tools.voice.sound import RATE, write_wav


def write_page_sounds(folder: Path, language: str, spoken: Mapping[str, bytes]) -> None:
    """Write the two files into `folder`. Raises OSError.

    CLIPS has `v`, `language`, the card's `number`, the `rate` (samples a second), of each word [first sample, samples],
    and each clip as word, samples of silence after it, word, …; word -1 is none. The first clip is silent: on a card it
    tells the card's number.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_wav(folder / WORDS, b"".join(spoken.values()))
    places, at = [], 0
    for sound in spoken.values():
        places.append([at, len(sound) // 2])
        at += len(sound) // 2
    numbers = {word: number for number, word in enumerate(spoken)}
    said = []
    for clip, words in enumerate(clips(language)[1:], 1):
        gaps = gaps_ms(clip, words, spoken)
        said.append([part for word, gap in zip(words, gaps, strict=True) for part in (numbers[word], _length(gap))])
    fields = {"v": VERSION, "language": language, "number": card_number(language), "rate": RATE}
    fields |= {"words": places, "clips": [[-1, _length(shortest_ms(0))], *said]}
    (folder / CLIPS).write_text(json.dumps(fields, separators=(",", ":")), encoding="utf-8")


def _length(ms: float) -> int:
    """Return how many samples last so long."""
    return round(RATE * ms / 1000)

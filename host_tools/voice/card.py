"""The files of a voice's card: makes them in the order of their numbers, and compares a card with its manifest."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from firmware.sound_module import CARD_MS, FILES_IN_FOLDER, LONGEST_MS, SHORTEST_MS
from host_tools.i18n import LANGUAGES, message
from host_tools.voice.clip_table import card_number, clips
from host_tools.voice.sound import SoundError, length_ms, silence, write_wav
from host_tools.voice.speech_program import Speaker

MANIFEST = "manifest.json"
MANIFEST_VERSION = 1
NUMBER_GAP_MS = 25
"""Between the words of one number."""
WORD_GAP_MS = 90
"""Between other words of a clip."""
CARD_FOLDER = "card"


def clip_path(clip: int) -> str:
    """Return where a clip's file is on the card: `01/001.wav`."""
    return f"{clip // FILES_IN_FOLDER + 1:02}/{clip % FILES_IN_FOLDER + 1:03}.wav"


def words_of(language: str) -> list[str]:
    """Return every word that a language's clips are joined from, sorted."""
    return sorted({word for words in clips(language) for word in words})


def spoken_words(
    language: str, speaker: Speaker, progress: Callable[[int], None] = lambda done: None
) -> dict[str, bytes]:
    """Return the sound of each of `words_of`; tell `progress` how many are spoken. Raises SoundError."""
    spoken = {}
    for done, word in enumerate(words_of(language)):
        spoken[word] = speaker(word)
        progress(done + 1)
    return spoken


def clip_sounds(language: str, spoken: Mapping[str, bytes]) -> list[bytes]:
    """Return the sound of each clip, joined from the sounds of its words. Raises SoundError if one is too long."""
    return [_joined(clip, words, spoken) for clip, words in enumerate(clips(language))]


def _joined(clip: int, words: list[str], spoken: Mapping[str, bytes]) -> bytes:
    gaps = gaps_ms(clip, words, spoken)
    sound = b"".join(spoken[word] + silence(gap) for word, gap in zip(words, gaps, strict=True))
    if length_ms(sound) >= LONGEST_MS:
        raise SoundError(message("cli.sound.long", words=" ".join(words), seconds=f"{LONGEST_MS / 1000:g}"))
    return sound


def shortest_ms(clip: int) -> int:
    """Return the shortest length of a clip that the driver takes for whole when the module tells of its end."""
    return (SHORTEST_MS if clip else CARD_MS) + 50


def gaps_ms(clip: int, words: list[str], spoken: Mapping[str, bytes]) -> list[float]:
    """Return the silence after each word: longer after a team's letter and beside sentences than within a number.

    After the last there is as much as makes the clip `shortest_ms`.
    """
    gaps: list[float] = []
    for before, word in zip(words, words[1:], strict=False):
        within = len(before) > 1 and " " not in word
        gaps.append(NUMBER_GAP_MS if within else WORD_GAP_MS)
    length = sum(gaps) + sum(length_ms(spoken[word]) for word in words)
    return [*gaps, max(shortest_ms(clip) - length, 0)]


def write_card(folder: Path, language: str, sounds: list[bytes]) -> None:
    """Write the files of a card and its manifest, in the order of their numbers. Raises OSError."""
    files = {}
    for clip, sound in enumerate(sounds):
        path = folder / clip_path(clip)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_wav(path, sound)
        files[clip_path(clip)] = hashlib.sha256(path.read_bytes()).hexdigest()
    manifest = {"v": MANIFEST_VERSION, "language": language, "number": card_number(language), "files": files}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")


def read_manifest(folder: Path) -> dict:
    """Return a card's manifest: `v`, `language`, `number`, `files` (checksum by path, in order).

    Raises OSError, and ValueError if it is none.
    """
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    fields = {"v": int, "language": str, "number": int, "files": dict}
    if not isinstance(manifest, dict) or any(not isinstance(manifest.get(name), kind) for name, kind in fields.items()):
        raise ValueError(MANIFEST)
    if manifest["language"] not in LANGUAGES:
        raise ValueError(manifest["language"])
    return manifest


def card_faults(folder: Path) -> Iterator[tuple[str, dict]]:
    """Yield what is wrong with a card, as message keys and values: manifest, number, files missing, changed, too many.

    Raises OSError if the manifest cannot be read.
    """
    try:
        manifest = read_manifest(folder)
    except ValueError:
        yield "voice.fault.manifest", {"file": MANIFEST}
        return
    files, number, current = manifest["files"], manifest["number"], card_number(manifest["language"])
    if manifest["v"] != MANIFEST_VERSION or number != current:
        yield "voice.fault.number", {"number": number, "wanted": current}
    for name, checksum in files.items():
        path = folder / name
        if not path.is_file():
            yield "voice.fault.missing", {"file": name}
        elif hashlib.sha256(path.read_bytes()).hexdigest() != checksum:
            yield "voice.fault.changed", {"file": name}
    for path in sorted(folder.glob("**/*.wav")):
        if path.relative_to(folder).as_posix() not in files:
            yield "voice.fault.stray", {"file": path.relative_to(folder).as_posix()}

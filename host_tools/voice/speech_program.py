"""Where the words come from: a speech program (espeak-ng, or one by a command line), or a folder of recordings."""

import re
import shlex
import subprocess
import tempfile
import unicodedata
from collections.abc import Callable
from pathlib import Path

from host_tools.i18n import TRAITS, labelled, message
from host_tools.os_errors import os_reason
from host_tools.voice.sound import SoundError, evened, read_wav, trimmed

Speaker = Callable[[str], bytes]
"""Returns the sound of a word, or raises SoundError."""
DEFAULT_COMMAND = "espeak-ng -v {language} -s 175 -w {file} -- {text}"
"""Words per minute by -s. Arguments of any speech program: {text}, {file} and {language} are filled in."""
_LONGEST_S = 60


def word_file(word: str) -> str:
    """Return the name of a word's recording: `takes-back.wav`."""
    if len(word) == 1 and word.isupper():
        return f"letter-{word.lower()}.wav"
    plain = unicodedata.normalize("NFKD", word.lower()).encode("ascii", "ignore").decode()
    return (re.sub(r"[^a-z0-9]+", "-", plain.replace("+", " plus ")).strip("-") or "word") + ".wav"


def program_speaker(command: str, language: str) -> Speaker:
    """Return a speaker that runs a speech program for each word."""

    def speak(word: str) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "word.wav")
            values = {"text": _as_spoken(word), "file": str(file), "language": TRAITS[language].voice}
            try:
                arguments = [part.format(**values) for part in shlex.split(command)]
                subprocess.run(arguments, check=True, capture_output=True, timeout=_LONGEST_S)
                data = file.read_bytes()
            except FileNotFoundError as error:
                raise SoundError(message("cli.sound.no_program", program=error.filename)) from None
            except (OSError, KeyError, IndexError, ValueError, subprocess.SubprocessError) as error:
                raise SoundError(labelled(command, error)) from None
        return _finished(data, word)

    return speak


def recorded_speaker(folder: Path) -> Speaker:
    """Return a speaker that reads each word's recording from a folder."""

    def speak(word: str) -> bytes:
        path = folder / word_file(word)
        try:
            return _finished(path.read_bytes(), str(path))
        except OSError as error:
            raise SoundError(message("cli.sound.recording", file=path, reason=os_reason(error), word=word)) from None

    return speak


def _finished(data: bytes, name: str) -> bytes:
    return evened(trimmed(read_wav(data, name), name))


def _as_spoken(word: str) -> str:
    """Return a word as speech programs should read it: keys by their names, ranges in words."""
    return word.replace("+", "plus ").replace("–", " - ")

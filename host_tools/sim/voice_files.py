"""Sounds for browsers without a voice, as `cribboard voice build` makes them for the page (voice/page_sounds.py)."""

import json
from pathlib import Path

from firmware.view.voice.announcements import table_of
from host_tools.i18n import LANGUAGES, message
from host_tools.os_errors import os_reason

PAGE_FOLDER = "page"
"""Where they are below the folder that was built."""
CLIPS = "clips.json"
WORDS = "words.wav"
VERSION = 1


class VoiceFilesError(Exception):
    """A folder has no sounds for a page. The text is one line that says what would be right."""


def read_voice(made: Path) -> tuple[str, dict[str, bytes]]:
    """Return the language and the files by name of what `cribboard voice build` has made in a folder.

    Raises VoiceFilesError if they are not there, or of another version of the program.
    """
    folder = made / PAGE_FOLDER
    try:
        files = {name: (folder / name).read_bytes() for name in (CLIPS, WORDS)}
        fields = json.loads(files[CLIPS])
        language, number = fields["language"], fields["number"]
        current = fields["v"] == VERSION and language in LANGUAGES and number == _card_number(language)
    except OSError as error:
        raise VoiceFilesError(message("sim.voice_other", file=error.filename, reason=os_reason(error))) from None
    except (ValueError, TypeError, KeyError):
        current = False
    if not current:
        raise VoiceFilesError(message("sim.voice_old", folder=made))
    return language, files


def _card_number(language: str) -> int:
    """Return the number of the card that a board's firmware wants."""
    return int.from_bytes(table_of(language)[2:4], "big")

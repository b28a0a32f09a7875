"""In every phase displays and voice say the same phrases, with the same values, many of them the page's."""

import pytest

from firmware.view.display import text_buffer
from firmware.view.display.texts import DisplayTexts
from firmware.view.voice import spoken_buffer
from firmware.view.voice.announcements import COUNTING_MS, Announcements, table_of
from host_tools.i18n import LANGUAGES, catalogue, placeholders
from host_tools.i18n.display_phrase_generator import PHRASES as PHRASES_OF_DISPLAYS
from host_tools.i18n.display_phrase_generator import phrase as display_phrase
from host_tools.sim.page_files import page_messages
from host_tools.voice.clip_table import UNSPOKEN, VOICE_PHRASES, is_hint, spoken_names
from tests.view.phase_setups import PHASES, STATES, board_in, can_be_seen

SEEN_ALREADY = ("idle", "standby", "friendly")
"""In these nobody has to do anything: nothing is said until something happens."""


class StillModule:
    """A sound module that keeps what it was last told to say."""

    begun = 0
    whole_below = 0

    def set_volume(self, volume):
        pass

    def tick(self, now):
        pass

    def replace(self, clips, count):
        pass


def collect(monkeypatch, kind, method):
    """What is written to buffers of a kind: (phrase, its registers), as a list that grows."""
    written = []
    original = getattr(kind, method)

    def kept(self, phrase, *rest):
        name = spoken_names()[phrase]
        used = placeholders(display_phrase(name, "en")) if name in PHRASES_OF_DISPLAYS else ()
        written.append((name, *(getattr(self, "n" if value == "code" else value) for value in sorted(used))))
        original(self, phrase, *rest)

    monkeypatch.setattr(kind, method, kept)
    return written


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("teams", [2, 3])
@pytest.mark.parametrize("phase", PHASES)
def test_voice_says_what_displays_say(tmp_path, monkeypatch, phase, teams, language):
    state = "mid-game" if can_be_seen(phase, STATES["mid-game"]) else "start holes"
    state = state if can_be_seen(phase, STATES[state]) else "level at the stink hole"
    state = state if can_be_seen(phase, STATES[state]) else "nobody has dealt"
    board = board_in(tmp_path, phase, STATES[state], tracks=teams, teams=teams, language=language, spoken="all")
    shown = collect(monkeypatch, text_buffer.TextBuffer, "_write")
    board.plug(1)
    board.step()
    said = collect(monkeypatch, spoken_buffer.SpokenBuffer, "say")
    parts = board.board
    buffer = spoken_buffer.SpokenBuffer(table_of(language), parts.console.at_home())
    texts = DisplayTexts(buffer, parts.console, parts.results, parts.findings, parts.network_loader.seating())
    voice = Announcements(StillModule(), parts.console, parts.supply, texts)
    for later in (0, 2 * COUNTING_MS):
        voice.step(board.board.clock.now + later)
    displayed = {row for row in shown if row[0] not in UNSPOKEN and not row[0].startswith("DECISION_")}
    spoken = {row for row in said if not row[0].startswith("DECISION_")}
    if phase == "status":
        assert spoken & {("LEADS", 3, 1), ("LEVEL",)}
    elif phase not in SEEN_ALREADY:
        assert {row for row in displayed if not is_hint(row[0])} <= spoken
        assert spoken <= set(shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_phrases_than_the_displays_own_are_the_pages(language):
    """One message for all three: the page has it under the same key."""
    own = ("display.", "home.display.")
    shared = [key for key in {**PHRASES_OF_DISPLAYS, **VOICE_PHRASES}.values() if not key.startswith(own)]
    assert len(shared) > 60
    assert {key: catalogue(language)[key] for key in shared}.items() <= page_messages(language).items()

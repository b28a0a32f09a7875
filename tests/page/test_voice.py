"""A browser without a voice plays the board's own clips; where there are none either, the page says so."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from typer.testing import CliRunner

from host_tools.cli import app
from host_tools.i18n import LANGUAGES, message
from host_tools.sim.page_files import Voices
from host_tools.sim.voice_files import CLIPS, PAGE_FOLDER, read_voice
from host_tools.voice.card import words_of
from host_tools.voice.clip_table import clips
from host_tools.voice.page_sounds import write_page_sounds
from tests.page.board_page import Table
from tests.page.exported_site import ExportedSite

LISTEN = """
window.heard = [];
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (at) {
  const one = { samples: this.buffer.length, began: at, ended: null };
  window.heard.push(one);
  this.addEventListener("ended", () => (one.ended = this.context.currentTime));
  return start.call(this, at);
};
"""
"""`heard`: the length of each sound, and when it began and ended (s)."""
KEPT = """(folder) => {
  window.kept = new Promise((done) =>
    navigator.serviceWorker.addEventListener("message", ({ data }) => data.kept === folder && done()));
}"""
"""`kept` is fulfilled when the service worker has cached a folder."""
SPEECHLESS = "speechSynthesis.getVoices = () => [];"
SHORTEST = 9000
"""Samples of the shortest word, 0.4 s; each has a length of its own."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folders of `voice build`, as far as a page takes from them; each word is silence of its own length."""
    root = tmp_path_factory.mktemp("voices")
    for language in LANGUAGES:
        spoken = {word: bytes(2 * (SHORTEST + 11 * place)) for place, word in enumerate(words_of(language))}
        write_page_sounds(root / language / PAGE_FOLDER, language, spoken)
    return root


@pytest.fixture(scope="module")
def voices(built: Path) -> Voices:
    return dict(read_voice(built / language) for language in LANGUAGES)


@pytest.fixture
def site(tmp_path: Path, voices: Voices) -> Iterator[ExportedSite]:
    with ExportedSite(tmp_path, voices=voices) as running:
        yield running


@pytest.fixture
def visitor(browser: Browser) -> Iterator[tuple[BrowserContext, str]]:
    with browser.new_context(service_workers="allow", locale="fr") as context:
        context.add_init_script(SPEECHLESS + LISTEN)
        yield context, "fr"


def switch_on(table: Table, language: str) -> None:
    with table.drawer() as page:
        page.get_by_label(message("here.speech", language)).click()


def speaks(table: Table, language: str) -> None:
    expect(table.page.locator("#speech-about")).to_have_text(message("here.speech_clips", language))


def length(voices: Voices, language: str, *words: str) -> int:
    """Of a clip, in samples."""
    table = json.loads(voices[language][CLIPS])
    parts = table["clips"][clips(language).index(list(words))]
    return sum(part if place % 2 else table["words"][part][1] for place, part in enumerate(parts))


def hears(table: Table, *lengths: int) -> None:
    """These are the last that have sounded, each to its end and none before the last one's."""
    heard = table.page.wait_for_function(
        """(lengths) => {
          const last = window.heard.slice(-lengths.length);
          const same = last.every(({ samples, ended }, place) => samples === lengths[place] && ended !== null);
          return last.length === lengths.length && same && last;
        }""",
        arg=list(lengths),
    ).json_value()
    assert all(one["ended"] - one["began"] >= one["samples"] / 22_050 - 0.01 for one in heard)
    assert all(later["began"] >= one["ended"] for one, later in zip(heard, heard[1:], strict=False))


@pytest.mark.deep
def test_a_browser_without_a_voice_plays_clips_once_they_are_wanted(
    visitor: tuple[BrowserContext, str], site: ExportedSite, voices: Voices
) -> None:
    """Also when the server is gone, and after a reload."""
    context, language = visitor
    fetched: list[str] = []
    context.on("request", lambda request: fetched.append(request.url))
    table = Table(context.new_page(), site.address)
    table.open()
    expect(table.page.locator("#offline")).to_have_text(message("here.offline", language))
    assert not [url for url in fetched if "/voice/" in url]
    table.page.evaluate(KEPT, f"voice/{language}/")
    switch_on(table, language)
    speaks(table, language)
    table.type("A+5")
    move = [length(voices, language, "A", "cinq"), length(voices, language, "cinq")]
    hears(table, *move)
    table.page.evaluate("window.kept")
    site.close()
    table.page.reload()
    table.is_on()
    speaks(table, language)
    table.type("B+5")
    hears(table, length(voices, language, "B", "cinq"), move[1])


@pytest.mark.deep
def test_clips_are_tried_again_say_the_score_and_come_with_another_language(
    browser: Browser, site: ExportedSite, voices: Voices
) -> None:
    with browser.new_context() as context:
        table = Table(context.new_page(), site.address)
        table.page.add_init_script(SPEECHLESS + LISTEN)
        table.open()
        clips_that_cannot_be_had_are_told_and_tried_again(table, site)
        s_says_the_score(table, voices)
        another_language_brings_its_clips(table, voices)
        assert table.complaints == []


def s_says_the_score(speechless: Table, voices: Voices) -> None:
    speechless.type("B+2")
    hears(speechless, length(voices, "en", "B", "two"), length(voices, "en", "two"))
    speechless.type("OK")
    speechless.page.keyboard.press("s")
    score = [("A", "zero"), ("B", "two"), ("B", "leads by"), ("two",)]
    hears(speechless, *(length(voices, "en", *words) for words in score))


def another_language_brings_its_clips(speechless: Table, voices: Voices) -> None:
    with speechless.drawer() as page:
        page.locator("#language").click()
    speaks(speechless, "fr")
    speechless.type("A+2")
    hears(speechless, length(voices, "fr", "A", "deux"), length(voices, "fr", "deux"))


@pytest.mark.deep
def test_with_neither_voice_nor_clips_the_page_says_so(table: Table) -> None:
    table.page.evaluate(SPEECHLESS)
    switch_on(table, "en")
    expect(table.page.locator("#speech-about")).to_have_text(message("here.speech_none"))
    expect(table.page.locator("#live")).to_have_text(message("here.speech_none"))
    expect(table.page.locator("#speech")).not_to_be_checked()


def clips_that_cannot_be_had_are_told_and_tried_again(table: Table, site: ExportedSite) -> None:
    site.missing = {"voice/en/words.wav"}
    switch_on(table, "en")
    told = message("here.speech_failed", error="voice/en/words.wav: 404")
    expect(table.page.locator("#speech-about")).to_have_text(told)
    assert all("404" in complaint for complaint in table.complaints)
    table.complaints.clear()
    site.missing = set()
    switch_on(table, "en")
    speaks(table, "en")


def stopped(*words: object) -> str:
    done = CliRunner().invoke(app, ["sim", "--no-open", *map(str, words)])
    assert done.exit_code == 1
    return done.output


def test_a_folder_without_sounds_is_named(tmp_path: Path) -> None:
    assert f"{tmp_path / 'page' / 'clips.json'}: No such file or directory" in stopped("--voice", tmp_path)


@pytest.mark.parametrize(
    "change", [{"number": 7}, {"v": 2}, {"language": "de"}, None], ids=["old", "new", "other", "damaged"]
)
def test_sounds_of_another_version_are_refused(built: Path, tmp_path: Path, change: dict[str, object] | None) -> None:
    folder = tmp_path / PAGE_FOLDER
    folder.mkdir()
    fields = json.loads((built / "en" / PAGE_FOLDER / CLIPS).read_text())
    (folder / CLIPS).write_text(json.dumps(fields | change) if change else "[")
    (folder / "words.wav").write_bytes(b"")
    assert message("sim.voice_old", folder=tmp_path) in stopped("--voice", tmp_path)

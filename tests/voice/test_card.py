"""The files of a card: made in order, joined with measured gaps, equally loud, and told apart from another card's."""

import json
import math
import shutil
import sys
from array import array
from functools import cache

import pytest
from typer.testing import CliRunner

from firmware.sound_module import CARD_MS, LONGEST_MS, SHORTEST_MS
from host_tools.cli import app
from host_tools.i18n import LANGUAGES
from host_tools.sim.voice_files import CLIPS, read_voice
from host_tools.voice import card
from host_tools.voice.clip_table import card_number, clips
from host_tools.voice.page_sounds import write_page_sounds
from host_tools.voice.sound import LOUDNESS_DB, RATE, length_ms, loudness_db, read_wav, write_wav
from host_tools.voice.speech_program import DEFAULT_COMMAND, program_speaker, word_file
from host_tools.voice.spoken_game import heard_game, heard_sound
from tests.installed import program

WORD_MS = 200


@cache
def tone(amplitude, ms=WORD_MS, before_ms=0):
    """Silence, then a tone of 441 Hz."""
    samples = [round(amplitude * math.sin(2 * math.pi * 441 * i / RATE)) for i in range(RATE * ms // 1000)]
    return array("h", [0] * (RATE * before_ms // 1000) + samples).tobytes()


def record(folder, language, amplitude=9000):
    """Recordings of all words, louder and softer, each with silence before it."""
    folder.mkdir()
    for place, word in enumerate(card.words_of(language)):
        write_wav(folder / word_file(word), tone(amplitude >> place % 3, before_ms=120))
    return folder


def run(*words):
    return CliRunner().invoke(app, ["voice", *map(str, words)])


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("voice")
    done = run("build", folder / "made", "--recordings", record(folder / "words", "en"))
    assert done.exit_code == 0, done.output
    return folder / "made"


@pytest.fixture
def built(made, tmp_path):
    return shutil.copytree(made, tmp_path / "made")


def gaps_ms(sound):
    """Lengths of the silences within a sound, of 10 ms and more."""
    samples = array("h", sound)
    heard = [i for i, sample in enumerate(samples) if abs(sample) > 300]
    steps = [(b - a) / RATE * 1000 for a, b in zip(heard, heard[1:], strict=False)]
    return [step for step in steps if step > 10]


def read(folder, clip):
    return read_wav((folder / "card" / card.clip_path(clip)).read_bytes(), "clip")


def test_card_has_every_clip_in_unbroken_folders(built):
    """Some modules count files in a folder instead of reading their names: none may be missing before another."""
    names = sorted(path.relative_to(built / "card").as_posix() for path in built.glob("card/*/*.wav"))
    assert names == [card.clip_path(clip) for clip in range(len(clips("en")))]
    folders = {name.split("/")[0] for name in names}
    assert folders == {f"{number:02}" for number in range(1, len(folders) + 1)}
    assert names[249:251] == ["01/250.wav", "02/001.wav"]


def test_a_page_joins_the_same_clips_from_words(built):
    """But for the first, which tells a card's number."""
    language, files = read_voice(built)
    table, words = json.loads(files["clips.json"]), read_wav(files["words.wav"], "words")
    assert language == "en"
    assert len(table["clips"]) == len(clips("en"))
    for clip, parts in list(enumerate(table["clips"]))[1:]:
        joined = b""
        for word, gap in zip(parts[::2], parts[1::2], strict=True):
            first, count = table["words"][word]
            joined += words[2 * first : 2 * (first + count)] + bytes(2 * gap)
        assert joined == read(built, clip), clips("en")[clip]


def test_words_of_a_number_follow_closely_and_a_letter_stands_apart(built):
    thirty_five, a_seven = read(built, 1 + 35), read(built, 153 + 7)
    margin = 8
    assert gaps_ms(thirty_five) == [pytest.approx(card.NUMBER_GAP_MS + margin, abs=4)]
    assert gaps_ms(a_seven) == [pytest.approx(card.WORD_GAP_MS + margin, abs=4)]


def test_clips_are_equally_loud_and_begin_at_once(built):
    for clip in (1, 36, 160, 761, 900):
        sound = read(built, clip)
        assert loudness_db(sound) == pytest.approx(LOUDNESS_DB, abs=0.5)
        assert next(i for i, sample in enumerate(array("h", sound)) if abs(sample) > 300) < RATE * 15 // 1000
        assert SHORTEST_MS < length_ms(sound) < LONGEST_MS


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_end_of_the_first_clip_is_never_taken_for_one_of_a_module_that_ends_early(tmp_path, language):
    """However short its words: else each clip would be given its longest time, 12 seconds."""
    spoken = {word: bytes(2 * RATE // 100) for word in card.words_of(language)}
    assert length_ms(card.clip_sounds(language, spoken)[0]) > CARD_MS
    write_page_sounds(tmp_path, language, spoken)
    (_, samples), *_ = json.loads((tmp_path / CLIPS).read_text())["clips"]
    assert 1000 * samples / RATE > CARD_MS


def test_the_game_to_listen_to_is_a_whole_one(built):
    sound = read_wav((built / "game.wav").read_bytes(), "game")
    assert length_ms(sound) > 120_000
    assert len(gaps_ms(sound[: 2 * 20 * RATE])) > 10, "words, in its first 20 seconds"


def test_a_card_is_compared_with_what_was_made(built):
    assert run("check", built / "card").exit_code == 0
    (built / "card/02/003.wav").unlink()
    (built / "card/03/001.wav").write_bytes(b"")
    (built / "card/01/._001.wav").write_bytes(b"")
    done = run("check", built / "card")
    assert done.exit_code == 1
    for name in ("02/003.wav is missing", "03/001.wav is not what was made", "01/._001.wav does not belong"):
        assert name in done.output


def test_an_older_card_is_told_by_its_number(built):
    manifest = built / "card" / card.MANIFEST
    fields = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(fields | {"number": 7}))
    assert f"number 7, this program's boards want {card_number('en')}" in run("check", built / "card").output


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"v":1,"language":"de","number":1,"files":{}}'])
def test_a_damaged_manifest_is_named(tmp_path, text):
    (tmp_path / card.MANIFEST).write_text(text)
    done = run("check", tmp_path)
    assert done.exit_code == 1
    assert "manifest.json is damaged" in done.output


def test_a_recording_that_is_missing_or_cannot_be_used_is_named(tmp_path):
    folder = record(tmp_path / "words", "en")
    forty = folder / "forty.wav"
    write_wav(forty, bytes(2000))
    silent = forty.read_bytes()
    for content, why in (
        (silent, "nothing is heard in it"),
        (b"RIFF", "no WAV file"),
        (None, "No such file or directory: the recording of 'forty'"),
    ):
        forty.unlink() if content is None else forty.write_bytes(content)
        done = run("build", tmp_path / "made", "--recordings", folder)
        assert done.exit_code == 1
        assert f"forty.wav: {why}" in done.output


def test_a_folder_in_use_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    done = run("build", tmp_path)
    assert done.exit_code == 1
    assert "not empty" in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_speech_program_that_is_not_there_is_named(tmp_path):
    done = run("build", tmp_path / "made", "--command", "no-such-speech {text} {file}")
    assert done.exit_code == 1
    assert "no-such-speech: not there; install espeak-ng, or name another by --command" in done.output


def test_another_speech_program_by_its_command_line(tmp_path):
    script = "import sys, shutil; shutil.copy(sys.argv[1], sys.argv[2])"
    write_wav(tmp_path / "tone.wav", tone(5000))
    (tmp_path / "say.py").write_text(script)
    speak = program_speaker(f"{sys.executable} {tmp_path}/say.py {tmp_path}/tone.wav {{file}}", "en")
    assert length_ms(speak("thirty")) == pytest.approx(WORD_MS, abs=20)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_has_a_file_of_its_own_to_record(language):
    words = card.words_of(language)
    shared = {word_file(word) for word in words if sum(word_file(word) == word_file(other) for other in words) > 1}
    for name in shared:
        same = {word.lower().strip("?") for word in words if word_file(word) == name}
        assert len(same) == 1, name


def test_what_is_heard_of_a_game_stands_where_it_was_said():
    sounds = [tone(9000, 400)] * len(clips("en"))
    heard = heard_game("A+5 OK wait 6000", sounds, "en", "pegs")
    sound = heard_sound(heard, sounds)
    first = round(heard[-1].began * RATE / 1000)
    assert any(array("h", sound)[first : first + 200])
    assert not any(array("h", sound)[first - 400 : first - 100])


@pytest.mark.deep
@pytest.mark.parametrize("language", LANGUAGES)
def test_espeak_says_words(language, tmp_path):
    program("espeak-ng")
    speak = program_speaker(DEFAULT_COMMAND, language)
    for word in card.words_of(language)[::12]:
        sound = speak(word)
        assert loudness_db(sound) == pytest.approx(LOUDNESS_DB, abs=1.5), word
        assert 60 < length_ms(sound) < LONGEST_MS, word

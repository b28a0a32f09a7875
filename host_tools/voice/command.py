"""Typer commands `cribboard voice …`: build a card, list its words, check it, listen to a game."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from firmware.config import SPOKEN
from host_tools.cards.game import CardGame
from host_tools.cards.scenario_writer import scenario
from host_tools.cards.spoken_count import SpokenCount
from host_tools.command_group import failed, print_error
from host_tools.i18n import LANGUAGES, catalogue, labelled, message
from host_tools.os_errors import os_reason
from host_tools.quickcards.card_lines import card_lines
from host_tools.sim.virtual.scenario_parser import ScriptError
from host_tools.sim.voice_files import PAGE_FOLDER
from host_tools.voice import card
from host_tools.voice.clip_table import card_number
from host_tools.voice.page_sounds import write_page_sounds
from host_tools.voice.sound import SoundError, length_ms, read_wav, silence, write_wav
from host_tools.voice.speech_program import DEFAULT_COMMAND, Speaker, program_speaker, recorded_speaker, word_file
from host_tools.voice.spoken_game import heard_game, heard_sound

Language = StrEnum("Language", [(name, name) for name in LANGUAGES])  # type: ignore[misc]
Spoken = StrEnum("Spoken", [(name, name) for name in SPOKEN])  # type: ignore[misc]
_SAMPLE = "game.wav"
_SAMPLE_SEED = 7
_CARD = "quickcard.wav"
"""The quick card of boards that speak, read aloud; of recordings there is none."""
_PAUSE_MS = 500
_FIRST = Language(LANGUAGES[0])
_ALL = Spoken(SPOKEN[0])

voice = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="markdown")
_Language = Annotated[Language, typer.Option(help=message("voice.language"))]


@voice.command(help=message("voice.build"))
def build(
    folder: Annotated[Path, typer.Argument(help=message("voice.folder"))],
    language: _Language = _FIRST,
    command: Annotated[str | None, typer.Option(help=message("voice.command"), show_default=DEFAULT_COMMAND)] = None,
    recordings: Annotated[Path | None, typer.Option(help=message("voice.recordings"))] = None,
) -> None:
    """Make the files of a card, and a game to listen to."""
    if command and recordings:
        raise failed(message("voice.several"))
    target = folder / card.CARD_FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise failed(message("voice.not_empty", folder=folder))
        spoken = card.spoken_words(language.value, _speaker(command, recordings, language.value), _show(language.value))
        sounds = card.clip_sounds(language.value, spoken)
        card.write_card(target, language.value, sounds)
        write_page_sounds(folder / PAGE_FOLDER, language.value, spoken)
        game = scenario(CardGame(_SAMPLE_SEED), SpokenCount(catalogue(language.value)))
        if not recordings:
            speak = _speaker(command, None, language.value)
            write_wav(folder / _CARD, silence(_PAUSE_MS).join(map(speak, card_lines("voice", language.value))))
        write_wav(folder / _SAMPLE, heard_sound(heard_game(game, sounds, language.value, paced=True), sounds))
    except SoundError as error:
        raise failed(error) from None
    except OSError as error:
        raise failed(message("voice.failed", file=error.filename or folder, reason=os_reason(error))) from None
    minutes, mb = sum(map(length_ms, sounds)) / 60_000, sum(map(len, sounds)) / 1e6
    number = card_number(language.value)
    told = {"files": len(sounds), "number": number, "code": language.value, "card": target, "game": folder / _SAMPLE}
    typer.echo(message("voice.built", "", minutes=round(minutes), mb=round(mb), **told))


def _speaker(command: str | None, recordings: Path | None, language: str) -> Speaker:
    return recorded_speaker(recordings) if recordings else program_speaker(command or DEFAULT_COMMAND, language)


def _show(language: str) -> Callable[[int], None]:
    """Return a function that shows how many words are spoken, every fifty."""
    count = len(card.words_of(language))

    def show(done: int) -> None:
        if done % 50 == 0:
            typer.echo(message("voice.says", done=done, count=count), err=True)

    return show


@voice.command(help=message("voice.words"))
def words(language: _Language = _FIRST) -> None:
    """List the words to record."""
    for word in card.words_of(language.value):
        typer.echo(f"{word_file(word)}\t{word}")


@voice.command(help=message("voice.check"))
def check(folder: Annotated[Path, typer.Argument(help=message("voice.card"))]) -> None:
    """Compare a card with its manifest and with this program's number."""
    try:
        faults = [message(key, **values) for key, values in card.card_faults(folder)]
        if not faults:
            made = card.read_manifest(folder)
    except OSError as error:
        raise failed(message("voice.failed", file=error.filename or folder, reason=os_reason(error))) from None
    for fault in faults:
        print_error(fault)
    if faults:
        raise typer.Exit(1)
    typer.echo(message("voice.right", number=made["number"], code=made["language"], files=len(made["files"])))


@voice.command(help=message("voice.listen"))
def listen(
    file: Annotated[Path, typer.Argument(help=message("voice.scenario"))],
    folder: Annotated[Path, typer.Option("--card", help=message("voice.card"))],
    out: Annotated[Path, typer.Option(help=message("voice.out"))] = Path("game.wav"),
    spoken: Annotated[Spoken, typer.Option(help=message("voice.spoken"))] = _ALL,
) -> None:
    """Write what a player hears of a game."""
    try:
        faults = [message(key, **values) for key, values in card.card_faults(folder)]
        if faults:
            raise failed(faults[0])
        made = card.read_manifest(folder)
        sounds = [read_wav((folder / name).read_bytes(), name) for name in made["files"]]
        heard = heard_game(file.read_text(encoding="utf-8"), sounds, made["language"], spoken.value)
        sound = heard_sound(heard, sounds)
        write_wav(out, sound)
    except (ScriptError, SoundError, UnicodeDecodeError) as error:
        raise failed(labelled(file, error)) from None
    except OSError as error:
        raise failed(message("voice.failed", file=error.filename or folder, reason=os_reason(error))) from None
    typer.echo(message("voice.wrote", file=out, seconds=round(length_ms(sound) / 1000), clips=len(heard)))

"""Message catalogues in English and French (TOML): load, look up by key, fill in values, choose the plural.

A catalogue maps dotted keys to messages: `phase.idle`, `result.points.other`. Keys of the desk (`desk.…`), of events
that do not go as planned (`event.…`), of the event's commands (`cli.…`), of commands for boards on USB (`usb.…`), of
the captain's page (`captain.…`) and of boards on a network (`live.…`) have files of their own, as has what boards say
(`says.…`; the firmware has its English). `{name}` in a text is filled in by the caller; names of `message_constants`
are filled in already. A number under `{table}` is that of a table, and is written as people see it (`table_numbers`).
"""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from firmware import settings
from firmware.rules.presets import PRESET_NAMES
from firmware.sentences import SENTENCES
from host_tools.i18n.firmware_constants import message_constants, preset_constants
from host_tools.shell_words import shell_words
from host_tools.table_numbers import table_text

LANGUAGES = settings.LANGUAGES
"""Those of the board's displays; the first is the default."""


class Traits(NamedTuple):
    """`singular`: counts that take the singular (Unicode CLDR, plural rules). `decimal_mark`: where it is a comma, a
    spreadsheet separates cells by semicolons. `voice`: what espeak-ng calls the language. `spaced_colons`: a space that
    does not break stands before a colon."""

    singular: tuple[int, ...]
    decimal_mark: str
    voice: str
    spaced_colons: bool = False


TRAITS = {
    "en": Traits(singular=(1,), decimal_mark=".", voice="en-us"),
    "fr": Traits(singular=(0, 1), decimal_mark=",", voice="fr-fr", spaced_colons=True),
}
"""What a language needs besides its catalogues."""

_FILES = (
    ("", ""), ("desk.", "desk_"), ("event.", "event_"), ("cli.", "cli_"),
    ("captain.", "captain_"), ("live.", "live_"), ("usb.", "usb_"),
)  # fmt: skip
"""Prefix of keys, prefix of the name of the file they are in."""
PREFIXES_OF_OWN_FILES = tuple(prefix for prefix, _ in _FILES if prefix)
"""How keys begin that are not in the board's own catalogue, `en.toml`."""
_PLACEHOLDER = re.compile(r"\{(\w+)(!sh)?\}")
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
_REQUESTED_LANGUAGE = ContextVar("language", default="")


def environment_language(environ: Mapping[str, str] = os.environ) -> str:
    """Return the language named by the first set one of LC_ALL, LC_MESSAGES and LANG, or the first of LANGUAGES."""
    locale = next((environ[name] for name in _VARIABLES if environ.get(name)), "")
    return locale[:2] if locale[:2] in LANGUAGES else LANGUAGES[0]


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Set the language of messages in this thread or task while the context is open, such as a page visitor's."""
    token = _REQUESTED_LANGUAGE.set(language)
    try:
        yield
    finally:
        _REQUESTED_LANGUAGE.reset(token)


def current_language() -> str:
    """Return the language of messages: that set by `use_language`, or else the environment's."""
    return _REQUESTED_LANGUAGE.get() or environment_language()


def raw_catalogue(language: str) -> dict[str, str]:
    """Return all messages of a language by key, as written in its files, with all placeholders."""
    tables = [(prefix, _read_table(f"{name}{language}.toml")) for prefix, name in _FILES]
    tables.append(("says.", _boards_english() if language == LANGUAGES[0] else _read_table(f"board_{language}.toml")))
    bound = TRAITS[language].spaced_colons
    return {
        # Displays, whose words are the board's own, have no such space.
        key: _bind_colons(text) if bound and (prefix or key.startswith("quickcard.")) else text
        for prefix, table in tables
        for key, text in _flatten(prefix, table)
    }


def _bind_colons(text: str) -> str:
    """Return a French text whose colons are not separated from the word before, by a no-break space."""
    return text.replace(" :", "\u00a0:")


def _boards_english() -> dict[str, str]:
    return dict(line.split(": ", 1) for line in SENTENCES.decode().strip().split("\n"))


def _read_table(file_name: str) -> Mapping[str, Any]:
    return tomllib.loads(files(__package__).joinpath(file_name).read_text(encoding="utf-8"))


@cache
def catalogue(language: str) -> dict[str, str]:
    """Return all messages of a language by key, with the firmware's constants and the list of presets filled in."""
    constants = message_constants(TRAITS[language].decimal_mark)
    raw = raw_catalogue(language)
    texts = {key: fill_placeholders(text, constants | preset_constants(key)) for key, text in raw.items()}
    names = _short_names([texts[f"preset.{name}.name"] for name in PRESET_NAMES])
    preset_list = " · ".join(f"{number} {name}" for number, name in enumerate(names, 1))
    return {key: fill_placeholders(text, {"presets": preset_list}) for key, text in texts.items()}


def _short_names(names: list[str]) -> list[str]:
    """Return each name up to its first comma or colon, or in full if that part is not unique."""
    heads = [re.split("[,:]", name)[0].strip() for name in names]
    return [head if heads.count(head) == 1 else name for head, name in zip(heads, names, strict=True)]


def message(key: str, /, language: str = "", **values: Any) -> str:
    """Return the message of `key` with `values` filled in; `language` defaults to the reader's.

    A message that the language lacks is in English. One that no catalogue has is `missing_message`.
    """
    catalogues = (catalogue(language or current_language()), catalogue(LANGUAGES[0]))
    found = next((texts[key] for texts in catalogues if key in texts), None)
    return missing_message(key) if found is None else fill_placeholders(found, values)


def labelled(label: object, text: object) -> str:
    """Return a text behind what it is about: `label: text`, with the colon of the reader's language."""
    colon = "\u00a0:" if TRAITS[current_language()].spaced_colons else ":"
    return f"{label}{colon} {text}"


def grouped(number: int) -> str:
    """Return a large number with its thousands apart, as the reader's language writes it."""
    separator = "\u00a0" if TRAITS[current_language()].decimal_mark == "," else ","
    return f"{number:,}".replace(",", separator)


def missing_message(key: str) -> str:
    """Return what is shown for a message that no catalogue has: its key, so that no command and no page ends by it.

    In the tests it raises KeyError.
    """
    return key


def has_message(key: str) -> bool:
    """Return whether there is a message of `key` in the reader's language or in English."""
    return key in catalogue(current_language()) or key in catalogue(LANGUAGES[0])


def package_message(package: str, key: str, /, **values: Any) -> str:
    """Return a message of the catalogues that another package has: the files `en.toml` and `fr.toml` in its folder.

    What is missing in the reader's language is in English, and what is missing there is its key.
    """
    found = [files(package).joinpath(f"{language}.toml") for language in (LANGUAGES[0], current_language())]
    tables = [tomllib.loads(file.read_text(encoding="utf-8")) for file in found if file.is_file()]
    return fill_placeholders(
        {name: text for table in tables for name, text in _flatten("", table)}.get(key, key), values
    )


def plural(key: str, count: int, language: str = "", **values: Any) -> str:
    """Return the message of `key` in the plural form for `count`, which also fills `{count}`."""
    language = language or current_language()
    form = "one" if count in TRAITS[language].singular else "other"
    return message(f"{key}.{form}", language, count=count, **values)


def first_few(texts: Sequence[str], most: int, key: str) -> list[str]:
    """Return the first `most` texts, and by the message `key` how many more there are."""
    more = len(texts) - most
    return [*texts[:most], message(key, count=more)] if more > 0 else list(texts)


def fill_placeholders(text: str, values: Mapping[str, Any]) -> str:
    """Return `text` with each `{name}` that is in `values` replaced, and each `{name!sh}` by its value as a word of a
    command that is printed to be copied; others stay."""

    def filled(match: re.Match[str]) -> str:
        if match[1] not in values:
            return match[0]
        value = _value_text(match[1], values[match[1]])
        return shell_words(value) if match[2] else value

    return _PLACEHOLDER.sub(filled, text)


def _value_text(name: str, value: object) -> str:
    return table_text(value) if name == "table" and isinstance(value, int) else str(value)


def placeholders(text: str) -> set[str]:
    """Return the names of the placeholders in a text."""
    return {match[1] for match in _PLACEHOLDER.finditer(text)}


def _flatten(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield (key, text) of all texts in nested tables: `prefix` and the tables' keys, joined by dots."""
    for name, value in table.items():
        if isinstance(value, str):
            yield prefix + name, value
        else:
            yield from _flatten(f"{prefix}{name}.", value)


def translated_help(text: str) -> str:
    """Return the help of an option or command, what Typer says, or why options of a build exclude each other, in the
    current language; else `text`."""
    return _help_texts(current_language()).get(text, text)


def translated_usage_error(text: str) -> str:
    """Return what the parser says is wrong with the words of a command in the current language. It composes that of
    parts and of those words: only the parts can be looked up."""
    parts = {} if current_language() == LANGUAGES[0] else _read_table(f"help_{current_language()}.toml")["usage"]
    for english, translated in parts.items():
        text = text.replace(english, translated)
    # The parser's own colon, behind the option that it names.
    return re.sub(r"(?<=\S): ", "\u00a0: ", text, count=1) if TRAITS[current_language()].spaced_colons else text


@cache
def _help_texts(language: str) -> dict[str, str]:
    """Return help texts by their English; {} for English, in which they stand in the code."""
    return {} if language == LANGUAGES[0] else dict(_flatten_once(_read_table(f"help_{language}.toml")))


def _flatten_once(tables: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for table in tables.values():
        yield from table.items()

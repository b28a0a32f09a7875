"""Message catalogues in English and French (TOML): load, look up by key, fill in values, choose the plural.

A catalogue maps dotted keys to messages: `phase.idle`, `result.points.other`. Keys of the desk (`desk.…`), of events
that do not go as planned (`event.…`), of the event's commands (`cli.…`), of the captain's page (`captain.…`) and of
boards on a network (`live.…`) have files of their own.
`{name}` in a text is filled in by the caller; names in `facts` are the board's constants and are filled in already.
"""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Any

from firmware.rules.presets import PRESET_NAMES
from host_tools.i18n.firmware_constants import facts, preset_facts

LANGUAGES = ("en", "fr")
"""The first is the default."""

_FILES = (
    *(("", ""), ("desk.", "desk_"), ("event.", "event_"), ("cli.", "cli_")),
    *(("captain.", "captain_"), ("live.", "live_")),
)
"""Prefix of keys, prefix of the name of the file they are in."""
_HOLDS = re.compile(r"\{(\w+)\}")
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
_ASKED = ContextVar("language", default="")
_ONE = {"en": (1,), "fr": (0, 1)}
"""Numbers that take the singular (Unicode CLDR, plural rules)."""


def environment_language(environ: Mapping[str, str] = os.environ) -> str:
    """Return the reader's language as the environment names it, POSIX fashion, or the first of LANGUAGES."""
    locale = next((environ[name] for name in _VARIABLES if environ.get(name)), "")
    return locale[:2] if locale[:2] in LANGUAGES else LANGUAGES[0]


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Set the language of messages in this thread for the duration of the context: that of the page's visitor."""
    token = _ASKED.set(language)
    try:
        yield
    finally:
        _ASKED.reset(token)


def current_language() -> str:
    """Return the language of messages: that of `use_language`, else the environment's."""
    return _ASKED.get() or environment_language()


def raw(language: str) -> dict[str, str]:
    """Return the catalogue as it is written, placeholders and all."""
    return {key: text for prefix, name in _FILES for key, text in _read_catalogue(prefix, f"{name}{language}.toml")}


def _read_catalogue(prefix: str, name: str) -> Iterator[tuple[str, str]]:
    text = files(__package__).joinpath(name).read_text(encoding="utf-8")
    return _flat(prefix, tomllib.loads(text))


@cache
def catalogue(language: str) -> dict[str, str]:
    """Return all messages of a language by key, the board's constants filled in."""
    constants = facts(language)
    texts = {key: filled(text, constants | preset_facts(key)) for key, text in raw(language).items()}
    names = _short([texts[f"preset.{name}.name"] for name in PRESET_NAMES])
    preset_list = " · ".join(f"{number} {name}" for number, name in enumerate(names, 1))
    return {key: filled(text, {"presets": preset_list}) for key, text in texts.items()}


def _short(names: list[str]) -> list[str]:
    """Return the names up to their first comma or colon, where that tells them apart."""
    heads = [re.split("[,:]", name)[0].strip() for name in names]
    return [head if heads.count(head) == 1 else name for head, name in zip(heads, names, strict=True)]


def message(key: str, language: str = "", **values: Any) -> str:
    """Return the message of `key` with `values` filled in; `language` defaults to the reader's. Raises KeyError."""
    return filled(catalogue(language or current_language())[key], values)


def plural(key: str, count: int, language: str = "", **values: Any) -> str:
    """Return the message of `key` in the plural form for `count`, which also fills `{count}`. Raises KeyError."""
    language = language or current_language()
    form = "one" if count in _ONE[language] else "other"
    return message(f"{key}.{form}", language, count=count, **values)


def filled(text: str, values: Mapping[str, Any]) -> str:
    """Return `text` with each `{name}` that is in `values` replaced; others stay."""
    return _HOLDS.sub(lambda match: str(values.get(match[1], match[0])), text)


def placeholders(text: str) -> set[str]:
    """Return the names that are to be filled in."""
    return set(_HOLDS.findall(text))


def _flat(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the texts of nested tables, keys joined by dots."""
    for name, value in table.items():
        if isinstance(value, str):
            yield prefix + name, value
        else:
            yield from _flat(f"{prefix}{name}.", value)

"""Choose each request's language by `Accept-Language`, and give templates its texts."""

from contextlib import ExitStack
from typing import Any

from flask import Flask, g, request
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept

from host_tools.i18n import LANGUAGES, current_language, message, plural, use_language


def init_language(app: Flask) -> None:
    """Set the language of each request, and add the functions `t`, `ts`, `html`, `htmls`, `language` and
    `column_heading` to templates."""
    app.before_request(_enter_language)
    app.teardown_request(_exit_contexts)
    app.jinja_env.globals.update(t=message, ts=plural, html=html, htmls=htmls, language=current_language)
    app.jinja_env.globals.update(column_heading=column_heading)


def column_heading(name: str) -> str:
    """Return the heading of a table's column, with a capital."""
    heading = message(f"cli.column.{name}")
    return heading[:1].upper() + heading[1:]


def reader_language() -> str:
    """Return the language of this request's reader."""
    return preferred_language(request.accept_languages)


def preferred_language(accepted: LanguageAccept) -> str:
    """Return a browser's preferred language among LANGUAGES, else the first of LANGUAGES."""
    requested = (tag.partition("-")[0].lower() for tag in accepted.values())
    return next((language for language in requested if language in LANGUAGES), LANGUAGES[0])


def _enter_language() -> None:
    g.contexts = ExitStack()
    g.contexts.enter_context(use_language(reader_language()))


def _exit_contexts(_: BaseException | None) -> None:
    """Leave all contexts of the request."""
    g.contexts.close()


def html(key: str, **values: Any) -> Markup:
    """Return the text under `key` as HTML: its own tags stay, `values` are escaped."""
    return Markup(message(key, **{name: _escaped(value) for name, value in values.items()}))


def _escaped(value: Any) -> Any:
    """Return a value escaped for HTML; numbers as they are, for a table's is written as people see it."""
    return value if isinstance(value, int) else escape(value)


def htmls(key: str, count: int, **values: Any) -> Markup:
    """Return the text under `key` as `html` does, in the plural form for `count`."""
    return Markup(plural(key, count, **{name: _escaped(value) for name, value in values.items()}))

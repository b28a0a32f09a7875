"""Fills static HTML with messages of the first language, by `data-message` attributes: for browsers without scripts."""

import html
import re

from host_tools.i18n import LANGUAGES, catalogue

_TEXT = re.compile(r'(<[^<>]*\bdata-message="([^"]+)"[^<>]*>)(?=</)')
_TEXT_IN_ALL = re.compile(r'(<[^<>]*\bdata-messages="([^"]+)"[^<>]*>)(?=</)')
_ATTRIBUTE = re.compile(r'\bdata-message-([a-z-]+)="([^"]+)"')
_ATTRIBUTE_IN_ALL = re.compile(r'\bdata-messages-([a-z-]+)="([^"]+)"')


def fill_html(text: str) -> str:
    """Return the text with words of the first language in it.

    `data-message="KEY"` fills an element, `data-message-NAME="KEY"` its attribute NAME; `catalogue.js` does the same.
    `data-messages="KEY"` and `data-messages-NAME="KEY"` fill in the words in all languages, where nothing may run that
    could choose one.
    `data-languages` of the whole names the languages.
    """
    texts = catalogue(LANGUAGES[0])
    text = text.replace("<html ", f'<html data-languages="{" ".join(LANGUAGES)}" ', 1)
    text = _ATTRIBUTE.sub(lambda match: f'{match[0]} {match[1]}="{html.escape(texts[match[2]])}"', text)
    text = _ATTRIBUTE_IN_ALL.sub(lambda match: f'{match[0]} {match[1]}="{_attribute_in_all(match[2])}"', text)
    text = _TEXT_IN_ALL.sub(lambda match: match[1] + _in_all_languages(match[2]), text)
    return _TEXT.sub(lambda match: match[1] + html.escape(texts[match[2]]), text)


def _in_all_languages(key: str) -> str:
    return "<br>".join(
        f'<span lang="{language}">{html.escape(catalogue(language)[key])}</span>' for language in LANGUAGES
    )


def _attribute_in_all(key: str) -> str:
    return html.escape(" – ".join(catalogue(language)[key] for language in LANGUAGES))

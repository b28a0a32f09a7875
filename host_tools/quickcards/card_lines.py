"""The text of a quick card: its messages in the catalogue, in order."""

from collections.abc import Iterator

from host_tools.i18n import catalogue


def card_messages(prefix: str, language: str) -> Iterator[tuple[str, str, str]]:
    """Yield part, name and text of each message of a card whose keys begin with `prefix`."""
    for key, text in catalogue(language).items():
        part, _, line = key.removeprefix(prefix).partition(".")
        if key.startswith(prefix) and line:
            yield part, line, text


def card_lines(name: str, language: str) -> list[str]:
    """Return a card's title and all its lines, as they are read aloud."""
    prefix = f"quickcard.{name}."
    return [catalogue(language)[f"{prefix}title"], *(text for _, _, text in card_messages(prefix, language))]

"""The `--key` option (Typer): the tournament's HMAC key, as hex."""

from typing import Annotated

import typer


def _bytes(option: str | bytes) -> bytes:
    """Return the key as bytes: what is typed is hex text, the default is bytes already."""
    try:
        return option if isinstance(option, bytes) else bytes.fromhex(option)
    except ValueError:
        raise typer.BadParameter("hex digits, two for each byte") from None


Key = Annotated[
    bytes,
    typer.Option(
        "--key", parser=_bytes, metavar="HEX", show_default=False, help="The event key, to check every result's seal."
    ),
]

"""The `--key` option (Typer): the tournament's HMAC key, as hex."""

from typing import Annotated

import typer

from host_tools.i18n import message


def _parse(option: str | bytes) -> bytes:
    """Decode the option's hex text; return the default, which is bytes, unchanged."""
    try:
        return option if isinstance(option, bytes) else bytes.fromhex(option)
    except ValueError:
        raise typer.BadParameter(message("usb.key")) from None


Key = Annotated[
    bytes,
    typer.Option(
        "--key",
        parser=_parse,
        metavar="HEX",
        show_default=False,
        help="The event key, to check every result's seal.",
    ),
]

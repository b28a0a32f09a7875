"""What is wrong with a board, and what to do about it: messages of the catalogues, told by a code."""

from firmware.interpreter import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    Message = list[Any]
    """[key, values] of a message of the catalogues; a value may be such a message."""

WAYS = {
    "firmware": ("cribboard flash BOARD", "flash"),
    "build": ("cribboard flash BOARD", "flash"),
    "firmware_newer": ("cribboard flash BOARD --downgrade", "tick"),
    "newer": ("cribboard flash BOARD --downgrade", "tick"),
    "same_id": ("cribboard flash --port PORT", "flash"),
    "same_table": ("cribboard configure --port PORT --table N", "setup"),
    "same_name": ("cribboard configure --board SERIAL --name NAME", "setup"),
    "flash_failed": ("cribboard results BOARD --save", "results"),
    "flash-low": ("cribboard results BOARD --save, then cribboard clear BOARD", "results"),
    "twin_results": ("cribboard results BOARD --save, then cribboard clear BOARD", "results"),
    "rail-low": ("hardware/ASSEMBLY.md", "bring-up"),
    "supply-cut": ("hardware/ASSEMBLY.md", "bring-up"),
    "supply-too-low": ("cribboard configure BOARD --port-ma MA", "setup"),
    "supply-over-offer": ("cribboard configure BOARD --port-ma MA", "setup"),
    "hardware-damaged": ("cribboard configure BOARD --tracks N --leds N", "setup"),
    "teams-over-tracks": ("cribboard configure BOARD --tracks N, or --teams N", "setup"),
    "settings-damaged": ("cribboard configure BOARD", "setup"),
    "pin-needed": ("--pin", "pin"),
    "strangers": ("cribboard flash --new --port PORT", "tick"),
    "in_play": ("cribboard flash --force", "tick"),
    "proof_in_play": ("cribboard prove --in-use", "prove"),
    "proof_results": ("cribboard prove --in-use", "prove"),
    "proof_no_voice": ("cribboard configure --voice", "setup"),
    "bare": ("cribboard flash --port PORT", "flash"),
    "silent": ("cribboard flash --port PORT", "flash"),
    "unknown-verb": ("cribboard flash --port PORT", "flash"),
    "malformed": ("cribboard flash --port PORT", "flash"),
    "format": ("cribboard flash --uf2 FILE", "new"),
    "not_back": ("cribboard doctor", "boards"),
}
"""Where a remedy is carried out, by its code: the command, and the place on the captain's page (`captain.how.PLACE`).

It fills `{how}` of the remedy's message, so that each remedy is told by one message. BOARD is where a command names its
board, if several are there.
"""


class Problem(Exception):  # noqa: N818 - some are found, not raised
    """Something that is wrong with a board, by its `code`: the message `captain.wrong.CODE`, filled by `values`.

    `said` is what the board itself says of it, (message by code or None, sentence), and fills `{said}`. The message
    `captain.do.REMEDY` says what to do, or `captain.do.CODE`; where there is neither, nothing is known. `of_several`:
    more boards are there, so that commands have to name the board.
    """

    of_several = False

    def __init__(self, code: str, remedy: str = "", said: "tuple[Any, str] | None" = None, **values: "Any") -> None:
        super().__init__(code)
        self.code = code
        self.remedy = remedy or code
        self.said = said
        self.values = values

    @property
    def wrong(self) -> str:
        """What is wrong, in the reader's language; on CPython alone: the captain's page has catalogues of its own."""
        from host_tools.i18n.board_messages import board_message, message_text

        values = dict(self.values)
        if self.said:
            values["said"] = board_message(*self.said)
        return message_text([f"captain.wrong.{self.code}", values])

    @property
    def do(self) -> str:
        """What to do about it, "" if nothing is known; on CPython alone."""
        from host_tools.i18n import has_message, message
        from host_tools.shell_words import shell_words

        keys = [f"captain.do.{name}" for name in (self.remedy, self.code) if has_message(f"captain.do.{name}")]
        how = WAYS.get(self.remedy, ("", ""))[0]
        how = how.replace(" BOARD", " --board NAME" if self.of_several else "")
        if port := self.values.get("port"):
            how = how.replace("PORT", shell_words(port))
        return message(keys[0], how=how) if keys else ""

    def __str__(self) -> str:
        from host_tools.i18n import labelled

        return labelled(self.wrong, self.do) if self.do else self.wrong

    def as_json(self) -> "dict[str, Any]":
        """Return what makes the same problem elsewhere: the captain's page tells it in its reader's language."""
        return {"code": self.code, "remedy": self.remedy, "said": self.said, "values": self.values}

"""Typer application `cribboard`: the commands by name, each imported when it is called."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from firmware.config import FIRMWARE_VERSION
from host_tools.command_group import CommandGroup, failed
from host_tools.i18n import current_language, message, translated_help, translated_usage_error, use_language

GROUPS = {
    "player": {
        "sim": "host_tools.sim.command",
        "count": "host_tools.commands.count",
        "play": "host_tools.commands.simulate_game",
    },
    "captain": {
        "boards": "host_tools.usb.boards_command",
        "doctor": "host_tools.usb.doctor_command",
        "prove": "host_tools.usb.prove_command",
        "watch": "host_tools.usb.watch_command",
        "results": "host_tools.commands.results",
        "clear": "host_tools.usb.clear_command",
        "configure": "host_tools.commands.configure",
        "judge": "host_tools.usb.judge_command",
        "flash": "host_tools.usb.flash_command",
        "image": "host_tools.usb.image_command",
        "history": "host_tools.usb.history_command",
        "journal": "host_tools.journal.command",
        "replay": "host_tools.journal.command",
        "link": "host_tools.usb.protocol_console",
    },
    "director": {
        "event": "host_tools.desk.cli.event_group",
        "desk": "host_tools.desk.cli.serve_command",
        "live": "host_tools.live.command",
    },
    "builder": {
        "hardware": "host_tools.hardware.command",
        "quickcards": "host_tools.quickcards.command",
        "voice": "host_tools.voice.command",
        "run": "host_tools.commands.run",
        "scenario": "host_tools.commands.scenario",
    },
}
"""The commands by who wants them, and the module of each."""
COMMANDS = {name: module for group in GROUPS.values() for name, module in group.items()}
"""The module of each command. It has a function or a Typer application of the command's name."""

_EXTRAS = {"sim": "sim", "live": "live", "hardware": "hardware", "quickcards": "hardware", "run": "pi"}
"""The extra that a command wants, where that is not `desk`: commands for boards look up events."""

_USAGE_ERROR: Any = typer.BadParameter.__base__
"""What the parser raises: some versions of Typer bring a parser of their own."""

_HELP = {
    "sim": "sim.help", "count": "count.help", "play": "play.help",
    "quickcards": "quickcards.help", "voice": "voice.help",
}  # fmt: skip
"""Message keys of the help of commands whose help is translated; the others' help is their function's docstring."""


@contextmanager
def _translated_usage_errors() -> Iterator[None]:
    """Tell in the reader's language what is wrong with the words of a command."""
    try:
        yield
    except _USAGE_ERROR as error:
        told = translated_usage_error(error.format_message())
        error.format_message = lambda: told
        raise


class _LazyCommands(CommandGroup):
    modules = COMMANDS

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        with _translated_usage_errors():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:
        """Run the command. If a package is missing, say how its extra is installed, and exit with status 1."""
        try:
            # Words that are refused after `--json` leave the language of that command set.
            with _translated_usage_errors(), use_language(current_language()):
                return super().invoke(ctx)
        except ModuleNotFoundError as error:
            if error.name is None or error.name.partition(".")[0] in ("firmware", "host_tools"):
                raise
            from host_tools.extras import extra_of, missing_message

            name = ctx.invoked_subcommand or self.called
            raise failed(missing_message(error.name, extra_of(error.name, _EXTRAS.get(name, "desk")))) from None

    def panels(self) -> Mapping[str, Collection[str]]:
        return {message(f"command.group.{group}"): names for group, names in GROUPS.items()}

    def summary_key(self, name: str) -> str:
        return f"verb.{name}"

    def whole_help(self, name: str) -> str | None:
        return message(_HELP[name]) if name in _HELP else None


app = typer.Typer(
    cls=_LazyCommands,
    no_args_is_help=True,
    epilog=message("command.begin"),
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cribboard {FIRMWARE_VERSION}")
        raise typer.Exit


@app.callback(help=message("command.tools"))
def _cribboard(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help=translated_help("Print the version and leave.")
        ),
    ] = False,
) -> None:
    """Accept the options that stand before the command's name."""

"""Typer group `cribboard event`: its commands by name, each imported when it is called."""

from collections.abc import Collection, Mapping

import typer

from host_tools.command_group import CommandGroup
from host_tools.i18n import message

GROUPS = {
    "begin": {
        "create": "event_commands",
        "simulate": "simulate_command",
        "halls": "hall_commands",
        "hall": "hall_commands",
        "import": "result_commands",
        "correct": "event_commands",
        "export": "event_commands",
        "copy": "event_commands",
        "delete": "event_commands",
        "restore": "event_commands",
        "merge": "hall_commands",
        "left": "correction_commands",
    },
    "rounds": {
        "seat": "round_commands",
        "reseat": "round_commands",
        "unseat": "round_commands",
        "swap": "round_commands",
        "plan": "round_commands",
        "extra": "round_commands",
        "end": "round_commands",
        "bracket": "round_commands",
        "replace": "round_commands",
        "consolation": "round_commands",
    },
    "people": {
        "admit": "people_commands",
        "withdraw": "people_commands",
        "readmit": "people_commands",
        "expel": "people_commands",
        "penalty": "people_commands",
        "move": "hall_commands",
        "who": "people_commands",
        "member": "season_commands",
    },
    "results": {
        "enter": "result_commands",
        "absent": "result_commands",
        "check": "correction_commands",
        "decide": "result_commands",
        "dispute": "dispute_commands",
        "exchange": "dispute_commands",
        "clock": "dispute_commands",
        "corrections": "correction_commands",
        "settle": "correction_commands",
        "diary": "correction_commands",
    },
    "standings": {
        "standings": "standings_commands",
        "whatif": "standings_commands",
        "season": "season_commands",
        "scores": "standings_commands",
    },
    "money": {
        "paid": "money_commands",
        "purses": "money_commands",
        "draw": "money_commands",
        "hand": "money_commands",
        "prizes": "money_commands",
    },
}
"""The commands by what they are about, and the module of each."""
COMMANDS = {name: module for group in GROUPS.values() for name, module in group.items()}
"""The module of each command. It has a function of the command's name."""


class _Commands(CommandGroup):
    modules = {name: f"host_tools.desk.cli.{module}" for name, module in COMMANDS.items()}

    def panels(self) -> Mapping[str, Collection[str]]:
        return {message(f"cli.group.{group}"): names for group, names in GROUPS.items()}

    def summary_key(self, name: str) -> str:
        return f"cli.command.{name}"


event = typer.Typer(cls=_Commands, add_completion=False, no_args_is_help=True, rich_markup_mode="markdown")


@event.callback()
def _event() -> None:
    """Make `event` a group even though it has no options of its own."""

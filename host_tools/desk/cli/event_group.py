"""Typer group `cribboard event`: its commands by name, each imported when it is called."""

import typer

from host_tools.command_group import CommandGroup
from host_tools.i18n import message

COMMANDS = {
    "create": "event_commands",
    "seat": "round_commands",
    "simulate": "simulate_command",
    "swap": "round_commands",
    "reseat": "round_commands",
    "unseat": "round_commands",
    "plan": "round_commands",
    "end": "round_commands",
    "extra": "bracket_commands",
    "replace": "bracket_commands",
    "consolation": "bracket_commands",
    "scores": "public_scores_command",
    "admit": "people_commands",
    "withdraw": "people_commands",
    "readmit": "people_commands",
    "halls": "hall_commands",
    "hall": "hall_commands",
    "move": "hall_commands",
    "merge": "hall_commands",
    "left": "correction_commands",
    "who": "people_commands",
    "member": "people_commands",
    "import": "result_commands",
    "enter": "result_commands",
    "decide": "result_commands",
    "corrections": "correction_commands",
    "settle": "correction_commands",
    "diary": "correction_commands",
    "dispute": "dispute_commands",
    "exchange": "dispute_commands",
    "clock": "dispute_commands",
    "check": "correction_commands",
    "standings": "standings_commands",
    "bracket": "bracket_commands",
    "whatif": "whatif_command",
    "season": "standings_commands",
    "export": "event_commands",
    "copy": "event_commands",
    "paid": "money_commands",
    "purses": "money_commands",
    "draw": "money_commands",
    "hand": "money_commands",
    "prizes": "money_commands",
}
"""The module of each command. It has a function of the command's name."""


class _Commands(CommandGroup):
    modules = {name: f"host_tools.desk.cli.{module}" for name, module in COMMANDS.items()}

    def summary_key(self, name: str) -> str:
        return f"cli.command.{name}"


event = typer.Typer(
    cls=_Commands, add_completion=False, no_args_is_help=True, help=message("verb.event"), rich_markup_mode="markdown"
)


@event.callback()
def _event() -> None:
    """Make `event` a group even though it has no options of its own."""

"""Typer group that imports the module of a command when that command is called."""

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from importlib import import_module
from inspect import getdoc
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from host_tools.garbage_collection import without_collection
from host_tools.i18n import LANGUAGES, has_message, message, translated_help, use_language
from host_tools.printable import printable


class CommandGroup(TyperGroup):
    """A group that lists its commands from names and summaries, without importing their modules.

    `modules`: the module of each command. It has a function or a Typer application named as the command; with an
    underscore appended if Python or the module uses that name otherwise.
    """

    modules: ClassVar[Mapping[str, str]]
    called = ""
    """The name of the command that is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.modules)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.modules:
            return None
        panel = next((title for title, names in self.panels().items() if cmd_name in names), None)
        return TyperCommand(cmd_name, help=self._described(cmd_name), rich_help_panel=panel)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in self.modules and not args[0].startswith("-"):
            near = get_close_matches(args[0], self.modules)
            key = "command.near" if near else "command.unknown"
            ctx.fail(message(key, name=args[0], near=", ".join(near), help=f"{ctx.command_path} --help"))
        self.called = args[0] if args else ""
        name, command, arguments = super().resolve_command(ctx, args)
        return name, self._import_command(name) if name else command, arguments

    def get_params(self, ctx: Any) -> list[Any]:
        options: list[Any] = super().get_params(ctx)
        for option in options:
            option.help = translated_help(option.help)
        return options

    def panels(self) -> Mapping[str, Collection[str]]:
        """Return the names of commands by the title under which the list of commands has them."""
        return {}

    def whole_help(self, name: str) -> str | None:
        """Return a command's help text; None to use its function's docstring."""
        return self._described(name)

    def summary_key(self, name: str) -> str:
        """Return the key of the message that describes a command in the group's list."""
        raise NotImplementedError

    def _described(self, name: str) -> str:
        """Return the line that describes a command; its function's docstring if the catalogues lack one."""
        key = self.summary_key(name)
        return message(key) if has_message(key) else getdoc(self._command(name)) or name

    def _command(self, name: str) -> Any:
        with without_collection():
            module = import_module(self.modules[name])
        return getattr(module, f"{name}_", None) or getattr(module, name)

    def _import_command(self, name: str) -> Any:
        command = self._command(name)
        if isinstance(command, typer.Typer):
            group = translate_help(get_command(command))
            group.help = self._described(name)
            return group
        app = typer.Typer(add_completion=False, rich_markup_mode="markdown")
        app.command(name, help=self.whole_help(name))(command)
        return translate_help(get_command(app))


def print_error(what: object) -> None:
    """Print what is wrong to standard error, and go on."""
    typer.echo(printable(str(what)), err=True)


def failed(why: object) -> typer.Exit:
    """Print why a command cannot go on, and return the exception that ends it with status 1."""
    print_error(why)
    return typer.Exit(1)


def english_for_programs(ctx: typer.Context, wanted: bool) -> bool:
    """Let a command speak English where an option says that a program reads it (callback of such an option)."""
    if wanted:
        ctx.with_resource(use_language(LANGUAGES[0]))
    return wanted


def translate_help(command: Any) -> Any:
    """Translate the help of a command, of its options, and of the commands in it; return the command."""
    command.help = translated_help(command.help or "") or None
    for parameter in command.params:
        if getattr(parameter, "help", None):
            parameter.help = translated_help(parameter.help)
    for inner in getattr(command, "commands", {}).values():
        translate_help(inner)
    make_option = command.get_help_option

    def help_option(ctx: Any) -> Any:
        """Return the option --help, which is made when it is wanted."""
        option = make_option(ctx)
        option.help = translated_help(option.help)
        return option

    command.get_help_option = help_option
    return command

"""What a build is: a number of tracks and options of `[build]` of params.toml, written `two+display+voice`."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from host_tools.i18n import message, translated_help

from . import fit_checks, power
from .battery_bay import BANK
from .errors import ParamsError


@dataclass(frozen=True)
class Build:
    """A board that somebody may build. `id`: its tracks and options, in the order of params.toml.

    `form`: what its LEDs are on, "strip" or "street" boards. `displays`: kinds of display, the first in front, the
    second opposite. `battery`: what lies in the bay of its case (`battery_bay`); "" without one. `port`: mA that it may
    take of its supply. `cable_mohm`: from the supply's socket to the board's, both ways.
    """

    id: str
    tracks: int
    port: int
    cable_mohm: float
    form: str = "strip"
    displays: tuple[str, ...] = ()
    battery: str = ""
    voice: bool = False


def named(params: Any, name: str) -> Build:
    """Return the build of a name. Raises ParamsError for tracks or options that there are not, or that exclude each
    other; whether it fits its port and its plate is `check`'s."""
    kinds = params.build
    tracks, *options = name.split("+")
    if tracks not in kinds.tracks:
        raise ParamsError(message("cli.hardware.begins", name=name, tracks=" ".join(kinds.tracks)))
    for option in options:
        if option not in kinds.options:
            known = " ".join(kinds.options)
            raise ParamsError(message("cli.hardware.option", name=name, option=repr(option), options=known))
        if options.count(option) > 1:
            raise ParamsError(message("cli.hardware.twice", name=name, option=option))
    for option in options:
        for other, reason in kinds.options[option].excludes.items():
            if other in (tracks, *options):
                why = translated_help(reason)
                raise ParamsError(message("cli.hardware.excludes", name=name, option=option, other=other, reason=why))
    chosen = [option for option in kinds.options if option in options]
    added: dict[str, Any] = {}
    for option in chosen:
        added |= kinds.options[option].has
    own = kinds.tracks[tracks]
    port = max(own["port"], added.pop("port", 0))
    if port <= min(params.power.ports):
        cable = kinds.cable_mohm
    else:
        # A supply with its own cable holds its voltage at the plug.
        cable = kinds.bank_cable_mohm if added.get("battery") == BANK else 0.0
    displays = tuple(added.pop("displays", ()))
    return Build("+".join([tracks, *chosen]), own["tracks"], port, cable, displays=displays, **added)


def examples(params: Any) -> list[Build]:
    """Return the builds that the guides' tables list: each number of tracks, and each option with the fewest."""
    tracks = list(params.build.tracks)
    return [named(params, name) for name in (*tracks, *(f"{tracks[0]}+{option}" for option in params.build.options))]


def all_possible(params: Any) -> list[Build]:
    """Return every build that there may be: whose options do not exclude each other, and whose plate fits its bed."""
    options, found = params.build.options, []
    for tracks in params.build.tracks:
        for number in range(len(options) + 1):
            for chosen in combinations(options, number):
                try:
                    build = named(params, "+".join((tracks, *chosen)))
                    fit_checks.check_build(params, build)
                except ParamsError:
                    continue
                found.append(build)
    return found


def check(params: Any, rows: list[power.Row], build: Build) -> None:
    """Check that a build fits its plate, its case and its port. Raises ParamsError or PowerError with the reason."""
    try:
        fit_checks.check_build(params, build)
    except ParamsError as error:
        raise ParamsError(message("cli.hardware.no_fit", name=build.id, reason=error)) from None
    power.check(params, rows, build)

"""Typer command `cribboard prove`: measures a board rung by rung, and writes what it saw beside what we assume."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from secrets import randbelow
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Column, Table

from host_tools.command_group import failed
from host_tools.i18n import labelled, message
from host_tools.i18n.board_messages import message_text
from host_tools.os_errors import os_reason
from host_tools.printable import printable
from host_tools.text_files import TextError, read_text_file
from host_tools.usb.console_output import exit_on_board_error, table_cell
from host_tools.usb.ports import Port
from host_tools.usb.proof_session import SCRIPT, ProofSession, read_builds
from host_tools.usb.protocol_client import BoardLink, BoardLinkError
from host_tools.usb.repl import ReplError
from host_tools.usb.sans_io.figures import excess, figure_message, limits, number, verdict_message
from host_tools.usb.sans_io.problem import Problem
from host_tools.usb.sans_io.proof import RUNGS, check_proof, new_proof, obstacle
from host_tools.usb.select_board import Board, PortPath, select_port

_SEEDS = 1 << 30


class ProofError(Exception):
    """A file that is no proof; the message names it, and says why."""


def prove(
    rungs: Annotated[list[str] | None, typer.Argument(help="What to measure; left out: bare.")] = None,
    board: Board = "",
    port: PortPath = "",
    compare: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Measure nothing: say which assumptions this file of a proof shows to be wrong; may be repeated.",
        ),
    ] = None,
    build: Annotated[
        str,
        typer.Option(metavar="BUILD", help="Of the rung board: what it is built as, such as two+voice."),
    ] = "",
    in_use: Annotated[
        bool, typer.Option("--in-use", help="Also a board with results, or with a game: they stay as they are.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Ask nothing before writing to the board.")] = False,
) -> None:
    """Measure a board against what its builders assume, and write proof-SERIAL.json to send to them.

    bare: a Pico with this firmware on it and nothing soldered, ten minutes; strip, keys,
    displays, voice, network: what is connected, as you see and press it; board: all of a
    board just built. What a board has not is left out. No board has been measured yet.
    Exit 1 where something assumed is wrong.
    """
    if compare:
        _compare(compare)
        return
    wanted = list(dict.fromkeys(rungs or ["bare"]))
    if unknown := [name for name in wanted if name not in RUNGS]:
        raise typer.BadParameter(message("captain.prove.unknown", rung=unknown[0], rungs=" ".join(RUNGS)))
    builds = read_builds()
    if "board" in wanted and build not in builds["builds"]:
        raise typer.BadParameter(message("captain.prove.build", builds=" ".join(builds["builds"])))
    with exit_on_board_error():
        found = _prove(select_port(board, port), wanted, in_use, yes, asked_of_build(builds, build))
    if not found["rungs"]:
        return
    path = _file_of(found)
    try:
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise failed(labelled(path, os_reason(error))) from None
    _report([found])
    typer.echo(message("captain.prove.written", file=path))
    raise typer.Exit(1 if any(map(excess, _entries(found))) else 0)


def _file_of(proof: dict[str, Any]) -> Path:
    return Path(f"proof-{proof['board']}.json")


def asked_of_build(builds: dict[str, Any], name: str) -> dict[str, Any]:
    """Return what is asked of a build, as the step `bring_up` of a rung has it; nothing for an unknown one."""
    numbers = builds["builds"].get(name, {})
    asked = {what: [builds[what][number] for number in numbers.get(what, ())] for what in ("readings", "tests")}
    return {"build": name, "seen": {}, **asked}


def _prove(port: Port, rungs: list[str], in_use: bool, yes: bool, of_build: dict[str, Any]) -> dict[str, Any]:
    """Climb rungs on a board, and return the proof, with those that its file has already. Raises BoardLinkError."""
    with BoardLink(port.path) as link:
        hello, status, selftest = (link.request(name)[0] for name in ("hello", "status", "selftest"))
    if problem := obstacle(status, in_use):
        raise BoardLinkError(port.path, problem)
    proof = _with_earlier(new_proof(hello, status, selftest, time.strftime("%Y-%m-%d")))
    for rung in rungs:
        for part in ("rung", "needs", "free", "proves", "writes"):
            typer.echo(message(f"captain.prove.{part}.{rung}"))
        if not yes and not typer.confirm(message("captain.prove.sure")):
            raise typer.Exit(1)
        try:
            proof["rungs"][rung] = _climb(port, rung, {**of_build, "rungs": proof["rungs"]})
        except Problem as problem:
            typer.echo(message("captain.prove.skipped", rung=message(f"captain.prove.rung.{rung}"), why=str(problem)))
        except ReplError as error:
            raise failed(labelled(port.label, error)) from None
    return proof


def _climb(port: Port, rung: str, known: dict[str, Any]) -> dict[str, Any]:
    """Climb a rung, and return its figures; `known`: for the step `bring_up`.

    Raises Problem if there is nothing to prove, BoardLinkError and ReplError.
    """
    steps = RUNGS[rung](SCRIPT.read_text(encoding="utf-8"), randbelow(_SEEDS))
    # Others ask, where a bar would be in the way.
    with Progress(console=Console(stderr=True), disable=rung != "bare") as bar:
        task = bar.add_task(rung)
        with ProofSession(port, known, lambda done, of: bar.update(task, completed=done, total=of)) as session:
            answer = None
            try:
                while True:
                    answer = session.act(steps.send(answer))
            except StopIteration as end:
                return end.value


def _with_earlier(proof: dict[str, Any]) -> dict[str, Any]:
    """Return a proof with the rungs that its file has already of the same firmware on the same board."""
    try:
        earlier = read_proof(_file_of(proof))
    except ProofError:
        return proof
    same = all(earlier[name] == proof[name] for name in ("board", "build", "machine"))
    return {**proof, "rungs": earlier["rungs"]} if same else proof


def read_proof(path: Path) -> dict[str, Any]:
    """Return the proof in a file. Raises ProofError for what is none."""
    try:
        return check_proof(json.loads(read_text_file(path).text))
    except OSError as error:
        raise ProofError(labelled(path, os_reason(error))) from None
    except (Problem, TextError) as error:
        raise ProofError(labelled(path, error)) from None
    except ValueError:
        raise ProofError(labelled(path, Problem("no_proof"))) from None


def _compare(paths: list[Path]) -> None:
    """Say which assumptions the proofs show to be wrong, by how much, and where they stand; leave with 1 if any is."""
    try:
        proofs = [read_proof(path) for path in paths]
    except ProofError as error:
        raise failed(error) from None
    _report(proofs)
    raise typer.Exit(1 if any(excess(entry) for proof in proofs for entry in _entries(proof)) else 0)


def _entries(proof: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for figures in proof["rungs"].values():
        yield from figures.values()


def _report(proofs: list[dict[str, Any]]) -> None:
    """Print each figure beside model and limits, then a sentence for each assumption that is wrong."""
    columns = ("figure", "measured", "model", "limit", "on")
    table = Table(*[Column(message(f"captain.prove.column.{name}"), overflow="fold") for name in columns], box=None)
    wrong = []
    for proof in proofs:
        for figures in proof["rungs"].values():
            for name, entry in figures.items():
                values = [number(entry["value"], entry["unit"]), number(entry["model"]), limits(entry)]
                figure = message_text(figure_message(name, entry))
                table.add_row(*map(table_cell, [figure, *values, proof["board"]]))
                if verdict := verdict_message(name, entry):
                    wrong.append(labelled(proof["board"], message_text(verdict)))
    Console().print(table)
    for text in wrong or [message("captain.prove.as_assumed")]:
        typer.echo(printable(text))

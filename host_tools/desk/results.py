"""`cribboard event`: results come in, from boards or typed, and the director decides about them."""

import sys
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from host_tools.desk import archive, entering, show, usb
from host_tools.desk.opening import Place
from host_tools.desk.reading import Taken, Text, take
from host_tools.desk.store import DeskError
from host_tools.desk.terminal import HERE, Database, Folder, Json, Name, me, say, told
from host_tools.desk.written import card_of_text, cards_of_scores, checked_code, scores_of_text

results = typer.Typer()


class Ended(StrEnum):
    """How a game ended that nobody pegged out."""

    TIMED_OUT = "timed-out"
    FORFEIT = "forfeit"


@results.command("import")
@told
def import_(
    name: Name,
    files: Annotated[list[Path] | None, typer.Argument(metavar="FILE…", help="`-` reads what is pasted.")] = None,
    from_usb: Annotated[bool, typer.Option("--usb", help="Read all boards that are connected.")] = False,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Take in result lines of boards; or an exported event, which becomes the event NAME."""
    if not files and not from_usb:
        raise DeskError("name the files to read, or --usb")
    whole = [(str(path), _read(path)) for path in files or []]
    if len(whole) == 1 and archive.is_archive(whole[0][1]):
        with Place(folder, database).making(name) as session:
            archive.restore(session, name, whole[0][1])
        say(as_json, {"event": name, "restored": True}, f"{name} is here, as it was exported.")
        return
    texts = [(path, i, line) for path, text in whole for i, line in enumerate(text.splitlines(), 1)]
    _take(Place(folder, database), name, texts + (usb.read_all() if from_usb else []), as_json)


def _read(path: Path) -> str:
    data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    return data.decode("utf-8-sig", errors="replace")


def _take(place: Place, name: str, texts: list[Text], as_json: bool) -> None:
    with place.writing(name) as (session, found):
        taken = take(session, found, texts, me())
    say(as_json, asdict(taken), _summary(taken), *taken.refused)


def _summary(taken: Taken) -> str:
    faults = "".join(f", {count} {fault}" for fault, count in sorted(taken.faults.items()))
    hint = "; `check` says more" if taken.faults else ""
    return f"{taken.new} new results, {taken.again} known before, {len(taken.refused)} not readable{faults}{hint}"


@results.command()
@told
def enter(
    name: Name,
    number: Annotated[int, typer.Option("--round", min=1)],
    table: Annotated[int, typer.Option(min=1)],
    scores: Annotated[str, typer.Option(metavar="A,B", help="Front pegs, such as 121,90.")] = "",
    card: Annotated[str, typer.Option(metavar="CARD", help="One side's card as written: 2+17, 0-16, 2+ (blank).")] = "",
    side: Annotated[str, typer.Option(metavar="A|B", help="Whose card it is; left out: both cards agree.")] = "",
    game: Annotated[int, typer.Option(min=1, help="Game of the round.")] = 1,
    code: Annotated[str, typer.Option(metavar="DDDD", help="Result code on the card.")] = "",
    ended: Annotated[Ended | None, typer.Option(help="How it ended, if nobody pegged out.")] = None,
    forfeits: Annotated[str, typer.Option(metavar="A|B", help="The side that forfeits.")] = "",
    correct: Annotated[str, typer.Option(metavar="WHY", help="Correct what was entered; what was there is kept.")] = "",
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Type in a result, or one side's score card."""
    if bool(scores) == bool(card) or (card and not side):
        raise DeskError("give --scores 121,90, or --card 2+17 with --side A")
    with Place(folder, database).writing(name) as (session, found):
        if card:
            cards = {side: card_of_text(found, card)}
        else:
            cards = cards_of_scores(found, scores_of_text(scores.split(",")), ended or "played", forfeits)
            cards = {side: cards[side]} if side in cards else {} if side else cards
        done = entering.enter(
            session, found, number, table, cards, by=me(), game=game, code=checked_code(code), reason=correct
        )
    what = "entered" if done.changed else "there already, nothing changed"
    shown = [show.moved(done.moved)] if done.moved else []
    say(as_json, asdict(done), f"round {number}, table {table}: {what}", *shown)


@results.command()
@told
def decide(
    name: Name,
    line: Annotated[int, typer.Argument(help="The line's number, as `check` lists it.")],
    because: Annotated[str, typer.Option(metavar="WHY", help="The director's reason.")],
    accept: Annotated[bool, typer.Option("--accept/--reject", help="Whether it counts.")] = True,
    number: Annotated[int | None, typer.Option("--round", min=1, help="Round it belongs to.")] = None,
    table: Annotated[int | None, typer.Option(min=1, help="Table it belongs to.")] = None,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Accept or reject a board's result that no rule decides about."""
    decision = "accepted" if accept else "rejected"
    with Place(folder, database).writing(name) as (session, found):
        done = entering.decide(session, found, line, decision, by=me(), reason=because, number=number, table=table)
    say(as_json, asdict(done), f"line {line}: {decision}", *([show.moved(done.moved)] if done.moved else []))

"""Correct what is stored about a player or pair, and about the event itself."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from sqlalchemy import select

from host_tools.desk.errors import ConflictError, DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.entrants import PLAYER_CORRECTED, check_entry, entrant, entrants, person_names
from host_tools.desk.events.event import (
    EVENT_CORRECTED,
    check_bye_worth,
    check_name_unused,
    format_of,
    rounds_of_size,
    rounds_seated,
)
from host_tools.desk.events.event_plan import change_plan
from host_tools.desk.events.hall_copy import hall_of_copy
from host_tools.desk.events.hall_rows import halls_of
from host_tools.desk.events.roster_csv import Entry, plain_text
from host_tools.desk.events.round_rules import MAIN
from host_tools.desk.formats.event_formats import FORMATS, Format
from host_tools.desk.rounds.movement_input import seating_of
from host_tools.desk.rounds.reseat import unseat_round
from host_tools.desk.rounds.seating import write_byes
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Card, Entrant, Event, FormerPair, Line
from host_tools.i18n import message

PLAYER_FIELDS = ("name", "partner", "club", "id")


def player_fields(kind: Format, player: Entrant) -> dict[str, str]:
    """Return what can be corrected of a player; of a pair, `name` is the first of the two."""
    name, *partner = person_names(kind, player)
    return {"name": name, "partner": "".join(partner), "club": player.club, "id": player.code}


def correct_player(
    desk: Desk, who: str, wanted: Mapping[str, str], start: int | None = None, seen: Mapping[str, str] | None = None
) -> Entrant:
    """Correct fields of the player or pair with the id or name `who`: those in `wanted`, of PLAYER_FIELDS. Their seats,
    results and payments stay theirs.

    `start`: the round from which on a pair has these names, for instance because somebody else plays for one of them;
    None: a name was misspelt in all rounds. `seen`: the fields that were shown to whoever corrects them; if one in
    `wanted` has changed since, ConflictError is raised. Raises DeskError.
    """
    _check_not_copy(desk)
    player, kind = entrant(desk, who), format_of(desk.event)
    was = player_fields(kind, player)
    changed = _changed(was, wanted, seen)
    _check_player(desk, kind, player, was | changed, changed)
    detail: dict[str, Any] = {"was": {field: was[field] for field in changed}, "now": changed}
    if start is not None and start > 1:
        _check_start(desk, kind, changed, start)
        _keep_former_names(desk, player, start)
        detail["from"] = start
    elif kind.pairs:
        _correct_former_names(desk, kind, player, was, was | changed)
    now = was | changed
    player.name, player.partner = _stored_names(kind, now, player)
    player.club = now["club"]
    if "id" in changed:
        player.code = player.member = now["id"]
    desk.session.flush()
    log_change(desk, PLAYER_CORRECTED, {"player": player.code, **detail})
    return player


def _changed(was: Mapping[str, str], wanted: Mapping[str, str], seen: Mapping[str, str] | None) -> dict[str, str]:
    """Return those of the `wanted` fields that differ. Raises DeskError if none does, ConflictError if one has changed
    since it was `seen`."""
    changed = {field: plain_text(text) for field, text in wanted.items() if plain_text(text) != was[field]}
    if not changed:
        raise DeskError(message("event.correct.nothing"))
    if seen and any(seen.get(field, was[field]) != was[field] for field in changed):
        raise ConflictError(message("desk.error.changed"))
    return changed


def _check_not_copy(desk: Desk) -> None:
    """Raise DeskError on a hall's copy of the event, whose corrections would not be merged."""
    if hall_of_copy(desk):
        raise DeskError(message("event.correct.copy"))


def _check_player(desk: Desk, kind: Format, player: Entrant, now: Mapping[str, str], changed: Iterable[str]) -> None:
    """Raise DeskError unless a player can have the fields `now`."""
    if "partner" in changed and not kind.pairs:
        raise DeskError(message("event.correct.single", name=player.name))
    if not now["id"]:
        raise DeskError(message("event.correct.no_id"))
    if "id" in changed and halls_of(desk):
        raise DeskError(message("event.correct.halls"))
    others = [other for other in entrants(desk).values() if other is not player]
    # An id that the desk itself gave does not tell two people of one name apart.
    own_id = now["id"] if "id" in changed else player.member
    check_entry(kind, Entry(0, now["name"], own_id, now["partner"], now["club"]), others)


def _check_start(desk: Desk, kind: Format, changed: Iterable[str], start: int) -> None:
    """Raise DeskError unless `changed` are names of a pair that can change from round `start` on."""
    if not kind.pairs or not {"name", "partner"}.intersection(changed):
        raise DeskError(message("event.correct.from_pairs"))
    if start > max(desk.event.rounds, len(rounds_seated(desk)) + 1):
        raise DeskError(message("desk.error.no_round", event=desk.event.name, rounds=desk.event.rounds, round=start))


def _stored_names(kind: Format, now: Mapping[str, str], player: Entrant) -> tuple[str, str]:
    """Return `name` and `partner` as `entrant` has them: of a pair, `name` is of both."""
    if not kind.pairs:
        return now["name"], player.partner
    return Entry(0, now["name"], partner=now["partner"]).title, now["partner"]


def _former_pairs(desk: Desk, player: Entrant) -> list[FormerPair]:
    query = select(FormerPair).where(FormerPair.event_id == desk.event.id, FormerPair.player == player.number)
    return list(desk.session.scalars(query.order_by(FormerPair.before)))


def _keep_former_names(desk: Desk, player: Entrant, start: int) -> None:
    """Keep the names that a pair has had in rounds before `start`."""
    name, partner = player.name, player.partner
    for later in reversed([row for row in _former_pairs(desk, player) if row.before >= start]):
        name, partner = later.name, later.partner
        desk.session.delete(later)
    desk.session.flush()
    desk.session.add(FormerPair(event_id=desk.event.id, player=player.number, before=start, name=name, partner=partner))


def _correct_former_names(
    desk: Desk, kind: Format, player: Entrant, was: Mapping[str, str], now: Mapping[str, str]
) -> None:
    """Correct the names of a pair's two people in earlier rounds also, where they are those that were misspelt."""
    for row in _former_pairs(desk, player):
        names = {"name": row.name.removesuffix(f" / {row.partner}"), "partner": row.partner}
        right = {field: now[field] if names[field] == was[field] else names[field] for field in names}
        row.name, row.partner = _stored_names(kind, right, player)


EVENT_FIELDS = ("name", "date", "format", "rounds", "bye_worth")


def event_fields(event: Event) -> dict[str, str]:
    """Return what can be corrected of an event, as text."""
    return {field: str(getattr(event, field)) for field in EVENT_FIELDS}


def correct_event(desk: Desk, wanted: Mapping[str, str], seen: Mapping[str, str] | None = None) -> dict[str, str]:
    """Correct fields of the event: those in `wanted`, of EVENT_FIELDS; `format` and, with it, `rounds` as long as it
    has no result; `bye_worth` for all byes. With another format, rounds that have been seated are taken back. Returns
    the fields that have changed.

    Boards know the event by its id, which stays. The caller renames its file. `seen` as in `correct_player`. Raises
    DeskError, ConflictError.
    """
    _check_not_copy(desk)
    was = event_fields(desk.event)
    changed = _changed(was, wanted, seen)
    rounds = _whole_number(changed["rounds"]) if "rounds" in changed else None
    if "bye_worth" in changed:
        desk.event.bye_worth = check_bye_worth(_whole_number(changed["bye_worth"]))
        for round_ in rounds_seated(desk):
            if round_.kind == MAIN:
                write_byes(desk, round_.number, seating_of(desk, round_.number).out)
    if "name" in changed:
        check_name_unused(desk.session, changed["name"])
        desk.event.name = changed["name"]
    if "date" in changed:
        desk.event.date = _date(changed["date"])
    package = {}
    if "format" in changed:
        _change_format(desk, changed["format"], rounds)
        package = {"package": FORMATS.package(changed["format"])}
    elif rounds is not None:
        change_plan(desk, rounds)
    now = event_fields(desk.event)
    changed = {field: now[field] for field in EVENT_FIELDS if now[field] != was[field]}
    log_change(desk, EVENT_CORRECTED, {"was": {field: was[field] for field in changed}, "now": changed, **package})
    return changed


def _whole_number(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 4:
        raise DeskError(message("event.correct.number", text=text))
    return int(text)


def _date(text: str) -> str:
    """Return a date in ISO 8601. Raises DeskError."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise DeskError(message("event.correct.date", text=text)) from None


def has_results(desk: Desk) -> bool:
    """Return whether any result has been entered or read, whether it counts or not."""
    return any(
        desk.session.scalar(select(table.id).where(table.event_id == desk.event.id).limit(1)) for table in (Card, Line)
    )


def _change_format(desk: Desk, format_id: str, rounds: int | None) -> None:
    """Let the event be played in another format. Raises DeskError once it has a result, or if its players cannot."""
    old, new = format_of(desk.event), FORMATS[format_id]
    if has_results(desk):
        raise DeskError(message("event.correct.has_results", event=desk.event.name))
    if old.pairs != new.pairs:
        raise DeskError(message("event.correct.pairs_to_single" if old.pairs else "event.correct.single_to_pairs"))
    halls = {hall.number: hall.name for hall in halls_of(desk)}
    players = Counter(halls.get(player.hall, "") for player in entrants(desk).values())
    desk.event.rounds = rounds_of_size(new, rounds, desk.event.tables, players, desk.event.across_halls)
    while rounds_seated(desk):
        unseat_round(desk)
    if desk.event.medals == old.medals:
        desk.event.medals = new.medals
    desk.event.format = format_id
    desk.session.flush()

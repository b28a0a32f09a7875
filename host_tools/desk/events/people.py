"""Look up players by id or name; record late arrivals, withdrawals and returns."""

from collections.abc import Iterable
from difflib import get_close_matches

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.events.roster_csv import LONGEST, Entry
from host_tools.desk.formats import Format
from host_tools.desk.store import DeskError, Entrant, Event, Score
from host_tools.words import word

MOST_NEAR = 5


class UnknownPlayerError(DeskError):
    """Nobody, or several people, are called so; `near` are those who may be meant, and `text` says it
    without them."""

    def __init__(self, text: str, near: list[Entrant], meant: str = "") -> None:
        super().__init__(text + meant)
        self.text, self.near = text, near


def entrants(session: Session, event: Event) -> dict[int, Entrant]:
    """All players by their number, in roster order."""
    query = select(Entrant).where(Entrant.event_id == event.id).order_by(Entrant.number)
    return {entrant.number: entrant for entrant in session.scalars(query)}


def persons(kind: Format, one: Entrant) -> list[str]:
    """The name of a player, or both names of a pair."""
    return [one.name.removesuffix(f" / {one.partner}"), one.partner] if kind.pairs else [one.name]


def entrant(session: Session, event: Event, who: str) -> Entrant:
    """The player whose id or whole name is `who`, or the pair of which one is called so. Raises UnknownPlayerError."""
    by_id = session.scalar(select(Entrant).where(Entrant.event_id == event.id, Entrant.code == who))
    if by_id is not None:
        return by_id
    people, wanted = list(entrants(session, event).values()), who.casefold()
    kind = format_of(event)
    found = [one for one in people if one.name.casefold() == wanted] or [
        one for one in people if wanted in map(str.casefold, persons(kind, one))
    ]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(one.code for one in found)
        raise UnknownPlayerError(word("event.people.several", who=who, event=event.name, ids=ids), found)
    near = _near(kind, people, wanted)
    meant = word("event.people.near", names=", ".join(f"{one.name} ({one.code})" for one in near)) if near else ""
    raise UnknownPlayerError(word("desk.error.nobody", who=who, event=event.name), near, meant)


def _near(kind: Format, people: Iterable[Entrant], wanted: str) -> list[Entrant]:
    """Players whose name contains `wanted`, then those whose name or id is spelled similarly."""
    names: dict[str, list[Entrant]] = {}
    for one in people:
        for name in (one.name, one.code, *persons(kind, one)):
            names.setdefault(name.casefold(), []).append(one)
    holding = [name for name in names if len(wanted) > 1 and wanted in name]
    alike = get_close_matches(wanted, names, MOST_NEAR)
    found = {one.number: one for name in (*holding, *alike) for one in names[name]}
    return list(found.values())[:MOST_NEAR]


def round_has_results(session: Session, event: Event, number: int) -> bool:
    """Whether a result of any table of the round counts."""
    conditions = (Score.event_id == event.id, Score.round == number, Score.table > 0)
    return session.scalar(select(Score.player).where(*conditions).limit(1)) is not None


def _first_round(session: Session, event: Event, asked: int | None) -> int:
    """The round from which somebody joins or leaves: `asked`, or by default the next. Raises DeskError for an earlier
    one."""
    seated = len(rounds_seated(session, event))
    following = seated + 1
    if asked is None or asked == following:
        return following
    if asked < following and not (asked == seated and not round_has_results(session, event, seated)):
        raise DeskError(word("event.people.too_early", round=asked, event=event.name, following=following))
    if asked > event.rounds + 1:
        raise DeskError(word("desk.error.no_round", event=event.name, rounds=event.rounds, round=asked))
    return asked


def admit_player(session: Session, event: Event, entry: Entry, by: str, start: int | None = None) -> Entrant:
    """Add a player who was not on the roster, to be seated from round `start` on (default: the next). Raises
    DeskError."""
    number = _first_round(session, event, start)
    if event.ended or number > event.rounds:
        raise DeskError(word("event.people.over", event=event.name, rounds=event.rounds))
    people = entrants(session, event)
    _check_entry(format_of(event), entry, list(people.values()))
    joining = Entrant(
        event_id=event.id,
        number=max(people) + 1,
        code=entry.id or _free_code({one.code for one in people.values()}, max(people) + 1),
        member=entry.id,
        name=entry.title if format_of(event).pairs else entry.name,
        partner=entry.partner,
        club=entry.club,
        drawn=max(one.drawn for one in people.values()) + 1,
        joined=number,
    )
    session.add(joining)
    session.flush()
    log_change(session, event, by, "admitted", detail={"player": joining.code, "name": joining.name, "from": number})
    return joining


def _free_code(taken: set[str], number: int) -> str:
    """The first free number from `number` on, as an id."""
    return next(str(code) for code in range(number, number + len(taken) + 1) if str(code) not in taken)


def _check_entry(kind: Format, entry: Entry, people: list[Entrant]) -> None:
    """Raises DeskError for a name that is missing, too long, or taken by somebody who cannot be told apart."""
    for column, most in LONGEST.items():
        text = getattr(entry, column)
        if len(text) > most or not text.isprintable():
            raise DeskError(word("event.people.too_long", column=column, longest=most))
    if not entry.name.strip():
        raise DeskError(word("event.people.no_name"))
    if kind.pairs and not entry.partner.strip():
        raise DeskError(word("event.people.no_partner", name=entry.name))
    if entry.id and entry.id.casefold() in (one.code.casefold() for one in people):
        raise DeskError(word("event.people.id_taken", id=entry.id))
    taken = {name.casefold() for one in people for name in persons(kind, one)}
    wanted = [entry.name, entry.partner] if kind.pairs else [entry.name]
    for name in wanted:
        if name.casefold() in taken and (kind.pairs or not entry.id):
            raise DeskError(word("event.people.name_taken", name=name))


def withdraw_player(
    session: Session, event: Event, who: str, by: str, reason: str = "", start: int | None = None
) -> int:
    """Withdraw a player, who gets no seat from round `start` on (default: the next). Returns that round.

    Raises DeskError.
    """
    leaving = entrant(session, event, who)
    if leaving.left:
        raise DeskError(word("desk.error.left", name=leaving.name, round=leaving.left))
    leaving.left = _first_round(session, event, start)
    log_change(session, event, by, "withdrawn", reason, {"player": leaving.code, "from": leaving.left})
    return leaving.left


def readmit_player(
    session: Session, event: Event, who: str, by: str, reason: str = "", start: int | None = None
) -> int:
    """Readmit a withdrawn player, to be seated from round `start` on (default: the next). Returns that round.

    Raises DeskError.
    """
    returning = entrant(session, event, who)
    if returning.left is None:
        raise DeskError(word("event.people.not_left", name=returning.name))
    number = _first_round(session, event, start)
    if number > returning.left:
        returning.joined = number
    returning.left = None
    log_change(session, event, by, "readmitted", reason, {"player": returning.code, "from": number})
    return number

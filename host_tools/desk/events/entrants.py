"""Look up an event's players by id or name; admit, withdraw and readmit players."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
from itertools import count
from typing import NamedTuple

from sqlalchemy import select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change, read_audit_log
from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.events.hall_copy import hall_of_copy
from host_tools.desk.events.roster_csv import LONGEST, Entry
from host_tools.desk.formats.event_formats import Format
from host_tools.desk.store.desk import Desk, asked_once
from host_tools.desk.store.model import BYE_TABLE, STAY, Entrant, FormerPair, Score
from host_tools.i18n import message
from host_tools.table_numbers import hall_letter, hall_of

MAX_NEAR = 5
PLAYER_CORRECTED = "player corrected"
"""Kind of the audit entry of a player whose name, partner, club or id was corrected."""


class UnknownPlayerError(DeskError):
    """No player or several have this id or name; `near`: players who may be meant, `text`: the message without them.

    `sure`: the name or id of all of `near` contains what was asked for, and no other player's does."""

    def __init__(self, text: str, near: list[Entrant], meant: str = "", sure: bool = True) -> None:
        super().__init__(text + meant)
        self.text, self.near, self.sure = text, near, sure


def fold(text: str) -> str:
    """Return a text without case, accents and outer white space, with ' for ’, as names are compared."""
    decomposed = unicodedata.normalize("NFKD", text.strip().casefold().replace("’", "'"))
    return "".join(character for character in decomposed if not unicodedata.combining(character))


@asked_once
def entrants(desk: Desk) -> Mapping[int, Entrant]:
    """Query all players (or pairs) of the event, by number, in roster order."""
    query = select(Entrant).where(Entrant.event_id == desk.event.id).order_by(Entrant.number)
    return {entrant.number: entrant for entrant in desk.session.scalars(query)}


class Person(NamedTuple):
    """A player (or pair), as lists show them."""

    number: int
    name: str
    code: str
    hall: int


@asked_once
def people(desk: Desk) -> Mapping[int, Person]:
    """Query all players (or pairs) of the event, by number: for thousands in a third of the time of `entrants`."""
    columns = (Entrant.number, Entrant.name, Entrant.code, Entrant.hall)
    rows = desk.session.execute(select(*columns).where(Entrant.event_id == desk.event.id)).all()
    return {row.number: Person._make(row) for row in rows}


@asked_once
def shown_names(desk: Desk) -> Mapping[int, str]:
    """Return by number the names that lists show: where several have one name, with the id beside it."""
    return _told_apart(people(desk).values())


@asked_once
def names_in_round(desk: Desk, round_number: int) -> Mapping[int, str]:
    """Return by number the names that lists of a round show: of pairs, those that they had then."""
    former, everybody = _former_names(desk), people(desk)
    if not former:
        return shown_names(desk)
    then = {
        number: next((name for before, name in names if round_number < before), everybody[number].name)
        for number, names in former.items()
    }
    return _told_apart(player._replace(name=then.get(player.number, player.name)) for player in everybody.values())


def _told_apart(players: Iterable[Person]) -> dict[int, str]:
    """Return the players' names by number, with the id beside a name that several have."""
    players = list(players)
    times = Counter(player.name for player in players)
    return {player.number: name_with_id(player) if times[player.name] > 1 else player.name for player in players}


def name_with_id(player: Person | Entrant) -> str:
    """Return a player's name with the id in brackets."""
    return f"{player.name} ({player.code})"


def present_ids(desk: Desk) -> dict[str, str]:
    """Return the present id of each former one, of players whose id was corrected."""
    present: dict[str, str] = {}
    for entry in reversed(read_audit_log(desk, PLAYER_CORRECTED)):
        if "id" in entry.detail["was"]:
            now = entry.detail["now"]["id"]
            present[entry.detail["was"]["id"]] = present.get(now, now)
    return present


def names_by_id(desk: Desk) -> dict[str, str]:
    """Return the names of all players by their ids, former ones too, as the audit log has them."""
    names = {player.code: player.name for player in entrants(desk).values()}
    former = {old: names[new] for old, new in present_ids(desk).items() if new in names}
    return former | names


def _former_names(desk: Desk) -> dict[int, list[tuple[int, str]]]:
    """Query the names of pairs in earlier rounds, by the pair's number: (first round that has another, name), in that
    order."""
    if not format_of(desk.event).pairs:
        return {}
    names: dict[int, list[tuple[int, str]]] = {}
    columns = (FormerPair.player, FormerPair.before, FormerPair.name)
    query = select(*columns).where(FormerPair.event_id == desk.event.id).order_by(FormerPair.before)
    for row in desk.session.execute(query):
        names.setdefault(row.player, []).append((row.before, row.name))
    return names


def person_names(kind: Format, player: Entrant) -> list[str]:
    """Return the name of a player, or both names of a pair."""
    return [player.name.removesuffix(f" / {player.partner}"), player.partner] if kind.pairs else [player.name]


def entrant(desk: Desk, who: str) -> Entrant:
    """Look up a player by id or name, a pair also by either partner's name; a part of a name is enough where it fits
    one alone. Raises UnknownPlayerError."""
    if not who:
        raise UnknownPlayerError(message("desk.error.no_who", event=desk.event.name), [])
    by_id = desk.session.scalar(select(Entrant).where(Entrant.event_id == desk.event.id, Entrant.code == who))
    if by_id is not None:
        return by_id
    people, kind = list(entrants(desk).values()), format_of(desk.event)
    matches = _with_name(kind, people, who, str.casefold) or _with_name(kind, people, who, fold)
    if len(matches) == 1:
        return matches[0]
    if matches:
        ids = ", ".join(player.code for player in matches)
        raise UnknownPlayerError(message("event.people.several", who=who, event=desk.event.name, ids=ids), matches)
    if present := present_ids(desk).get(who):
        return next(player for player in people if player.code == present)
    near, sure = _similar_players(kind, people, fold(who))
    # A number is an id: part of another's would be somebody else.
    if sure and len(near) == 1 and not who.isdecimal():
        return near[0]
    suggestion = message("event.people.near", names=", ".join(map(name_with_id, near))) if near else ""
    raise UnknownPlayerError(message("desk.error.nobody", who=who, event=desk.event.name), near, suggestion, sure)


def _with_name(kind: Format, people: Iterable[Entrant], who: str, normalize: Callable[[str], str]) -> list[Entrant]:
    """Return the players whose whole name is `who`, else the pairs with such a partner, names being normalized."""
    wanted = normalize(who)
    return [player for player in people if normalize(player.name) == wanted] or [
        player for player in people if wanted in map(normalize, person_names(kind, player))
    ]


def _similar_players(kind: Format, people: Iterable[Entrant], folded: str) -> tuple[list[Entrant], bool]:
    """Find players whose name or id contains all words of `folded`, a text as `fold` returns it, else those with
    similar names or ids. Returns (players, whether they contain it and are all who do)."""
    names: dict[str, list[Entrant]] = {}
    for player in people:
        for name in (name_with_id(player), player.name, player.code, *person_names(kind, player), *player.name.split()):
            names.setdefault(fold(name), []).append(player)
    words = folded.split() if len(folded) > 1 else []
    containing = [name for name in names if words and all(word in name for word in words)]
    found = containing or get_close_matches(folded, names, MAX_NEAR)
    by_number = {player.number: player for name in found for player in names[name]}
    return list(by_number.values())[:MAX_NEAR], bool(containing) and len(by_number) <= MAX_NEAR


def round_has_results(desk: Desk, round_number: int, halls: Collection[int] = ()) -> bool:
    """Return whether any table of the round, or of these halls in it, has a score."""
    conditions = (Score.event_id == desk.event.id, Score.round == round_number, Score.table > BYE_TABLE)
    tables = desk.session.scalars(select(Score.table).where(*conditions).distinct())
    return any(not halls or hall_of(table) in halls for table in tables)


def _round_for_change(desk: Desk, requested: int | None) -> int:
    """Return the round from which a player joins or leaves: `requested` (default: the next to be seated).

    Raises DeskError for a round after the event, or an earlier one, unless it is the newest and has no score.
    """
    seated = len(rounds_seated(desk))
    following = seated + 1
    if requested is None or requested == following:
        return following
    newest_unplayed = requested == seated and not round_has_results(desk, seated)
    if requested < following and not newest_unplayed:
        raise DeskError(message("event.people.too_early", round=requested, event=desk.event.name, following=following))
    if requested > desk.event.rounds + 1:
        raise DeskError(
            message("desk.error.no_round", event=desk.event.name, rounds=desk.event.rounds, round=requested)
        )
    return requested


def admit_player(desk: Desk, entry: Entry, start: int | None = None, place_of: str = "", hall: int = 0) -> Entrant:
    """Add a player who was not on the roster, to be seated from round `start` on (default: the next), in `hall`; 0: in
    the hall of the place that they take, else in the one with the fewest players.

    They take the place in the draw of `place_of`, the id or name of one who has left; "": of who left first, if any
    place is vacant. Raises DeskError.
    """
    first_round = _round_for_change(desk, start)
    if desk.event.ended or first_round > desk.event.rounds:
        raise DeskError(message("event.people.over", event=desk.event.name, rounds=desk.event.rounds))
    people = entrants(desk)
    check_entry(format_of(desk.event), entry, list(people.values()))
    leaver = _vacant_place(desk, list(people.values()), first_round, place_of, hall)
    newcomer = Entrant(
        event_id=desk.event.id,
        number=max(people) + 1,
        code=entry.id or _free_code(desk, people),
        member=entry.id,
        name=entry.title if format_of(desk.event).pairs else entry.name,
        partner=entry.partner,
        club=entry.club,
        drawn=leaver.drawn if leaver else max(player.drawn for player in people.values()) + 1,
        joined=first_round,
        hall=hall or (leaver.hall if leaver else _emptiest_hall(people.values())),
    )
    desk.session.add(newcomer)
    desk.session.flush()
    detail = {"player": newcomer.code, "name": newcomer.name, "from": first_round}
    if leaver:
        detail["place of"] = leaver.code
    log_change(desk, "admitted", detail=detail)
    return newcomer


def _emptiest_hall(people: Iterable[Entrant]) -> int:
    """Return the hall in which the fewest play, of several the first; 0 where the event has one."""
    playing = Counter(player.hall for player in people if player.left is None)
    return min(sorted(playing), key=lambda hall: playing[hall], default=0)


def _vacant_place(desk: Desk, people: list[Entrant], first_round: int, place_of: str, hall: int) -> Entrant | None:
    """Return the player who has left by `first_round` and whose place in the draw nobody has taken, of one `hall` or
    with 0 of all: the one called `place_of`, or if it is "", who left first. Raises DeskError if `place_of` has none to
    give."""
    taken = {player.drawn for player in people if player.left is None or player.left > first_round}
    vacant = [player for player in people if player.drawn not in taken and (not hall or player.hall == hall)]
    if not place_of:
        return min(vacant, key=lambda player: (player.left or 0, player.number), default=None)
    leaver = entrant(desk, place_of)
    if leaver not in vacant:
        raise DeskError(message("event.people.no_place", name=leaver.name))
    return leaver


def _free_code(desk: Desk, people: Mapping[int, Entrant]) -> str:
    """Return an id that nobody has: a number above all players'. On a hall's copy the hall's letter stands before it,
    since other desks give ids meanwhile."""
    letter, taken = hall_letter(hall_of_copy(desk)), {player.code for player in people.values()}
    return next(code for code in (f"{letter}{number}" for number in count(max(people) + 1)) if code not in taken)


def check_entry(kind: Format, entry: Entry, people: list[Entrant]) -> None:
    """Raise DeskError unless a new player's names and id are complete, printable, short enough and unused."""
    for column, longest in LONGEST.items():
        text = getattr(entry, column)
        if len(text) > longest or not text.isprintable():
            raise DeskError(message("event.people.too_long", column=column, longest=longest))
    if not entry.name.strip():
        raise DeskError(message("event.people.no_name"))
    if kind.pairs and not entry.partner.strip():
        raise DeskError(message("event.people.no_partner", name=entry.name))
    if entry.id and entry.id.casefold() in (player.code.casefold() for player in people):
        raise DeskError(message("event.people.id_taken", id=entry.id))
    taken_names = {name.casefold() for player in people for name in person_names(kind, player)}
    new_names = [entry.name, entry.partner] if kind.pairs else [entry.name]
    for name in new_names:
        if name.casefold() in taken_names and (kind.pairs or not entry.id):
            raise DeskError(message("event.people.name_taken", name=name))


def withdraw_player(desk: Desk, who: str, start: int | None = None) -> int:
    """Withdraw the player with the id or name `who`, who gets no seat from round `start` on (default: the next).

    Returns that round. Raises DeskError.
    """
    leaving = entrant(desk, who)
    if leaving.left:
        raise DeskError(message("desk.error.left", name=shown_names(desk)[leaving.number], round=leaving.left))
    leaving.left = _round_for_change(desk, start)
    log_change(desk, "withdrawn", {"player": leaving.code, "from": leaving.left})
    return leaving.left


def expel_player(desk: Desk, who: str, games: str = STAY) -> int:
    """Expel the player with the id or name `who`: they are not seated from the next round on, have no rank and win
    nothing. `games`: STAY, or ANNULLED, as if nobody had played them. Returns that round. Raises DeskError."""
    if not desk.reason:
        raise DeskError(message("event.expel.because"))
    player = entrant(desk, who)
    if player.expelled:
        raise DeskError(message("event.expel.already", name=shown_names(desk)[player.number]))
    if player.left is None:
        player.left = _round_for_change(desk, None)
    player.expelled = games
    log_change(desk, "expelled", {"player": player.code, "games": games, "from": player.left})
    return player.left


def readmit_player(desk: Desk, who: str, start: int | None = None) -> int:
    """Readmit the withdrawn player with the id or name `who`, to be seated from round `start` on (default: the next).

    Returns that round. Raises DeskError.
    """
    returning = entrant(desk, who)
    if returning.left is None:
        raise DeskError(message("event.people.not_left", name=shown_names(desk)[returning.number]))
    first_round = _round_for_change(desk, start)
    if first_round > returning.left:
        returning.joined = first_round
    returning.left, returning.expelled = None, ""
    people = entrants(desk)
    if any(player.drawn == returning.drawn for player in people.values() if player is not returning):
        returning.drawn = max(player.drawn for player in people.values()) + 1  # Their place has been taken.
    log_change(desk, "readmitted", {"player": returning.code, "from": first_round})
    return first_round

"""Tests of the desk commands' language, which is the shell's."""

import shutil

import pytest
from sqlalchemy import select

from host_tools.desk.events.audit_log import AuditEntry, describe_entry, read_audit_log, reason_text
from host_tools.desk.events.entrants import entrants, expel_player, names_by_id
from host_tools.desk.intake.manual_entry import enter_no_show
from host_tools.desk.intake.swap_players import swap_players
from host_tools.desk.review.readiness import prizes_settled, settle_prizes
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.penalties import LATE, penalize, take_back_penalty
from host_tools.desk.store.database import Store, file_url
from host_tools.desk.store.model import Card, Change
from host_tools.i18n import LANGUAGES, use_language
from tests.desk.cli_runner import Shell
from tests.desk.conftest import Desk
from tests.desk.play_tables import enter


@pytest.fixture
def soir(tmp_path, monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "fr_CA.UTF-8")
    (tmp_path / "j.csv").write_text("name,partner\nAnne,Bob\nChloé,Denis\nÈve,Félix\nGuy,Hélène\n")
    shell = Shell(tmp_path)
    shell("create", "Soir", "--format", "bsg", "--roster", tmp_path / "j.csv", "--fee", 5, "--seed", 1)
    shell("seat", "Soir")
    return shell


def test_an_evening_in_french(soir):
    assert (
        "table 1 de la ronde 1\u00a0: Chloé / Denis, victoire sur Guy / Hélène 121–90"
        in soir("enter", "Soir", "--round", 1, "--table", 1, "--scores", "121,90").stdout
    )
    assert "classement selon\u00a0: points" in soir("standings", "Soir").stdout
    assert "si tous finissent ainsi" in soir("prizes", "Soir").stdout
    assert "pourquoi" in soir("diary", "Soir").stdout
    assert "seated" not in soir("diary", "Soir").stdout
    assert '<html lang="fr">' in soir("standings", "Soir", "--html").stdout
    assert "1 sur 4 ont payé" in soir("paid", "Soir", "Anne").stdout
    assert soir.json("standings", "Soir")[0]["rank"] == 1, "what programs read is the same in every language"


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("[[purse]", "cagnottes\u00a0: pas du TOML"),
        ("[[purse]]\nfee = 5\nshares = [50]\nloot = 1", "il n’y a pas de loot"),
        ("[[purse]]\nfee = 5", "ici il n’y en a pas"),
        ("[[purse]]\nfee = 5\nhands = { 19 = 1 }", "comme { 29 = 60, 28 = 40 }"),
    ],
)
def test_what_is_wrong_with_purses_in_french(soir, rules, told):
    (soir.folder / "p.toml").write_text(rules)
    assert told in soir.refused("purses", "Soir", soir.folder / "p.toml")


def test_who_gets_odd_cents_stands_with_the_purse_s_rule(soir):
    (soir.folder / "p.toml").write_text('[[purse]]\nfee = 5\nshares = [50]\nodd_cents = "first"')
    assert "restent" in soir("purses", "Soir", soir.folder / "p.toml").stdout


def test_what_is_wrong_with_a_roster_in_french(soir):
    (soir.folder / "r.csv").write_text("numéro,club\n1,Nord\n2,Sud\n")
    assert "ligne 1\u00a0: pas de colonne de noms" in soir.refused("create", "Z", "--roster", soir.folder / "r.csv")
    assert "il n’y a pas d’événement « Nulle part »" in soir.refused("standings", "Nulle part")


def night_in(language, desk):
    """A night on which the desk itself writes into the log and the cards, by a director of this language."""
    desk.create("acc", 8, rounds=3)
    with use_language(language):
        desk.do(seat_next, by="Ruth")
        enter(desk, 1, 1, [121, 90])
        desk.do(enter_no_show, 1, 2, {"A"}, by="Ruth")
        desk.do(swap_tables, by="Ruth")
        given = desk.do(penalize, "1", 2, LATE, by="Ruth", reason="the bus")
        desk.do(take_back_penalty, given.id, by="Ruth")
        desk.do(expel_player, "8", by="Ruth", reason="altered a card")
        desk.do(settle_prizes, by="Ruth", reason="it is late")
    return desk


def swap_tables(desk):
    view = round_view(desk, 1)
    one, other = (next(iter(table.sides.values()))[0] for table in view.tables[:2])
    people = {player.name: number for number, player in entrants(desk).items()}
    swap_players(desk, people[one], people[other], restated={(1, 1): [121, 80], (2, 1): None})


def written(desk):
    """What the event's log and cards hold, without times."""
    changes = select(Change.by, Change.what, Change.reason, Change.detail).order_by(Change.id)
    entered = select(Card.side, Card.reason).order_by(Card.id)
    return desk.ask(lambda desk: [list(map(tuple, desk.session.execute(query))) for query in (changes, entered)])


def diary(desk, language):
    with use_language(language):
        return desk.ask(
            lambda desk: [(one.what, one.why, describe_entry(one, names_by_id(desk))) for one in read_audit_log(desk)]
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_night_is_stored_in_no_language_and_read_in_every_one(desk, empty, tmp_path, language):
    night = night_in(language, desk)
    other = Store(file_url(shutil.copy(empty, tmp_path / "Other.cribbage")))
    assert written(night) == written(night_in("en", Desk(other)))
    other.close()
    told = {what: (why, more) for what, why, more in diary(night, "fr")}
    assert told["corrected"][0] == "les joueurs étaient assis l’un à la place de l’autre"
    assert told["penalty taken back"] == ("the bus", "P1, retard, -2")
    assert told["expelled"][1] == "P8, les parties restent comme elles sont"
    for reader in LANGUAGES:
        with use_language(reader):
            assert night.ask(prizes_settled), "whoever reads it in another language sees that it was decided"


def test_a_reason_that_somebody_typed_is_theirs_in_every_language():
    with use_language("fr"):
        assert reason_text("did not come") == "n’est pas venu"
        assert reason_text("typed at a desk that stood aside: Ruth") == "saisi à un bureau qui s’est effacé (Ruth)"
        assert reason_text("he said: no") == "he said: no"


@pytest.mark.parametrize("what", ["expelled", "restored", "penalty taken back"])
def test_an_entry_without_what_this_program_writes_is_told_by_what_it_has(what):
    """As of an export that another program wrote."""
    entry = AuditEntry(1, "2026-11-27T07:00", "Ruth", what, "", {"player": "3"})
    assert describe_entry(entry, {"3": "Ann"}) == "Ann"

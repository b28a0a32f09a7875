"""Tests of the pages by which a director makes, opens, copies and hands on events, and needs no command line."""

import asyncio
import csv
import io
import json
import re
from functools import partial
from html import unescape

import pytest
from werkzeug.test import Client

from host_tools.desk.events.event import create_event
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.live.boards_on_usb import BoardSetup
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.database import Store, file_url
from host_tools.desk.web.app import application
from host_tools.desk.web.director_credentials import Director, director_file
from host_tools.desk.web.event_switch import EventSwitch
from host_tools.desk.web.live_feed import Topic
from host_tools.desk.web.print_pages import PREFIX, seating_codes
from tests.desk.conftest import Desk, full_disk
from tests.desk.web.conftest import ELSEWHERE, PASSWORD, Visitor, pages
from tests.desk.web.test_pages import fields, play
from tests.own_thread import in_own_thread
from tests.patience import PATIENCE_S

NAMES = ("Ann", "Bo", "=Cy()", "Rémi Côté", "Eve", "Fay", "Gil", "Hal")


class Desks(EventSwitch):
    """The events of a folder, without a server."""

    def __init__(self, folder):
        build = partial(application, director=Director(), host="127.0.0.1", port=0)
        super().__init__(build, None, EventLocation(folder, None))

    def __call__(self, environ, start_response):
        return super().__call__({"REMOTE_ADDR": "127.0.0.1", **environ}, start_response)

    def test_client(self):
        return Client(self)


@pytest.fixture
def desks(tmp_path):
    (tmp_path / "events").mkdir()
    return Desks(tmp_path / "events")


@pytest.fixture
def director(desks):
    visitor = Visitor(desks)
    assert visitor.sign_in().status_code == 303
    return visitor


def make(director, status=303, **form):
    data = {"name": "Friday", "format": "acc", "roster": "\r\n".join(NAMES), **form}
    answer = director.post("/director/events/new", dict(data))
    shown = re.search(r'name="understood" value="(\w+)"', answer.text)
    if shown:
        assert answer.status_code == 200
        roster = unescape(re.search(r"<textarea[^>]*>([^<]*)", answer.text)[1])
        data = {**data, "roster": roster, "understood": shown[1]}
        data.pop("file", None)
        answer = director.post("/director/events/new", data)
    assert answer.status_code == status, answer.text
    return answer


def test_a_desk_without_an_event_leads_to_a_new_one(desks, director):
    visitor = Visitor(desks)
    for path in ("/", "/wall"):
        assert "No event is open" in visitor.text(path)
    assert director.get("/director/").headers["Location"] == "/director/events"
    make(director, rounds="3")
    assert "Friday is made and open: 8 players" in director.text("/director/round/0")
    assert "8 players are on the roster" in visitor.text("/")


def test_a_whole_evening_by_forms_alone_from_roster_to_prizes(desks, director):
    make(director, rounds="2", fee="5")
    for number in (1, 2):
        assert director.post("/director/seat", {"expected": number}).status_code == 303
        play(director, number, lambda table: 80 + table)
    assert director.post("/director/draw", {"best_of": "3"}).status_code == 303
    assert "Seat its rounds" in director.text("/bracket")
    assert director.post("/director/seat", {"expected": 3}).status_code == 303
    play(director, 3)
    assert "Round 3: play-off" in director.text("/")
    newest = director.text("/director/round/3")
    assert ("All rounds of the play-off have been seated" in newest, "Draw the play-off" in newest) == (True, False)
    assert "Rounds seated: 2 of 2" in director.text("/director/event")
    won = director.text("/bracket")
    assert ("Seat its rounds" in won, len(re.findall(r"<b>[^<]+ wins\.</b>", won))) == (False, 1)
    people = re.findall(r'name="paid" value="(\d+)"', director.text("/director/people"))
    paid = {"purse": "entry", "paid": people}
    assert director.post("/director/people/paid", paid).status_code == 303
    assert "All has been played: this is what is paid" in director.text("/director/prizes")
    summary = director.text("/director/event/summary")
    assert "Not final" not in summary
    assert "$40" in summary
    assert "Final:" in summary
    assert "After 2 rounds" in director.text("/print/standings")
    assert [row["played"] for row in standings(director)] == 8 * ["2"]


def standings(director):
    return list(csv.DictReader(io.StringIO(director.get("/director/event/standings.csv").data.decode("utf-8-sig"))))


def test_a_name_is_no_formula_in_a_spreadsheet(director):
    make(director, rounds="2")
    assert "'=Cy()" in {row["name"] for row in standings(director)}
    assert "Rémi Côté" in {row["name"] for row in standings(director)}


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"roster": "Ann\nBo\nAnn"}, "row 3: name Ann is in row 1 already"),
        ({"roster": ""}, "no players"),
        ({"name": "../Friday"}, "../Friday"),
        ({"fee": "five"}, "an amount is in dollars, such as 5 or 7.50, not five"),
        ({"rounds": "99"}, "rounds"),
    ],
)
def test_what_is_wrong_with_a_new_event_is_told_and_nothing_typed_is_lost(desks, director, form, told):
    page = make(director, 422, **form).text
    assert told in re.search(r'<(div|p) class="wrong"[^>]* role="alert">(.*?)</\1>', page, re.DOTALL)[2]
    kept = {"name": "Friday", "roster": "\n".join(NAMES)} | form
    assert f'name="name" required maxlength="40" value="{kept["name"]}"' in page
    assert kept["roster"] in page
    assert desks.location.event_names() == []


def test_a_wrong_name_is_told_at_its_field_with_the_first_press_beside_what_is_wrong_with_the_roster(director):
    make(director, rounds="1")
    for name, told in (("Vendredi 27/11", "spaces and - _ . ' &, not /"), ("Friday", "of that name already")):
        page = unescape(make(director, 422, name=name, roster="name\nAnn\nAnn").text)
        field, _, after = page[page.index('<label id="understood">') :].partition("</label>")
        assert 'aria-describedby="wrong-name"' in field
        assert told in re.match(r'\s*<p class="wrong" id="wrong-name" role="alert">(.*?)</p>', after)[1]
        assert "name Ann is in row 2 already" in after
        assert page.count('id="understood"') == 1


def test_beside_what_is_wrong_with_a_roster_is_the_button_to_show_it_again(director):
    data = {"name": "Friday", "format": "acc", "rounds": "1", "roster": "name\nAnn\nAnn\n"}
    page = director.post("/director/events/new", data).text
    told = page[page.index('id="understood"') : page.index("Understood: ")]
    assert "in a column `id`" in told
    assert "then show the players again" in told
    assert re.search(r'<button class="strong">Show the players</button>', told)


@pytest.mark.parametrize(
    ("format", "roster", "names"),
    [
        ("acc", "Côté, Rémi\n\n  Ann  \nBo", ["Côté, Rémi", "Ann", "Bo"]),
        ("bsg", "Ann / Bo\nCy & Di", ["Ann / Bo", "Cy / Di"]),
    ],
)
def test_a_roster_is_pasted_as_people_write_it(director, format, roster, names):
    make(director, format=format, roster=roster, rounds="1")
    listed = re.findall(r'<a href="/player/[^"]+">([^<]+)</a>', director.text("/director/people"))
    assert listed == names


def test_a_roster_is_uploaded(director):
    make(director, rounds="1", file=(io.BytesIO("name\nMia\nNoé\n".encode()), "roster.csv"))
    assert "Noé" in director.text("/director/people")
    assert "Ann" not in director.text("/director/people")


def test_a_roster_is_shown_before_it_counts_and_changed_in_place(desks, director):
    data = {"name": "Friday", "format": "acc", "rounds": "1", "roster": "Cribbage 2026\nAnn\tMill\nBo\tQuay"}

    def send(**more):
        data.update(more)
        return director.post("/director/events/new", dict(data))

    page = send().text
    assert "Understood: 2 people." in page
    assert "Row 1 looks like a title, and does not play: Cribbage 2026" in page
    understood = re.search(r'name="understood" value="(\w+)"', page)[1]
    assert desks.location.event_names() == []
    # What is changed is shown again, with the fingerprint of what was shown before.
    changed = {"column-0": "name", "column-1": "", "plays": "1", "understood": understood}
    page = send(**changed).text
    assert "Understood: 3 people." in page
    assert "Not used: Mill." in page
    assert desks.location.event_names() == []
    assert send(understood=re.search(r'name="understood" value="(\w+)"', page)[1]).status_code == 303
    assert re.findall(r'<a href="/player/[^"]+">([^<]+)</a>', director.text("/director/people")) == [
        "Cribbage 2026",
        "Ann",
        "Bo",
    ]


def test_a_column_s_new_heading_counts_more_than_what_was_chosen_for_the_old_one(director):
    data = {"name": "Friday", "format": "acc", "rounds": "1", "roster": "Nom,Téléphone\nAnn Roy,7\nBo Roy,8"}
    page = director.post("/director/events/new", dict(data)).text
    chosen = dict(re.findall(r'<select name="(column-\d)".*?<option value="(\w*)" selected', page))
    kept = {name: unescape(text) for name, text in re.findall(r'name="(heading-\d)" value="([^"]*)"', page)}
    assert (chosen, kept) == ({"column-0": "name", "column-1": ""}, {"heading-0": "Nom", "heading-1": "Téléphone"})
    renamed = data | chosen | kept | {"roster": data["roster"].replace("Téléphone", "id")}
    page = director.post("/director/events/new", renamed).text
    assert "Columns: name (“Nom”), id." in page


def test_who_comes_late_and_is_refused_keeps_what_was_typed(director):
    make(director)
    typed = {"name": "Bo", "id": "", "club": "Elm", "from": "2"}
    answer = director.post("/director/people/admit", typed)
    assert answer.status_code == 422
    form = re.search(r"<details open>(.*?)</details>", answer.text, re.DOTALL)[1]
    assert re.search(r'<p class="wrong" role="alert">Bo is on the roster already', form)
    assert {name: dict(re.findall(r'<input name="(\w+)"[^>]*? value="([^"]*)"', form))[name] for name in typed} == typed
    assert director.post("/director/people/admit", typed | {"id": "77", "from": "1"}).status_code == 303
    assert "<details open>" not in director.text("/director/people")


def test_who_has_paid_tells_two_of_one_name_apart(director):
    make(director, roster="name,id\nAnn,7\nAnn,8\nBo,9", rounds="1", fee="5")
    page = director.text("/director/people")
    assert re.findall(r'<input type="checkbox" name="paid"[^>]*> ([^<]+)<', page) == ["Ann (7)", "Ann (8)", "Bo"]


def test_last_weeks_players_come_with_one_press_and_keep_their_ids(director):
    make(director, roster="name,id,club\nZoé,77,Elm\nAnn,78,\nBo,,", rounds="1")
    assert 'href="/director/events?players=Friday#new"' in director.text("/director/events")
    page = director.text("/director/events?players=Friday")
    roster = unescape(re.search(r"<textarea[^>]*>([^<]*)", page)[1])
    assert roster.splitlines() == ["name,id,partner,club", "Zoé,77,,Elm", "Ann,78,,", "Bo,,,"]


def test_accents_of_two_characters_are_those_of_one(desks, director):
    """As macOS writes the names of files."""
    make(director, name="E\u0301te\u0301", roster="Zoe\u0301\nAnn", rounds="1")
    assert desks.location.event_names() == ["\xc9t\xe9"]
    assert "Zo\xe9" in director.text("/director/people")


def test_another_event_is_opened_and_everybody_sees_it(desks, director):
    make(director, rounds="3")
    make(director, name="Saturday", roster="Mia\nNoé", rounds="1")
    visitor = Visitor(desks)
    seen = visitor.text("/stamp")
    assert director.post("/director/events/open", {"name": "Friday"}).status_code == 303
    assert "8 players are on the roster" in visitor.text("/")
    assert visitor.text("/stamp") != seen
    assert director.post("/director/events/open", {"name": "Sunday"}).status_code == 400


def test_nobody_but_the_director_makes_opens_or_takes_away_events(desks, director):
    make(director, rounds="3")
    visitor, phone = Visitor(desks), Visitor(desks, **ELSEWHERE)
    for path in ("/director/events", "/director/event", "/director/event/export", "/director/event/copy"):
        assert visitor.get(path).headers["Location"] == "/sign-in"
        assert phone.get(path).status_code == 403
    for path in ("/director/events/new", "/director/events/open"):
        assert visitor.post(path, {"name": "Sunday"}).status_code == 401
    assert desks.location.event_names() == ["Friday"]


def test_an_event_is_exported_copied_and_read_in_again(desks, director, tmp_path):
    make(director, rounds="2")
    director.post("/director/seat", {"expected": 1})
    form = fields(director, "/director/round/1") | {"peg-1-A": "121", "peg-1-B": "90"}
    director.post("/director/round/1", form)
    exported = director.get("/director/event/export")
    assert exported.headers["Content-Disposition"] == "attachment; filename=Friday.json"
    assert json.loads(exported.data)["event"]["name"] == "Friday"
    copied = tmp_path / "Friday copy.cribbage"
    copied.write_bytes(director.get("/director/event/copy").data)
    copy = Desk(Store(file_url(copied)), "Friday")
    other_director = Visitor(pages(copy)).direct()
    assert ">121–90<" in other_director.text("/director/round/1")
    make(director, name="Again", file=(io.BytesIO(exported.data), "Friday.json"))
    assert ">121–90<" in director.text("/director/round/1")


def test_a_full_disk_is_told_and_leaves_nothing_behind(desks, director):
    make(director, 422, name="")  # Its page is compiled, and kept in a file.
    with full_disk():
        page = make(director, 422).text
    assert "Friday.cribbage: " in re.search(r'<div class="wrong" role="alert">(.*?)</div>', page, re.DOTALL)[1]
    assert list(desks.location.folder.iterdir()) == []


def test_boards_on_usb_are_set_to_the_event(director, monkeypatch):
    make(director, rounds="2")
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    answer = director.post("/director/event/boards")
    assert (answer.status_code, "no board is connected by USB" in answer.text) == (422, True)
    told = [BoardSetup("e661", ""), BoardSetup("e662", "wrong PIN")]
    monkeypatch.setattr("host_tools.desk.web.event_pages.set_boards_to_event", lambda desk, pin, hall: told)
    page = director.post("/director/event/boards", follow_redirects=True).text
    assert "Board e661 is set to this event" in page
    assert "board e662: wrong PIN" in page


def test_who_did_not_qualify_are_the_roster_of_another_event(desks, director):
    make(director, rounds="1")
    assert "has not been drawn" in director.text("/director/events?of=consolation", 422)
    director.post("/director/seat", {"expected": 1})
    play(director, 1, lambda table: 80 + table)
    director.post("/director/draw", {"best_of": "3"})
    page = director.text("/director/events?of=consolation")
    roster = unescape(re.search(r"<textarea[^>]*>([^<]*)", page)[1])
    make(director, name="Second", roster=roster, rounds="1")
    assert director.text("/director/people").count('<a href="/player/') == 6


def test_a_desk_that_opens_another_event_ends_the_work_and_streams_of_the_former(tmp_path):
    """Boards' messages then go to the event that is open."""
    location, done = EventLocation(tmp_path, None), []
    for name in ("Friday", "Saturday"):
        with location.creating(name) as session:
            create_event(session, name, "acc", [Entry(1, "Ann"), Entry(2, "Bo")], rounds=1)

    def build(event):
        app = application(event, Director(), "127.0.0.1", 0)
        app.extensions["feed"].works = [partial(work, event.name)]
        return app

    async def work(name, _):
        done.append(f"begin {name}")
        working.set()
        try:
            await asyncio.Event().wait()
        finally:
            done.append(f"end {name}")

    async def run():
        nonlocal working
        working = asyncio.Event()
        running = asyncio.create_task(switch.run_feeds())
        await working.wait()
        stream = switch.feed.follow(Topic("wall", "en"))
        await anext(stream)
        working = asyncio.Event()
        await asyncio.to_thread(switch.open_event, "Saturday")
        assert [part async for part in stream] == []
        await working.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    working = None
    switch = EventSwitch(build, location.open("Friday"), location)
    in_own_thread(asyncio.run, asyncio.wait_for(run(), PATIENCE_S))
    assert done == ["begin Friday", "end Friday", "begin Saturday", "end Saturday"]


def test_the_seating_list_says_by_codes_who_plays(desk):
    desk.create("acc", 30, rounds=2)
    desk.do(seat_next, by="me")
    visitor = Visitor(pages(desk))
    page = visitor.text("/print/seating/1")
    assert re.findall("Tables ([0-9]+) to ([0-9]+)</figcaption>", page) == [("1", "12"), ("13", "15")]
    for path in re.findall(r'src="([^"]+/code/[^"]+)"', page):
        assert "<svg" in visitor.text(path)
    assert visitor.get("/print/seating/1/code/2.svg").status_code == 404
    view = desk.ask(round_view, 1)
    parts = [json.loads(text.removeprefix(PREFIX)) for text in seating_codes(desk.name, view)]
    assert {part["round"] for part in parts} == {1}
    told = parts[0]["tables"] | parts[1]["tables"]
    assert told == {str(one.table): [names[0] for names in one.sides.values()] for one in view.tables}


# -- corrections -------------------------------------------------------------------------------------------------------


def hidden(page):
    """The fields of a form that say what its page has shown."""
    return dict(re.findall(r'name="(was-\w+)" value="([^"]*)"', page))


def test_a_player_is_corrected_by_a_form_and_so_are_the_wall_and_papers(desks, director):
    make(director, rounds="2")
    assert director.post("/director/seat", {"expected": 1}).status_code == 303
    form = director.text("/director/people/correct/4")
    seen = {name: unescape(value) for name, value in hidden(form).items()}
    assert seen == {"was-name": "Rémi Côté", "was-club": "", "was-id": "4"}
    data = {**seen, "name": "Yvette", "club": "", "id": "4"}
    assert director.post("/director/people/correct/4", data).status_code == 303
    assert "Corrected: Yvette (name)." in director.text("/director/people")
    for path in ("/", "/wall", "/player/4", "/print/seating/1", "/print/cards", "/standings"):
        text = director.text(path)
        assert ("Yvette" in text, "Côté" in text) == (True, False), path
    # The form is sent once more: by then it is another's correction, or none.
    again = director.post("/director/people/correct/4", data)
    assert (again.status_code, "nothing would be changed" in again.text) == (422, True)
    late = director.post("/director/people/correct/4", {**data, "name": "Eva"})
    assert late.status_code == 409


def test_an_event_is_renamed_with_its_file_and_goes_on(desks, director):
    make(director, rounds="2")
    make(director, name="Sunday", rounds="2")
    seen = hidden(director.text("/director/event"))
    assert seen["was-format"] == "acc"
    data = {name.removeprefix("was-"): value for name, value in seen.items()} | seen
    taken = director.post("/director/event/correct", {**data, "name": "Friday"})
    assert (taken.status_code, "Friday.cribbage" in taken.text) == (422, True)
    renamed = {**data, "name": "Saturday", "format": "wins", "date": "2026-11-20"}
    assert director.post("/director/event/correct", renamed).status_code == 303
    page = director.text("/director/event")
    assert "<h1>Saturday</h1>" in page
    assert 'name="was-date" value="2026-11-20"' in page
    assert desks.location.event_names() == ["Friday", "Saturday"]
    assert director.post("/director/seat", {"expected": 1}).status_code == 303
    play(director, 1, lambda table: 80 + table)
    assert 'name="was-format"' not in director.text("/director/event")
    diary = director.text("/director/diary")
    assert "name: Sunday → Saturday" in unescape(diary)


# -- the trash, copies and exports -------------------------------------------------------------------------------------


def test_the_event_that_is_open_is_deleted_and_restored_by_forms(desks, director):
    make(director, rounds="2")
    today = re.search(r"<time>([\d-]+)</time>", director.text("/director/events"))[1]
    asked = director.text("/director/events/delete?name=Friday")
    assert today in asked
    assert "8 players" in asked
    deleted = director.post("/director/events/delete", {"name": "Friday"})
    assert deleted.headers["Location"] == "/director/events"
    assert "No event is open" in Visitor(desks).text("/")
    page = director.text("/director/events")
    assert "Friday is in the trash until" in page
    (kept,) = re.findall(r'name="id" value="([^"]+)"', page)
    restored = director.post("/director/events/restore", {"id": unescape(kept)})
    assert restored.status_code == 303
    assert "Friday is restored" in director.text("/director/round/0")
    assert director.post("/director/seat", {"expected": 1}).status_code == 303


def test_a_copy_is_restored_by_its_form_and_other_files_are_refused_in_words(desks, director):
    make(director, rounds="2")
    copy = director.get("/director/event/copy").data
    upload = {"file": (io.BytesIO(copy), "Friday.cribbage"), "name": "Copy"}
    assert director.post("/director/events/restore", upload).status_code == 303
    assert desks.open_name == "Copy"
    assert "is a copy" in director.text("/director/event")
    bad = {"file": (io.BytesIO(b"\xf6\xff\x00" * 99), "Friday.cribbage"), "name": "Bad"}
    refused = director.post("/director/events/restore", bad)
    assert (refused.status_code, "holds no event" in refused.text) == (422, True)
    assert desks.location.event_names() == ["Copy", "Friday"]


def test_the_even_number_of_rounds_is_offered_where_people_would_play_unequally(director):
    data = {"name": "Odd", "format": "wins", "roster": "\r\n".join(f"P{i}" for i in range(11)), "bye-worth": "1"}
    shown = director.post("/director/events/new", data).text
    assert "2 play 9, the others 8. In 11 rounds all play 10." in shown
    assert 'name="even" value="11"' in shown
    even = director.post("/director/events/new", {**data, "rounds": "", "even": "11"}).text
    assert "the others" not in even
    assert re.search(r'name="rounds"[^>]*value="11"', even)
    understood = re.search(r'name="understood" value="(\w+)"', even)[1]
    made = {**data, "rounds": "11", "understood": understood}
    assert director.post("/director/events/new", made).status_code == 303
    page = director.text("/director/event")
    assert "0 of 11" in page
    assert 'name="was-bye_worth" value="1"' in page
    ladder = {**data, "name": "Ladder", "format": "bsg", "roster": "\r\n".join(f"P{i} & Q{i}" for i in range(11))}
    ladder_shown = director.post("/director/events/new", ladder).text
    assert "so that a pair plays 8 to 10." in ladder_shown


# -- a file that changes under the desk --------------------------------------------------------------------------------


def test_a_file_that_is_replaced_from_outside_is_opened_anew_and_said(desks, director, tmp_path):
    make(director, rounds="2")
    path = desks.location.path("Friday")
    kept = path.read_bytes()
    assert director.post("/director/seat", {"expected": 1}).status_code == 303
    assert "was replaced" not in director.text("/director/round/1")
    other = tmp_path / "restored.cribbage"
    other.write_bytes(kept)
    other.replace(path)
    page = director.text("/director/event")
    assert "Rounds seated: 0 of 2" in page
    assert "was replaced from outside" in director.text("/director/event")
    assert "was replaced" not in Visitor(desks).text("/")
    assert director.post("/director/seat", {"expected": 1}).status_code in (303, 422)


def test_a_file_that_is_gone_is_said_and_no_empty_one_takes_its_place(desks, director, tmp_path):
    make(director, rounds="2")
    path = desks.location.path("Friday")
    path.rename(tmp_path / "elsewhere.cribbage")
    assert "is not there any more" in director.text("/director/event", status=422)
    assert not path.exists()
    (tmp_path / "elsewhere.cribbage").rename(path)
    assert "<h1>Friday</h1>" in director.text("/director/event")


def test_an_event_named_by_two_characters_for_one_letter_is_found(desks, director):
    make(director, name="Ete", rounds="2")
    desks.location.path("Ete").rename(desks.location.folder / "E\u0301te\u0301.cribbage")
    assert desks.location.event_names() == ["Été"]
    with desks.location.reading("Été") as desk:
        assert desk.event.rounds == 2
    assert "Été" in director.text("/director/events")


def test_an_event_renamed_by_a_command_is_followed(desks, director):
    make(director, rounds="2")
    desks.location.path("Friday").rename(desks.location.path("Saturday"))
    assert director.get("/standings").headers["Location"].startswith("/standings")
    assert "The event’s file was renamed: Saturday is open again" in director.text("/director/round/0")


def test_what_was_typed_after_the_session_ended_is_sent_after_signing_in(desks, director):
    make(director, rounds="2")
    director.post("/director/seat", {"expected": 1})
    path = "/director/round/1"
    form = {name: "121" if name.endswith("A") else "90" for name in fields(director, path) if name.startswith("peg-1")}
    form = {**fields(director, path), **form, "csrf_token": director.token()}
    file = director_file()
    file.write_text(json.dumps({**json.loads(file.read_text()), "open": {}}))
    kept = director.client.post(path, data=form)
    assert kept.status_code == 401
    signed = re.search(r'name="kept" value="([^"]+)"', kept.text)[1]
    again = director.post("/sign-in", {"name": "Ruth", "password": PASSWORD, "kept": signed})
    assert "<b>121</b> <b>90</b>" in again.text
    inputs = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', again.text.split(f'action="{path}"')[1]))
    assert director.client.post(path, data=inputs).status_code == 303
    assert "121–90" in director.text(path)

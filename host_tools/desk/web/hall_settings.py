"""Flask blueprint, chief director: the settings of an event's halls, their directors' passwords, who plays where."""

from flask import Blueprint, current_app, request

from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.hall_rows import hall_called, hall_title
from host_tools.desk.events.halls import HALLS, change_hall, move_to_hall, set_across
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.form_fields import form_text, optional_form_number
from host_tools.desk.web.form_views import changes_event
from host_tools.i18n import message
from host_tools.table_numbers import hall_id

pages = Blueprint("hall_settings", __name__, url_prefix="/director/event/halls")
pages.before_request(director_only)


@pages.post("/across")
@changes_event("event_pages.event_page")
def change_across(desk: Desk) -> str:
    """Let the rounds that follow move players from hall to hall, with `across` in the form, or stay within each."""
    set_across(desk, bool(request.form.get("across")))
    return message("event.halls.about_across" if desk.event.across_halls else "event.halls.about_within")


@pages.post("/change")
@changes_event("event_pages.event_page")
def change(desk: Desk) -> str:
    """Change a hall's name, its number of tables and its language."""
    hall = hall_called(desk, form_text("hall"))
    name, language, tables = form_text("name"), form_text("language"), optional_form_number("tables") or 0
    change_hall(desk, hall, name=name, language=language, tables=tables)
    return message("event.halls.changed", hall=hall_title(hall))


@pages.post("/password")
@changes_event("event_pages.event_page")
def set_password(desk: Desk) -> str:
    """Set the password of a hall's director, which ends their sessions; an empty one takes it away."""
    hall, password = hall_called(desk, form_text("hall")), request.form.get("password", "")
    current_app.extensions["director"].set_hall_password(hall_id(desk.event.uid, hall.number), password)
    log_change(desk, HALLS, detail={"hall": hall.number, "password": bool(password)})
    key = "event.halls.password_set" if password else "event.halls.password_gone"
    return message(key, hall=hall_title(hall))


@pages.post("/move")
@changes_event("event_pages.event_page")
def move(desk: Desk) -> str:
    """Let a player play in another hall from the next round on."""
    hall = hall_called(desk, form_text("hall"))
    player = move_to_hall(desk, form_text("who"), hall)
    return message("event.halls.moved", name=player.name, hall=hall_title(hall))

"""Flask blueprints, director: this desk's signed results of an event, and the verification of another desk's."""

from http import HTTPStatus

from flask import Blueprint, Response, abort, flash, render_template, request
from flask.typing import ResponseReturnValue

from host_tools.desk.errors import DeskError
from host_tools.desk.formats.event_formats import FORMATS
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.event_pages import attachment
from host_tools.desk.web.form_fields import form_text
from host_tools.desk.web.print_pages import paper_size
from host_tools.desk.web.served_event import served
from host_tools.desk.web.signed_results import (
    ClubKeys,
    build_sheet,
    decode_sheet,
    encode_sheet,
    fingerprint,
    sheet_qr_code,
)
from host_tools.i18n import message

pages = Blueprint("sheet_pages", __name__, url_prefix="/director/sheet")
pages.before_request(director_only)
verify_pages = Blueprint("verify_pages", __name__, url_prefix="/director/verify")
verify_pages.before_request(director_only)


@pages.get("")
def results() -> str:
    """Serve the signed results for printing, on one page."""
    keys = ClubKeys()
    with served().event.reading() as desk:
        sheet = build_sheet(desk)
    context = {"has_code": sheet_qr_code(encode_sheet(sheet, keys)) is not None, "key": fingerprint(keys.public_key)}
    return render_template("print_sheet.html", sheet=sheet, size=paper_size(), **context)


def _signed_text(desk: Desk) -> str:
    """Return the event's results as a text signed by this desk."""
    return encode_sheet(build_sheet(desk), ClubKeys())


@pages.get("/results.txt")
def results_file() -> Response:
    with served().event.reading() as desk:
        text = _signed_text(desk) + "\n"
        return attachment(f"{desk.event.name} results.txt", text, "text/plain; charset=utf-8")


@pages.get("/results.svg")
def results_qr_code() -> Response:
    """Serve the signed results as a QR code; 404 if they are too long for one."""
    with served().event.reading() as desk:
        image = sheet_qr_code(_signed_text(desk))
    if image is None:
        abort(HTTPStatus.NOT_FOUND)
    return Response(image, content_type="image/svg+xml")


@verify_pages.get("")
def verify() -> str:
    return render_template("verify.html", sheet=None)


@verify_pages.post("")
def show_verified() -> ResponseReturnValue:
    """Verify the signed results in the form, pasted or uploaded; with `club` in the form, name the key's club first."""
    uploaded = request.files["file"].read() if request.files.get("file") else b""
    text = uploaded.decode("ascii", errors="replace") if uploaded else request.form.get("text", "")
    keys = ClubKeys()
    try:
        sheet, key = decode_sheet(text)
        if "club" in request.form:
            keys.name_club(key, form_text("club"))
            flash(message("event.sheet.named"))
    except DeskError as error:
        return render_template("verify.html", sheet=None, wrong=str(error), text=text), HTTPStatus.UNPROCESSABLE_ENTITY
    context = {"key": fingerprint(key), "club": keys.club(key), "own": key == keys.public_key}
    return render_template("verify.html", sheet=sheet, text=text, known_format=sheet.format in FORMATS, **context)

"""Flask blueprint, director: import result lines, pasted, uploaded or read from boards on USB."""

from flask import Blueprint, render_template, request

from host_tools.desk.intake.import_lines import SourceLine, import_lines
from host_tools.desk.intake.usb_boards import read_boards
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.form_views import director_writing
from host_tools.i18n import message
from host_tools.text_files import TextError, decode_text, naming_file

pages = Blueprint("result_import", __name__, url_prefix="/director")
pages.before_request(director_only)


@pages.get("/read")
def import_page() -> str:
    return render_template("read.html", report=None)


@pages.post("/read")
def import_results() -> str:
    """Import result lines from the form: pasted, uploaded, or with `usb` read from the boards on USB."""
    lines: list[SourceLine] = [
        ("pasted", i, line) for i, line in enumerate(request.form.get("lines", "").splitlines(), 1)
    ]
    undecoded: list[str] = []
    for file in request.files.getlist("files"):
        name = file.filename or "file"
        try:
            with naming_file(name):
                text = decode_text(file.read())
        except TextError as error:
            undecoded.append(str(error))
            continue
        lines += [(name, i, line) for i, line in enumerate(text.text.splitlines(), 1)]
        undecoded += [message("cli.text.file", file=name, what=text.note)] if text.note else []
    of_boards, unread = read_boards() if "usb" in request.form else ([], [])
    lines += of_boards
    with director_writing() as desk:
        report = import_lines(desk, lines)
    report.unread = unread
    report.refused = undecoded + report.refused
    return render_template("read.html", report=report)

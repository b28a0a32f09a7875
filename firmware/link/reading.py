"""Verbs that read: nothing they do changes a board. Each yields its data, dicts or a result's text."""

from .measured import told
from .request import LinkError, need_pin, whole
from .status import state

VERSION = 1


def _hello(board, request: dict):
    values = board.settings.values
    yield {
        "board": board.uid,
        "name": values["name"],
        "table": values["table"],
        "event": values["event"],
        "link": VERSION,
        "tracks": board.settings.tracks,
    }


def _status(board, request: dict):
    status = state(board.match, board.console)
    status["clock"] = board.clock
    status["results"] = board.results.count
    status["code"] = board.results.code
    status["notes"] = board.notes
    status.update(told(board.hal, board.measures))
    yield status


def _selftest(board, request: dict):
    from .selftest import report

    lights = request.get("lights", False)
    if not isinstance(lights, bool):
        raise LinkError("bad-value", "lights: true or false")
    if lights:
        need_pin(board, request)
        try:
            board.office().test_lights()
        except RuntimeError as error:
            raise LinkError("busy", str(error)) from None
    yield report(board)


def _results(board, request: dict):
    limit = whole(request, "limit", 1000)
    for line in board.results.since(whole(request, "since", 0)):
        if limit <= 0:
            break
        limit -= 1
        yield line


def _events(board, request: dict):
    game = whole(request, "game", 0)
    try:
        for piece in board.office().events(game):
            yield piece
    except OSError as error:
        raise LinkError("flash", "the journal has moved on; ask again (%s)" % error) from None


VERBS = {"hello": _hello, "status": _status, "results": _results, "events": _events, "selftest": _selftest}

"""After a game: its result line, in the log and out of it again. Loaded when it is wanted."""

from .clock import since
from .journal.result_log import append, clear
from .rules import results


def write_result(board) -> bool:
    """Write the result that is due. False where flash has no room for it; what stands in its way has been noted."""
    values = board.settings.values
    n = board.match.finished
    body = results.body(board.match, n, board.uid, values["event"], values["table"], _time_of_day(board))
    while True:
        try:
            append(board.results, n, body, bytes.fromhex(values["key"]))
            break
        except OSError as error:
            if not board.journal.make_room(error):
                return False
    board.journal.archive(n)
    return True


def _time_of_day(board):
    if board.epoch is None:
        return None
    return board.epoch + since(board.epoch_at, board.clock) // 1000


def clear_results(board, link: str) -> bool:
    """Empty the log of results, if `link` names its last line. False where it does not. Raises OSError."""
    values = board.settings.values
    body = results.cleared(board.results.count, board.uid, values["event"])
    return clear(board.results, body, bytes.fromhex(values["key"]), link)

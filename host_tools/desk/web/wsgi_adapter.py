"""Run the Flask application in threads that do not wait for the event loop where nothing has to be waited for."""

from typing import Any

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi import WSGIResponder


class UnwaitingAdapter(WSGIMiddleware):
    """WSGIMiddleware whose threads are free for the next request once their response is queued, not once it is sent.

    A page is three messages (start, body, end), and its thread would wait three times for the event loop.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer an HTTP request (ASGI)."""
        await _Responder(self.app, self.executor, self.send_queue_size)(scope, receive, send)


class _Responder(WSGIResponder):
    """One response. Its first messages fit into its queue; behind them it waits, so that no client can fill memory."""

    def __init__(self, app: Any, executor: Any, queue_size: int) -> None:
        super().__init__(app, executor, queue_size)
        self._free_places = queue_size

    def send(self, message: Any) -> None:
        if self._free_places:
            self._free_places -= 1
            self.loop.call_soon_threadsafe(self.send_queue.put_nowait, message)
        else:
            super().send(message)

"""Limits of request bodies, and ASGI middleware that buffers them: slow clients occupy none of the few threads."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_FORM = 256 * 1024
LARGEST_IMPORT = 16 * 1024 * 1024
"""Bytes; a result line has some 350."""
IMPORT_PATH = "/director/read"
_NEW_EVENT_PATH = "/director/events/new"
"""Takes exported events."""


def largest_body(path: str) -> int:
    """Return how many bytes a request to `path` may carry."""
    return LARGEST_IMPORT if path in (IMPORT_PATH, _NEW_EVENT_PATH) else LARGEST_FORM


class WholeBody:
    """ASGI middleware that passes requests on with the whole body in one message; one that is too large is cut."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Receive the whole body of a request, then call the application (ASGI)."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        body, complete, most = bytearray(), False, largest_body(scope["path"])
        while not complete and len(body) <= most:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message.get("body", b"")
            complete = not message.get("more_body", False)

        async def replay() -> Message:
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        return await self.app(scope, replay, send)

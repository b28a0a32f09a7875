"""ASGI middleware: buffer the whole request body, so that slow clients occupy none of the few threads."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from host_tools.desk.web.app import LARGEST_FORM


class WholeBody:
    """ASGI middleware that passes requests on with the whole body in one message; one too large for any form is cut."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Receive the whole body of a request, then call the application (ASGI)."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        body, complete = bytearray(), False
        while not complete and len(body) <= LARGEST_FORM:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message.get("body", b"")
            complete = not message.get("more_body", False)

        async def replay() -> Message:
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        return await self.app(scope, replay, send)

"""HTTP messages, and the exception with which a callback is refused."""
from dataclasses import dataclass, field

REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
           405: "Method Not Allowed", 409: "Conflict", 413: "Content Too Large", 422: "Unprocessable Content",
           500: "Internal Server Error", 503: "Service Unavailable"}


class Refusal(Exception):
    """A status and a message; nothing was written."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status
        self.message = message


@dataclass
class Request:
    """A request as received: the path and the query are raw, the headers keep their order and case."""
    method: str
    path: str
    query: str
    version: str
    headers: list
    body: bytes = b""

    def values(self, name):
        return [value for key, value in self.headers if key.lower() == name.lower()]

    def value(self, name, default=""):
        found = self.values(name)
        return found[0] if found else default


@dataclass
class Response:
    status: int
    body: bytes = b""
    headers: dict = field(default_factory=lambda: {"Content-Type": "application/json"})
    close: bool = False

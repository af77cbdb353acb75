"""HTTP messages."""
from dataclasses import dataclass, field

REASONS = {200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 301: "Moved Permanently", 400: "Bad Request", 401: "Unauthorized",
           402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 409: "Conflict",
           413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
           422: "Unprocessable Content", 429: "Too Many Requests", 500: "Internal Server Error",
           503: "Service Unavailable"}


@dataclass
class Request:
    """A request as received: the path and the query are raw, the headers keep their order and case."""
    method: str
    path: str
    query: str
    version: str
    headers: list
    body: bytes
    peer: str
    connection: object = None

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

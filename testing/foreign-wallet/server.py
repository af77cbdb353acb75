"""HTTP on top of Python's own server: raw paths, bodies in chunks, and the exception with which a callback is refused."""
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LARGEST_BODY = 64 * 1024


class Refusal(Exception):
    """A status and a message; nothing was written."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status
        self.message = message


@dataclass
class Request:
    """A request as received: the path and the query are raw."""
    method: str
    path: str
    query: str
    headers: object
    body: bytes = b""

    def values(self, name):
        return self.headers.get_all(name) or []

    def value(self, name, default=""):
        return self.headers.get(name, default)


@dataclass
class Response:
    status: int
    body: bytes = b""
    headers: dict = field(default_factory=lambda: {"Content-Type": "application/json"})


class Handler(BaseHTTPRequestHandler):
    """Serves one connection; the server holds the wallet."""
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def serve(self):
        wallet = self.server.wallet
        path, _, query = self.path.partition("?")
        request = Request(self.command, path, query, self.headers)
        try:
            request.body = self.read_body()
            response = wallet.handle(request)
        except Refusal as refusal:
            self.close_connection = True
            response = wallet.failure(refusal.status, refusal.message)
        wallet.finish(self, request, response)
        self.send_response_only(response.status)
        for pair in response.headers.items():
            self.send_header(*pair)
        self.send_header("Content-Length", str(len(response.body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers_with(b"" if self.command == "HEAD" else response.body)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = serve

    def end_headers_with(self, body):
        """Sends headers and body in one piece."""
        self.wfile.write(b"".join(self._headers_buffer) + b"\r\n" + body)
        self._headers_buffer = []

    def read_body(self):
        if "chunked" not in self.headers.get("Transfer-Encoding", "").lower():
            return self.take(int(self.headers.get("Content-Length", "0")))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.take(size)
            self.rfile.readline()
            if len(body) > LARGEST_BODY:
                raise Refusal(413, "the body is larger than %d bytes" % LARGEST_BODY)
        while self.rfile.readline().strip():
            pass
        return body

    def take(self, length):
        """Reads a body; one over the limit is drained, so that a reset does not destroy the answer (D-36)."""
        body = self.rfile.read(length)
        if length > LARGEST_BODY:
            raise Refusal(413, "the body is larger than %d bytes" % LARGEST_BODY)
        return body

    def log_message(self, *_):
        """Prints nothing."""


class Server:
    """Listens for the wallet."""

    def listen(self, port):
        server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        server.request_queue_size, server.daemon_threads, server.wallet = 256, True, self
        server.socket.listen(256)
        self.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def finish(self, connection, request, response):
        """Lets a variant change a response before it is sent."""

"""A threaded HTTP/1.1 server on plain sockets: keep-alive, pipelining in order, TCP_NODELAY."""
import re
import socket
import threading
import time

from message import REASONS, Request

LARGEST_HEAD = 128 * 1024
LARGEST_BODY = 64 * 1024


class Closed(Exception):
    """The peer closed the connection."""


class BadRequest(Exception):
    """The bytes are not HTTP."""


class TooLarge(Exception):
    """The body is over the limit (D-36)."""


class Connection:
    """One accepted connection with its input buffer."""

    def __init__(self, sock):
        self.sock = sock
        self.buffer = bytearray()
        self.served = 0

    def fill(self):
        data = self.sock.recv(65536)
        if not data:
            raise Closed()
        self.buffer += data

    def take(self, count):
        while len(self.buffer) < count:
            self.fill()
        data = bytes(self.buffer[:count])
        del self.buffer[:count]
        return data

    def take_line(self):
        while True:
            end = self.buffer.find(b"\r\n")
            if end >= 0:
                return self.take(end + 2)[:-2]
            if len(self.buffer) > LARGEST_HEAD:
                raise BadRequest("line too long")
            self.fill()

    def send(self, data):
        self.sock.sendall(data)


class Server:
    """Accepts connections and serves each in its own thread."""

    def listen(self, port):
        self.listener = socket.create_server(("127.0.0.1", port), backlog=256)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept_all, daemon=True).start()

    def accept_all(self):
        while True:
            sock, _ = self.listener.accept()
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self.serve, args=(Connection(sock),), daemon=True).start()

    def serve(self, connection):
        try:
            while self.serve_one(connection):
                connection.served += 1
        except (Closed, OSError):
            pass
        except BadRequest as error:
            self.last_words(connection, self.failure(400, "not HTTP: %s" % error))
        except TooLarge:
            self.last_words(connection, self.failure(413, "the body is larger than %d bytes" % LARGEST_BODY))
        finally:
            connection.sock.close()

    def last_words(self, connection, response):
        """Sends a last answer and drains the input, so that a reset does not destroy the answer."""
        response.close = True
        try:
            connection.send(self.render(None, response))
            connection.sock.shutdown(socket.SHUT_WR)
            connection.sock.settimeout(1)
            until = time.monotonic() + 1
            while time.monotonic() < until and connection.sock.recv(65536):
                pass
        except OSError:
            pass

    def serve_one(self, connection):
        """Serves one request; returns whether the connection stays open."""
        request = self.read_request(connection)
        response = self.handle(request)
        response.close = response.close or not self.keeps_alive(request)
        self.send_response(connection, request, response)
        return not response.close

    def keeps_alive(self, request):
        wish = request.value("Connection").lower()
        return "close" not in wish if request.version == "HTTP/1.1" else "keep-alive" in wish

    def send_response(self, connection, request, response):
        connection.send(self.render(request, response))

    def render(self, request, response):
        """Writes a response as bytes."""
        lines = ["HTTP/1.1 %d %s" % (response.status, REASONS.get(response.status, "Status"))]
        lines += ["%s: %s" % pair for pair in self.response_headers(request, response)]
        return "\r\n".join(lines + ["", ""]).encode("latin-1") + response.body

    def response_headers(self, request, response):
        headers = [pair for pair in response.headers.items() if response.body or pair[0] != "Content-Type"]
        headers.append(("Content-Length", str(len(response.body))))
        if response.close:
            headers.append(("Connection", "close"))
        return headers

    def read_request(self, connection):
        line = connection.take_line()
        while not line:
            line = connection.take_line()
        try:
            method, target, version = line.decode("latin-1").split(" ")
        except ValueError:
            raise BadRequest("request line") from None
        headers = self.read_headers(connection)
        path, _, query = target.partition("?")
        request = Request(method, path, query, version, headers)
        if request.value("Expect").lower() == "100-continue":
            connection.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        request.body = self.read_body_bytes(connection, request)
        return request

    def read_headers(self, connection):
        headers = []
        size = 0
        while True:
            line = connection.take_line().decode("latin-1")
            if not line:
                return headers
            size += len(line)
            name, colon, value = line.partition(":")
            if not colon or size > LARGEST_HEAD:
                raise BadRequest("header")
            headers.append((name, value.strip(" \t")))

    def read_body_bytes(self, connection, request):
        if "chunked" in request.value("Transfer-Encoding").lower():
            return self.read_chunks(connection)
        length = request.value("Content-Length", "0")
        if not re.fullmatch("[0-9]{1,15}", length):
            raise BadRequest("Content-Length")
        if int(length) > LARGEST_BODY:
            raise TooLarge()
        return connection.take(int(length))

    def read_chunks(self, connection):
        body = b""
        while True:
            try:
                size = int(connection.take_line().split(b";")[0], 16)
            except ValueError:
                raise BadRequest("chunk") from None
            if len(body) + size > LARGEST_BODY:
                raise TooLarge()
            if size == 0:
                while connection.take_line():
                    pass
                return body
            body += connection.take(size)
            connection.take_line()

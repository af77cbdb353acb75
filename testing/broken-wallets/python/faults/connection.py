"""Faults of HTTP connections."""
import gzip
import socket
import time

from errors import Refusal
from faults.registry import fault
from server import Closed, Server


@fault("unread-body-on-401", "A refused request's body is not read: its bytes begin the next request.", "ERR-2",
       "good_after_bad_on_connection")
class _(object):
    def read_body_bytes(self, connection, request):
        body = super().read_body_bytes(connection, request)
        request.body = body
        try:
            self.verify(request)
        except Refusal:
            connection.buffer[:0] = body
        return body


@fault("body-from-first-packet", "Only the bytes that come with the head are read as the body.", "SIG-5",
       "body_in_second_packet")
class _(object):
    def read_body_bytes(self, connection, request):
        length = int(request.value("Content-Length", "0") or 0)
        if "chunked" in request.value("Transfer-Encoding").lower() or len(connection.buffer) >= length:
            return super().read_body_bytes(connection, request)
        body = bytes(connection.buffer)
        connection.take(length)
        return body


@fault("chunked-body-lost", "A chunked request body is taken for empty.", "SIG-5", "chunked_request", basis="unsure")
class _(object):
    def read_body_bytes(self, connection, request):
        body = super().read_body_bytes(connection, request)
        return b"" if "chunked" in request.value("Transfer-Encoding").lower() else body


@fault("length-in-characters", "Content-Length counts characters, not bytes: a name with an accent cuts the JSON.",
       "WAL-2", "player")
class _(object):
    def response_headers(self, request, response):
        headers = super().response_headers(request, response)
        size = len(response.body.decode("utf-8", "replace"))
        response.body = response.body[:size]
        return [(name, str(size) if name == "Content-Length" else value) for name, value in headers]


@fault("pipelined-crossed", "Of two pipelined requests the answers come in the wrong order.", "GEN-8 WAL-13",
       "pipelined", basis="unsure")
class _(object):
    def serve_one(self, connection):
        first = self.read_request(connection)
        if not connection.buffer or b"\r\n\r\n" not in connection.buffer:
            response = self.handle(first)
            self.send_response(connection, first, response)
            return self.keeps_alive(first)
        second = self.read_request(connection)
        answers = [self.handle(first), self.handle(second)]
        self.send_response(connection, second, answers[1])
        self.send_response(connection, first, answers[0])
        return self.keeps_alive(second)


@fault("pipelined-lost", "What comes behind a request in the same packet is dropped.", "GEN-8", "pipelined",
       basis="unsure")
class _(object):
    def serve_one(self, connection):
        request = self.read_request(connection)
        connection.buffer.clear()
        response = self.handle(request)
        self.send_response(connection, request, response)
        return self.keeps_alive(request)


@fault("keep-alive-says-close-not", "The connection is closed after each answer without a Connection: close header.",
       "GEN-8", "two_on_one_connection", basis="unsure")
class _(object):
    def serve_one(self, connection):
        super().serve_one(connection)
        return False


@fault("close-before-answer", "A debit of an insufficient amount closes the connection without an answer.", "ERR-2",
       "insufficient")
class _(object):
    def refuse(self, request, refusal):
        if refusal.status == 409:
            raise Closed()
        return super().refuse(request, refusal)


@fault("malformed-closes", "Malformed JSON closes the connection without an answer.", "ERR-3", "malformed")
class _(object):
    def refuse(self, request, refusal):
        if "malformed" in refusal.message:
            raise Closed()
        return super().refuse(request, refusal)


@fault("bad-signature-hangs", "A wrong signature is never answered (a tarpit).", "ERR-2 SIG-13", "bad_signature",
       basis="unsure")
class _(object):
    def refuse(self, request, refusal):
        if "match" in refusal.message:
            time.sleep(self.seconds(30))
            raise Closed()
        return super().refuse(request, refusal)


@fault("gzip-always", "Answers are compressed though the client did not ask for it.", "WAL-13 GEN-8", "plain_round", basis="unsure")
class _(object):
    def send_response(self, connection, request, response):
        if response.body:
            response.body = gzip.compress(response.body)
            response.headers = dict(response.headers, **{"Content-Encoding": "gzip"})
        super().send_response(connection, request, response)


@fault("redirects", "A path is answered with a redirect to its form with a slash at the end.", "GEN-8 ERR-2", "player")
class _(object):
    def dispatch(self, request):
        if request.path.endswith("/player"):
            raise Refusal(301, "moved to " + request.path + "/")
        return super().dispatch(request)


@fault("answer-of-request-before", "The connection of a request that failed is handed the answer of the request before.",
       "WAL-13 ERR-2", "good_after_bad_on_connection")
class _(object):
    def send_response(self, connection, request, response):
        last = connection.memory.get("last")
        connection.memory["last"] = response
        if last is not None and last.status == 401 and response.status == 200:
            response = last
        super().send_response(connection, request, response)


@fault("head-limit-4k", "Heads over 4 KiB are refused: long tokens do not reach /player.", "WAL-2 D-36", "long_token",
       basis="decision")
class _(object):
    def dispatch(self, request):
        if len(request.path) + len(request.query) > 4096:
            raise Refusal(414, "URI too long")
        return super().dispatch(request)


@fault("answers-half", "The last 20 bytes of a long answer are never sent.",
       "WAL-13", "plain_round")
class _(object):
    def send_response(self, connection, request, response):
        data = self.render(request, response)
        if len(data) > 200 and response.status == 200:
            connection.send(data[:-20])
            connection.sock.shutdown(socket.SHUT_WR)
            raise Closed()
        Server.send_response(self, connection, request, response)


@fault("expect-continue-ignored", "A client that waits for 100 Continue is never told to go on.", "SIG-5",
       "expect_continue", basis="unsure")
class _(object):
    def read_headers(self, connection):
        return [pair for pair in super().read_headers(connection) if pair[0].lower() != "expect"]

"""A client that calls a wallet in this process and writes down what it observed."""
import hashlib
import hmac
import json
import re
import socket
import threading
import time
from types import SimpleNamespace
from urllib.parse import quote

from jsontext import Number

SECRET = b"secret of the self-check"
RIGHT = object()


class Answer:
    """One answer: status, headers, body, and the body as JSON when it is JSON."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body
        try:
            self.json = json.loads(body.decode("utf-8"), parse_float=Number, parse_int=Number)
        except (ValueError, UnicodeDecodeError):
            self.json = None

    def get(self, path):
        value = self.json
        for name in path.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        return value

    @property
    def balance(self):
        return self.get("balance.amount")


class Wire:
    """One client connection."""

    def __init__(self, port, timeout=3):
        self.sock = socket.create_connection(("127.0.0.1", port), timeout)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.open = True

    def send(self, data):
        self.sock.sendall(data)

    def more(self):
        data = self.sock.recv(65536)
        self.buffer += data
        return bool(data)

    def receive(self):
        """Reads one answer; returns the word closed or timeout instead when there is none."""
        try:
            while b"\r\n\r\n" not in self.buffer:
                if not self.more():
                    self.open = False
                    return "closed"
            head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
            lines = head.decode("latin-1").split("\r\n")
            status = int(lines[0].split(" ")[1])
            headers = {name.strip().lower(): value.strip() for name, _, value in
                       (line.partition(":") for line in lines[1:])}
            if status == 100:
                return Answer(100, headers, b"")
            body = self.read_body(headers, lines[0])
            if "close" in headers.get("connection", "") or lines[0].startswith("HTTP/1.0"):
                self.open = False
            return Answer(status, headers, body)
        except socket.timeout:
            self.open = False
            return "timeout"
        except OSError:
            self.open = False
            return "closed"

    def read_body(self, headers, first):
        if "chunked" in headers.get("transfer-encoding", ""):
            body = b""
            while True:
                while b"\r\n" not in self.buffer:
                    self.more()
                size, _, self.buffer = self.buffer.partition(b"\r\n")
                count = int(size, 16)
                while len(self.buffer) < count + 2:
                    self.more()
                body, self.buffer = body + self.buffer[:count], self.buffer[count + 2:]
                if not count:
                    return body
        if "content-length" not in headers:
            while not first.startswith("HTTP/1.1") and self.more():
                pass
            body, self.buffer = self.buffer, b""
            return body
        length = int(headers["content-length"])
        while len(self.buffer) < length and self.more():
            pass
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        return body

    def close(self):
        self.sock.close()


class Client:
    """Calls one wallet. Every logged call is an observation."""

    def __init__(self, start):
        self.start = start
        self.wallet = start()
        self.log = []
        self.names = {}
        self.wire = None

    @property
    def prefix(self):
        return self.wallet.options.prefix

    def note(self, *what):
        self.log.append(what)

    def stop(self):
        if self.wire:
            self.wire.close()
        self.wallet.stop()

    def restart(self):
        self.stop()
        self.wire = None
        self.wallet = self.start()

    # --- requests

    def request(self, method, path, query="", body=b"", stamp=None, signature=RIGHT, headers=(), secret=SECRET,
                sign_path=None, sign_data=None, content_type="application/json", names=("X-Svc-Signature",
                                                                                       "X-Svc-Timestamp"),
                digest=hashlib.sha512, length=True, prefix=None):
        """Builds the bytes of a request. `signature` may be a function of the right signature, or None."""
        path = (self.prefix if prefix is None else prefix) + path
        stamp = str(int(time.time() * 1000)) if stamp is None else str(stamp)
        data = sign_data if sign_data is not None else body or query.encode()
        text = (path if sign_path is None else sign_path).encode() + b"|" + stamp.encode() + b"|" + data
        right = hmac.new(secret, text, digest).hexdigest()
        given = right if signature is RIGHT else signature(right) if callable(signature) else signature
        lines = ["%s %s%s HTTP/1.1" % (method, path, "?" + query if query else ""), "Host: wallet"]
        if given is not None:
            lines.append("%s: %s" % (names[0], given))
        if stamp != "none":
            lines.append("%s: %s" % (names[1], stamp))
        if body and content_type:
            lines.append("Content-Type: " + content_type)
        if length and (body or method == "POST"):
            lines.append("Content-Length: %d" % len(body))
        lines += list(headers)
        return "\r\n".join(lines + ["", ""]).encode("latin-1") + body

    def exchange(self, data, wire=None):
        if wire is None:
            if self.wire is None or not self.wire.open:
                if self.wire:
                    self.wire.close()
                self.wire = Wire(self.wallet.port)
            wire = self.wire
        try:
            wire.send(data)
        except OSError:
            wire.open = False
            return "closed"
        return wire.receive()

    def call(self, method, path, log=True, wire=None, **how):
        answer = self.exchange(self.request(method, path, **how), wire)
        if log:
            self.log.append(self.normal(answer))
        return answer

    # --- the five callbacks

    def body(self, kind, id, ref=None, round="r1", amount="10.00", player=1, reason=None, drop=(), inner=None, **more):
        """Writes the body of a movement. Amounts and further values given as Raw text stay as they are."""
        name = "stake" if kind == "debit" else "payout"
        fields = {"transactionId": id, "gameRoundId": round, "playerId": "player-%s" % player, "gameId": "game-1",
                  "reason": reason or {"debit": "bet", "credit": "win", "rollback": "refund"}[kind]}
        if kind == "debit":
            fields["token"] = "token-%s" % player
        else:
            fields["referenceTransactionId"] = ref
        if kind != "rollback":
            fields[name] = {"amount": Number(amount), "currency": self.wallet.CURRENCY}
            fields[name].update(inner or {})
        fields.update(more)
        for path in drop:
            if "." in path:
                fields[path.split(".")[0]].pop(path.split(".")[1])
            else:
                fields.pop(path, None)
        return write(fields).encode("utf-8")

    def move(self, kind, body, **how):
        return self.call("POST", "/" + kind, body=body, **how)

    def debit(self, id, round="r1", amount="10.00", how=None, **fields):
        return self.move("debit", self.body("debit", id, None, round, amount, **fields), **(how or {}))

    def credit(self, id, ref, round="r1", amount="25.00", how=None, **fields):
        return self.move("credit", self.body("credit", id, ref, round, amount, **fields), **(how or {}))

    def rollback(self, id, ref, round="r1", how=None, **fields):
        return self.move("rollback", self.body("rollback", id, ref, round, **fields), **(how or {}))

    def lookup(self, id, player=1, **how):
        account = player if isinstance(player, str) else "player-%d" % player
        return self.call("GET", "/players/%s/transactions/%s" % (quote(account, safe=""), quote(id, safe="")), **how)

    def player(self, number=1, query=None, **how):
        return self.call("GET", "/player", query=query or "gameId=game-1&token=token-%d" % number, **how)

    def quiet(self, **how):
        return dict(how, log=False)

    def free(self, value="2.00", campaign="SPRING"):
        return {"campaign": campaign, "value": {"amount": Number(value), "currency": self.wallet.CURRENCY}}

    # --- many at once

    def together(self, requests):
        """Sends requests at once, each on a connection of its own, and returns the answers in order."""
        wires = [Wire(self.wallet.port) for _ in requests]
        answers = [None] * len(requests)
        barrier = threading.Barrier(len(requests))

        def run(place):
            barrier.wait()
            answers[place] = self.exchange(requests[place], wires[place])
        threads = [threading.Thread(target=run, args=(place,)) for place in range(len(requests))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for wire in wires:
            wire.close()
        return [answer if isinstance(answer, Answer) else SimpleNamespace(status=answer, balance=None, body=b"", json=None)
                for answer in answers]

    # --- what was observed

    def normal(self, answer):
        if not isinstance(answer, Answer):
            return (answer,)
        value = answer.body if answer.json is None else self.plain(answer.json)
        return (answer.status, answer.headers.get("content-type"), str(value))

    def plain(self, value, name=""):
        """Replaces what differs from run to run by names given in the order of appearance."""
        if isinstance(value, dict):
            return {key: self.plain(item, key) for key, item in value.items()}
        if isinstance(value, list):
            return [self.plain(item) for item in value]
        if isinstance(value, Number):
            return "number " + (str(value) if len(value) < 13 or "." in value or name == "amount" else "long")
        if name.lower() in ("operatortransactionid", "operator_transaction_id") and isinstance(value, str) and value:
            return self.names.setdefault(value, "id %d" % len(self.names))
        if isinstance(value, str):
            return re.sub(r"\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d\.\d{3}", r"day\1time", value)
        return value


def write(value):
    """Writes JSON; Number texts are copied."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(key) + ":" + write(item) for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(write, value)) + "]"
    return json.dumps(value, ensure_ascii=False)

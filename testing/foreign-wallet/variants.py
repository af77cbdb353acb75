"""Wallets that are right by the specification, and unusual."""
import gzip
import os
import threading
import time
import unicodedata
from dataclasses import dataclass

import jsontext
import money
from message import Refusal, Response

VARIANTS = {}


@dataclass
class Variant:
    name: str
    says: str
    rules: str
    wallet: type


def variant(name, says, rules):
    def register(wallet):
        VARIANTS[name] = Variant(name, says, rules, wallet)
        return wallet
    return register


def account(name, currency, rules, balance=1_000_000):
    variant(name, "All accounts are in %s." % currency, rules)(
        type("_", (object,), {"CURRENCY": currency, "BALANCE": balance}))


account("jpy", "JPY", "GEN-5 WAL-16 D-19")
account("kwd", "KWD", "GEN-5 WAL-16 D-19")
account("btc", "BTC", "GEN-5 WAL-16 D-58")
account("usdt20", "USDT20", "GEN-5 D-58")
account("huge-balance", "EUR", "WAL-16 D-20", 10_000_000_000_000)
account("small-balance", "EUR", "ERR-2", 20)


@variant("empty-errors", "Refusals have no body.", "GEN-7 ERR-2")
class _(object):
    def failure(self, status, message):
        return Response(status)


@variant("empty-409", "409 has no body; other errors have one.", "ERR-2 GEN-7")
class _(object):
    def failure(self, status, message):
        return Response(status) if status == 409 else super().failure(status, message)


@variant("chunked", "Answers are sent in chunks of seven bytes.", "GEN-8")
class _(object):
    def render(self, request, response):
        size = 7
        parts = [response.body[at:at + size] for at in range(0, len(response.body), size)]
        body, response.body = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts + [b""]), b""
        response.headers = dict(response.headers, **{"Transfer-Encoding": "chunked"})
        return super().render(request, response) + body

    def response_headers(self, request, response):
        headers = [pair for pair in super().response_headers(request, response) if pair[0] != "Content-Length"]
        return headers + [("Content-Type", response.headers.get("Content-Type", "application/json"))]


@variant("connection-close", "Every answer closes its connection and says so.", "GEN-8")
class _(object):
    def keeps_alive(self, request):
        return False


@variant("http-1-0", "Answers are HTTP/1.0 without Content-Length; the end of the connection ends the body.", "GEN-8")
class _(object):
    def keeps_alive(self, request):
        return False

    def response_headers(self, request, response):
        return [pair for pair in super().response_headers(request, response)
                if pair[0] not in ("Content-Length", "Connection")]

    def render(self, request, response):
        return super().render(request, response).replace(b"HTTP/1.1", b"HTTP/1.0", 1)


@variant("lower-case-headers", "Header names of answers are in lower case.", "GEN-8")
class _(object):
    def response_headers(self, request, response):
        return [(name.lower(), value) for name, value in super().response_headers(request, response)]


@variant("many-headers", "Answers carry cookies, ETag, Vary, a long policy header and more.", "GEN-8")
class _(object):
    def response_headers(self, request, response):
        return super().response_headers(request, response) + [
            ("Set-Cookie", "route=a1; Path=/; HttpOnly"), ("Set-Cookie", "lb=7"), ("ETag", 'W/"1"'),
            ("Vary", "Accept-Encoding"), ("Server", "edge"), ("Content-Security-Policy", "default-src 'none'; " * 60)]


@variant("latency-100ms", "Every answer takes 100 ms.", "D-34")
class _(object):
    def handle(self, request):
        time.sleep(0.1)
        return super().handle(request)


@variant("serialised", "One request at a time for all connections, each taking 2 ms.", "IDM-3 D-34")
class _(object):
    TURN = threading.Lock()

    def handle(self, request):
        with self.TURN:
            time.sleep(0.002)
            return super().handle(request)


@variant("slow-first-byte", "The first byte of an answer comes after 300 ms, the rest in small pieces.", "D-34")
class _(object):
    def send_response(self, connection, request, response):
        data = self.render(request, response)
        time.sleep(0.3)
        for at in range(0, len(data), 64):
            connection.send(data[at:at + 64])
            time.sleep(0.001)


@variant("stake-limit", "Stakes over 500.00 are refused with 422.", "ERR-3 D-63")
class _(object):
    def check_stake_limit(self, call):
        if call.amount > 500 * 10 ** money.decimals_of(call.account.currency):
            raise Refusal(422, "the stake is over the player's limit")


@variant("minimum-stake", "Paid stakes under 0.10 are refused with 422.", "ERR-3 D-63")
class _(object):
    def check_stake_limit(self, call):
        if 0 < call.amount < 10 ** (money.decimals_of(call.account.currency) - 1):
            raise Refusal(422, "the stake is under the minimum")


@variant("campaign-check", "A free round of a campaign other than WALLET_CAMPAIGNS (SPRING) is refused on the debit.",
         "ERR-3 D-63")
class _(object):
    def check_free_round(self, call):
        super().check_free_round(call)
        known = os.environ.get("WALLET_CAMPAIGNS", "SPRING").split(",")
        if call.reason == "freeround" and call.field("freeRoundData.campaign", None) not in known:
            raise Refusal(422, "unknown campaign")


def prefix(name, value):
    variant(name, "The callbacks stand under %s." % (value or "no prefix"), "SIG-3 D-40")(
        type("_", (object,), {"PREFIX": value}))


prefix("prefix-encoded", "/wallet%20one/caf%C3%A9/a%2Fb")
prefix("prefix-none", "")
prefix("prefix-deep", "/api/v2/operators/42/integrations/game-provider/callbacks/wallet")
prefix("prefix-like-a-callback", "/players/x/transactions/debit")


@variant("extra-fields", "Answers carry further fields, some of them objects and nulls.", "WAL-13 D-61")
class _(object):
    def success(self, value):
        if isinstance(value, dict):
            value = {"status": "OK", "meta": {"amount": jsontext.Raw("1.5"), "currency": "XXX"}, "bonus": None, **value,
                     "message": "processed"}
        return super().success(value)


@variant("short-numbers", "Amounts are written without needless zeros: 10 and 10.5.", "WAL-16 D-19")
class _(object):
    def amount_text(self, minor, currency):
        text = super().amount_text(minor, currency)
        return text.rstrip("0").rstrip(".") if "." in text else text


@variant("one-decimal-at-least", "Amounts are written 10.0 and 10.55, as many languages print them.", "WAL-16 D-19")
class _(object):
    def amount_text(self, minor, currency):
        text = super().amount_text(minor, currency)
        text = text.rstrip("0") if "." in text else text + ".0"
        return text + "0" if text.endswith(".") else text


@variant("no-created-at", "createdAt is left out.", "WAL-13 WAL-14")
class _(object):
    def result(self, transaction):
        found = super().result(transaction)
        del found["createdAt"]
        return found


@variant("utc-offset", "Times are written with +00:00.", "GEN-3 D-10")
class _(object):
    def encode(self, value):
        return super().encode(change_times(value, lambda text: text[:-1] + "+00:00"))


@variant("whole-seconds", "Times have no decimals of seconds.", "GEN-3 D-50")
class _(object):
    def encode(self, value):
        return super().encode(change_times(value, lambda text: text[:-5] + "Z"))


def change_times(value, change):
    if isinstance(value, dict):
        return {key: change(item) if key in ("updatedAt", "createdAt") else change_times(item, change)
                for key, item in value.items()}
    return value


@variant("pretty", "JSON is indented by four spaces and ends with a line break.", "GEN-8")
class _(object):
    def encode(self, value):
        return (jsontext.write(value, 4) + "\n").encode("utf-8")


@variant("escaped-json", "Every non-ASCII character and every slash of an answer is escaped.", "GEN-8")
class _(object):
    def encode(self, value):
        text = super().encode(value).decode("utf-8").replace("/", "\\/")
        return "".join(char if ord(char) < 128 else "\\u%04x" % ord(char) for char in text).encode("ascii")


@variant("reversed-fields", "Fields of answers come in the reverse order.", "GEN-8")
class _(object):
    def encode(self, value):
        def turn(item):
            return {key: turn(item[key]) for key in reversed(list(item))} if isinstance(item, dict) else item
        return super().encode(turn(value))


@variant("charset", "The content type is application/json;charset=UTF-8.", "GEN-2 D-37")
class _(object):
    def send_response(self, connection, request, response):
        if "Content-Type" in response.headers:
            response.headers = dict(response.headers, **{"Content-Type": "application/json;charset=UTF-8"})
        super().send_response(connection, request, response)


@variant("settlement-503", "Every eighth new settlement is answered 503 before anything is tried.", "DEL-1 D-29")
class _(object):
    def judge_settlement(self, call):
        self.settlements = self.__dict__.get("settlements", 0) + 1
        if self.settlements % 8 == 0:
            raise Refusal(503, "busy, try again")
        super().judge_settlement(call)


@variant("debit-500-written", "Every twentieth debit is applied, then answered 500.", "ERR-4 DEL-2")
class _(object):
    def first_result(self, call, transaction):
        self.debits = self.__dict__.get("debits", 0) + (call.kind == "debit")
        if call.kind == "debit" and self.debits % 20 == 0:
            raise Refusal(500, "the answer could not be built")
        return super().first_result(call, transaction)


@variant("rollback-unknown-422", "A rollback of an unknown debit is refused with 422.", "ERR-3 D-25")
class _(object):
    def judge_unknown_rollback(self, call):
        raise Refusal(422, "unknown referenceTransactionId")


@variant("id-per-account", "A transactionId is unique per account.", "IDM-3 D-52")
class _(object):
    def transaction_key(self, call):
        token = call.field("token", None)
        owner = self.account_of_token(token) if isinstance(token, str) else None
        player = call.field("playerId", owner.id if owner else "")
        return str(player) + "\x1f" + call.transaction_id

    def reference_key(self, call):
        player = call.account.id if call.account else ""
        return player + "\x1f" + call.reference

    def find_for_lookup(self, account_id, transaction_id):
        return self.ledger.transactions.get(account_id + "\x1f" + transaction_id)


@variant("closes-after-50", "A connection is closed after 50 answers, and the last of them says so.", "GEN-8")
class _(object):
    def serve_one(self, connection):
        request = self.read_request(connection)
        response = self.handle(request)
        response.close = connection.served >= 49 or not self.keeps_alive(request)
        self.send_response(connection, request, response)
        return not response.close


@variant("gzip-when-asked", "Answers are compressed for clients that accept gzip.", "GEN-8")
class _(object):
    def send_response(self, connection, request, response):
        if response.body and request is not None and "gzip" in request.value("Accept-Encoding"):
            response.body = gzip.compress(response.body)
            response.headers = dict(response.headers, **{"Content-Encoding": "gzip"})
        super().send_response(connection, request, response)


@variant("odd-operator-ids", "operatorTransactionId is 400 characters with spaces, quotes and emoji.", "WAL-13 WAL-14")
class _(object):
    def new_operator_id(self):
        return ("id \"%s\" \U0001F3B2 / \u00e9 \\ " % super().new_operator_id()).ljust(400, "x")


@variant("previous-secret", "A second, previous secret verifies too.", "SIG-1 D-42")
class _(object):
    def check_signature(self, request, stamp, signature):
        try:
            super().check_signature(request, stamp, signature)
        except Refusal:
            kept, self.secret = self.secret, b"the previous secret of the operator"
            try:
                super().check_signature(request, stamp, signature)
            finally:
                self.secret = kept


@variant("odd-names", "Display names hold emoji, right-to-left text and markup.", "WAL-2 D-14")
class _(object):
    def player_record(self, account):
        name = unicodedata.normalize("NFD", "<b>Zo\u00eb</b> \U0001F468\u200D\U0001F469 \u05D0\u05D1 \"'\\")
        return dict(super().player_record(account), displayName=name)

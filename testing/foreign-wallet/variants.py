"""Wallets that are right by the specification, and unusual."""
import gzip
import unicodedata
from dataclasses import dataclass

import jsontext
import money
from server import Refusal

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


account("usdt20", "USDT20", "GEN-5 D-58")
account("huge-balance", "EUR", "WAL-16 D-20", 10_000_000_000_000)


@variant("many-headers", "Answers carry a cookie, ETag, Vary and a long policy header.", "GEN-8")
class _(object):
    def finish(self, connection, request, response):
        response.headers = {"set-cookie": "route=a1; Path=/; HttpOnly", "ETag": 'W/"1"', "Vary": "Accept-Encoding",
                            "Content-Security-Policy": "default-src 'none'; " * 60, **response.headers}


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


@variant("campaign-check", "A free round of a campaign other than SPRING is refused on the debit.", "ERR-3 D-63")
class _(object):
    def check_free_round(self, call):
        super().check_free_round(call)
        if call.reason == "freeround" and call.field("freeRoundData.campaign", None) != "SPRING":
            raise Refusal(422, "unknown campaign")


def prefix(name, value):
    variant(name, "The callbacks stand under %s." % value, "SIG-3 D-40")(
        type("_", (object,), {"PREFIX": value}))


prefix("prefix-encoded", "/wallet%20one/caf%C3%A9/a%2Fb")
prefix("prefix-like-a-callback", "/players/x/transactions/debit")


@variant("extra-fields", "Answers carry further fields, some of them objects and nulls.", "WAL-13 D-61")
class _(object):
    def success(self, value):
        if isinstance(value, dict):
            value = {"status": "OK", "meta": {"amount": jsontext.Raw("1.5"), "currency": "USD"}, "bonus": None, **value,
                     "message": "processed"}
        return super().success(value)


@variant("one-decimal-at-least", "Amounts are written 10.0 and 10.55, as many languages print them.", "WAL-16 D-19")
class _(object):
    def amount_text(self, minor, currency):
        text = super().amount_text(minor, currency)
        text = text.rstrip("0") if "." in text else text + ".0"
        return text + "0" if text.endswith(".") else text


@variant("utc-offset", "Times are written with +00:00.", "GEN-3 D-10")
class _(object):
    def encode(self, value):
        return super().encode(value).replace(b'Z"', b'+00:00"')


@variant("escaped-json", "Every non-ASCII character and every slash of an answer is escaped.", "GEN-8")
class _(object):
    def encode(self, value):
        text = super().encode(value).decode("utf-8").replace("/", "\\/")
        return "".join(char if ord(char) < 128 else "\\u%04x" % ord(char) for char in text).encode("ascii")


@variant("charset", "The content type is application/json;charset=UTF-8.", "GEN-2 D-37")
class _(object):
    def finish(self, connection, request, response):
        response.headers["Content-Type"] = "application/json;charset=UTF-8"


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
    def finish(self, connection, request, response):
        connection.served = connection.__dict__.get("served", 0) + 1
        connection.close_connection |= connection.served >= 50


@variant("gzip-when-asked", "Answers are compressed for clients that accept gzip.", "GEN-8")
class _(object):
    def finish(self, connection, request, response):
        if response.body and "gzip" in request.value("Accept-Encoding"):
            response.body = gzip.compress(response.body)
            response.headers["Content-Encoding"] = "gzip"


@variant("odd-operator-ids", "operatorTransactionId is 400 characters with spaces, quotes and emoji.", "WAL-13 WAL-14")
class _(object):
    def new_operator_id(self):
        return ("id \"%s\" \U0001F3B2 / \u00e9 \\ " % super().new_operator_id()).ljust(400, "x")


@variant("previous-secret", "A second, previous secret verifies too.", "SIG-1 D-42")
class _(object):
    def secrets(self):
        return [self.secret, b"the previous secret of the operator"]


@variant("odd-names", "Display names hold emoji, right-to-left text and markup.", "WAL-2 D-14")
class _(object):
    def player_record(self, account):
        name = unicodedata.normalize("NFD", "<b>Zo\u00eb</b> \U0001F468\u200D\U0001F469 \u05D0\u05D1 \"'\\")
        return dict(super().player_record(account), displayName=name)


"""Faults of statuses and errors: 409, 422, 500, error bodies."""
import json

import jsontext
from errors import Refusal
from faults.registry import fault
from jsontext import Malformed, Number
from message import Response


def insufficient_as(name, says, rules, status, body=None, basis="rule"):
    @fault(name, says, rules, "insufficient", basis=basis)
    class _(object):
        def refuse(self, request, refusal):
            if refusal.status == 409:
                return self.success(body) if body else self.failure(status, refusal.message)
            return super().refuse(request, refusal)


insufficient_as("insufficient-422", "Insufficient funds are answered 422.", "ERR-2", 422)
insufficient_as("insufficient-402", "Insufficient funds are answered 402.", "ERR-2", 402)
insufficient_as("insufficient-400", "Insufficient funds are answered 400.", "ERR-2", 400)
insufficient_as("insufficient-403", "Insufficient funds are answered 403.", "ERR-2", 403)
insufficient_as("insufficient-500", "Insufficient funds end in a 500 (a CHECK of the database).", "ERR-2 ERR-4", 500)
insufficient_as("insufficient-200-error", "Insufficient funds are answered 200 with an error object.", "ERR-2", 200,
                {"error": "INSUFFICIENT_FUNDS"})
insufficient_as("insufficient-200-status", "Insufficient funds are answered 200 with the status in the body.", "ERR-2",
                200, {"status": 409, "operatorTransactionId": "", "balance": None})


@fault("insufficient-200-balance", "Insufficient funds are answered 200 with the unchanged balance.", "ERR-2 WAL-4",
       "insufficient")
class _(object):
    def process(self, call):
        try:
            return super().process(call)
        except Refusal as refusal:
            if refusal.status != 409:
                raise
            return self.result(self.new_transaction(call))


@fault("insufficient-takes-rest", "Insufficient funds: the rest of the balance is taken and 200 answered.",
       "ERR-2 WAL-4", "insufficient")
class _(object):
    def check_funds(self, call):
        call.amount = min(call.amount, call.account.balance)


@fault("insufficient-after-subtracting", "The stake is subtracted, then the funds are checked: 409, balance negative.",
       "ERR-2 IDM-3", "insufficient")
class _(object):
    def check_funds(self, call):
        call.account.balance -= call.amount
        if call.account.balance < 0:
            raise Refusal(409, "insufficient funds")
        call.account.balance += call.amount


@fault("insufficient-opens-round", "A debit refused for funds leaves its round open: a credit is paid.",
       "ERR-2 RND-2", "refused_then_credited")
class _(object):
    def check_funds(self, call):
        try:
            super().check_funds(call)
        except Refusal:
            call.notes["balance"] = call.account.balance
            amount, call.amount = call.amount, 0
            self.ledger.transactions[call.transaction_id] = self.new_transaction(call)
            self.change_round(call)
            call.amount = amount
            raise

    def find_known(self, call):
        found = super().find_known(call)
        return None if found is not None and call.kind == "debit" and call.field("stake.amount") != "0" \
            and found.amount == 0 else found


@fault("422-after-writing", "The currency is checked after the stake was taken: 422 with money moved.", "ERR-3",
       "other_currency")
class _(object):
    def check_currency(self, call, name):
        call.notes["name"] = name

    def apply(self, call):
        result = super().apply(call)
        if "name" in call.notes:
            super().check_currency(call, call.notes["name"])
        return result


@fault("422-after-free-data", "freeRoundData is validated after the debit was recorded: 422 with the debit stored.",
       "ERR-3 D-54", "free_round_data")
class _(object):
    def apply(self, call):
        result = super().apply(call)
        if call.reason == "freeround" and not isinstance(call.field("freeRoundData.campaign", None), str):
            raise Refusal(422, "freeRoundData.campaign is missing")
        return result


@fault("422-reason-after-writing", "A reason that is no string is noticed after the stake was taken.", "ERR-3",
       "wrong_types")
class _(object):
    def text_field(self, call, name):
        if name == "reason" and isinstance(call.field("reason", None), (dict, list, bool, Number)):
            call.notes["bad"] = True
            return None
        return super().text_field(call, name)

    def apply(self, call):
        result = super().apply(call)
        if call.notes.get("bad"):
            raise Refusal(422, "reason must be a string")
        return result


def bad_as(name, says, rules, check, status, text, basis="rule"):
    """Answers refusals whose message has one of the texts with another status."""
    @fault(name, says, rules, check, basis=basis)
    class _(object):
        def refuse(self, request, refusal):
            if refusal.status == 422 and any(part in refusal.message for part in text):
                return self.failure(status, refusal.message)
            return super().refuse(request, refusal)


bad_as("malformed-500", "Malformed JSON ends in a 500.", "ERR-4", "malformed", 500, ["malformed"])
bad_as("malformed-400", "Malformed JSON is answered 400.", "ERR-3 D-38", "malformed", 400, ["malformed"], "unsure")
bad_as("missing-field-500", "A missing field ends in a 500.", "ERR-4", "missing_fields", 500, ["must be"])
bad_as("missing-field-400", "A missing field is answered 400.", "ERR-3 D-20", "missing_fields", 400, ["must be"],
       "unsure")
bad_as("not-an-object-500", "A body that is no object ends in a 500.", "ERR-4", "malformed", 500, ["an object",
                                                                                                 "JSON object"])
bad_as("extra-decimals-500", "An amount with too many decimals ends in a 500.", "ERR-4 D-19", "extra_decimals", 500,
       ["decimals"])
bad_as("huge-amount-500", "An amount past 64 bits ends in a 500.", "ERR-4 D-20", "huge_amounts", 500, ["out of range"])
bad_as("unknown-player-404", "An unknown playerId is answered 404.", "ERR-3 D-16", "unknown_players", 404,
       ["unknown player"], "unsure")
bad_as("unknown-token-401", "A debit with an unknown token is answered 401.", "ERR-2 D-17", "unknown_players", 401,
       ["do not name one account", "neither"])
bad_as("unknown-player-409", "A debit with an unknown player is answered 409.", "ERR-2", "unknown_players", 409,
       ["unknown player"])
bad_as("negative-409", "A negative stake is answered 409.", "ERR-2 D-20", "negative_amounts", 409, ["negative"])
bad_as("other-currency-500", "Another currency ends in a 500.", "ERR-4 D-54", "other_currency", 500, ["currency"])
bad_as("content-type-415", "Another content type is answered 415.", "GEN-2 D-37", "content_types", 415,
       ["Content-Type"], "decision")
bad_as("all-errors-400", "Every refusal is answered 400.", "ERR-3", "unknown_debit", 400, [""], "unsure")
bad_as("all-errors-200", "Refusals are answered 200 with the error in the body.", "ERR-2 ERR-3", "unknown_debit", 200,
       [""])


@fault("negative-zero-500", "A payout or stake of -0 ends in a 500.", "ERR-4 WAL-9", "negative_zero", basis="unsure")
class _(object):
    def minor_units(self, number, currency):
        if number.startswith("-") and not any(digit in number for digit in "123456789"):
            raise Refusal(500, "the amount is below zero")
        return super().minor_units(number, currency)


@fault("huge-exponent-hangs", "A large exponent is expanded digit by digit and ends in a 500.", "ERR-4 D-20",
       "huge_amounts")
class _(object):
    def minor_units(self, number, currency):
        if "e" in number.lower() and len(number) > 5 and not number.startswith("0e"):
            raise Refusal(500, "MemoryError")
        return super().minor_units(number, currency)


def error_body(name, says, check, change, rules="GEN-7", basis="rule"):
    @fault(name, says, rules, check, basis=basis)
    class _(object):
        def failure(self, status, message):
            return change(self, status, message)


error_body("error-html", "Errors are HTML pages.", "refusals", lambda wallet, status, message: Response(
    status, ("<html><body><h1>%d</h1>%s</body></html>" % (status, message)).encode(), {"Content-Type": "text/html"}))
error_body("error-key", "Errors are {\"error\": ...} instead of {\"message\": ...}.", "refusals",
           lambda wallet, status, message: Response(status, wallet.encode({"error": message})))
error_body("error-message-object", "The message of an error is an object.", "refusals",
           lambda wallet, status, message: Response(status, wallet.encode({"message": {"text": message}})))
error_body("error-message-null", "The message of an error is null.", "refusals",
           lambda wallet, status, message: Response(status, wallet.encode({"message": None})))
error_body("error-array", "Errors are a list of messages.", "refusals",
           lambda wallet, status, message: Response(status, wallet.encode([{"message": message}])))
error_body("error-plain", "Errors are plain text.", "refusals", lambda wallet, status, message: Response(
    status, message.encode(), {"Content-Type": "text/plain"}))
error_body("error-same-words", "Every error says \"Error\".", "refusals",
           lambda wallet, status, message: Response(status, wallet.encode({"message": "Error"})), basis="unsure")
error_body("error-truncated", "The error body stops in the middle of its JSON.", "refusals",
           lambda wallet, status, message: Response(status, wallet.encode({"message": message})[:-2]))
error_body("error-500-html", "Insufficient funds come as an HTML page of a front server.", "insufficient",
           lambda wallet, status, message: Response(status, b"<html>Conflict</html>", {"Content-Type": "text/html"})
           if status == 409 else Response(status, wallet.encode({"message": message})))


@fault("created-201", "A new transaction is answered 201.", "ERR-2", "plain_round")
class _(object):
    def move(self, request, kind):
        call = self.read_call(request, kind)
        with self.exclusive(call):
            fresh = self.find_known(call) is None
        response = super().move(request, kind)
        response.status = 201 if fresh else 200
        return response


@fault("accepted-202", "A credit is answered 202: it is paid in the background.", "ERR-2", "plain_round")
class _(object):
    def move(self, request, kind):
        response = super().move(request, kind)
        if kind == "credit":
            response.status = 202
        return response


@fault("rollback-204", "A rollback is answered 204 without a body.", "ERR-2 WAL-13", "plain_rollback")
class _(object):
    def move(self, request, kind):
        response = super().move(request, kind)
        return Response(204) if kind == "rollback" else response


@fault("crash-on-emoji", "An id with an emoji is written, then logging it fails: 500, and the repeat fails too.",
       "IDM-2 ERR-4", "ids_that_differ_by_emoji")
class _(object):
    def replay(self, call, known):
        if any(ord(char) > 0xFFFF for char in call.transaction_id):
            raise Refusal(500, "UnicodeEncodeError")
        return super().replay(call, known)


@fault("duplicate-keys-last", "Of duplicate keys the last one counts.", "D-38", "duplicate_keys", basis="decision")
class _(object):
    def parse_json(self, text):
        return jsontext.parse(text, pairs=dict)


@fault("duplicate-keys-first", "Of duplicate keys the first one counts.", "D-38", "duplicate_keys", basis="decision")
class _(object):
    def parse_json(self, text):
        return jsontext.parse(text, pairs=lambda pairs: dict(reversed(pairs)))


@fault("trailing-text-ignored", "What follows the JSON object is ignored.", "D-38", "malformed", basis="decision")
class _(object):
    def parse_json(self, text):
        try:
            return super().parse_json(text)
        except Malformed as error:
            if "Extra data" not in str(error):
                raise
            return super().parse_json(text[:json.JSONDecoder().raw_decode(text)[1]])

"""Routing and reading of callbacks: path, content type, JSON, fields."""
import re
import sys
import traceback
import unicodedata
from dataclasses import dataclass, field
from urllib.parse import unquote_to_bytes

import jsontext
import money
from errors import Refusal
from jsontext import Number

LONGEST_ID = 255
LONGEST_TOKEN = 2048
MISSING = object()


@dataclass
class Call:
    """A debit, credit or rollback as read, and what was found out about it."""
    kind: str
    body: dict
    transaction_id: str
    request: object = None
    account: object = None
    round_id: str = ""
    reference: str = ""
    amount: int = 0
    reason: str = ""
    debit: object = None
    round: object = None
    notes: dict = field(default_factory=dict)
    applying: bool = False
    written: bool = False

    def field(self, path, default=MISSING):
        """Returns a field by its dotted path."""
        value = self.body
        for name in path.split("."):
            if not isinstance(value, dict) or name not in value:
                return default
            value = value[name]
        return value


class Callbacks:
    """Receives requests. Verification comes before everything else (SIG-13)."""

    MOVEMENTS = ("debit", "credit", "rollback")

    def handle(self, request):
        try:
            self.verify(request)
            return self.dispatch(request)
        except Refusal as refusal:
            return self.refuse(request, refusal)
        except Exception as error:  # a defect of this wallet; nothing was written
            return self.unexpected(request, error)

    def refuse(self, request, refusal):
        return self.failure(refusal.status, refusal.message)

    def unexpected(self, request, error):
        """D-29: failed before the commit. After it, process() answers itself."""
        traceback.print_exc(file=sys.stderr)
        status = 422 if request.path.endswith("/debit") else 503
        return self.failure(status, "internal error, nothing was written")

    def dispatch(self, request):
        path = self.route_path(request)
        prefix = self.options.prefix
        if not path.startswith(prefix + "/"):
            raise Refusal(404, "unknown path")
        parts = path[len(prefix) + 1:].split("/")
        if len(parts) == 1 and parts[0] in self.MOVEMENTS:
            self.require_method(request, "POST")
            return self.move(request, parts[0])
        if parts == ["player"]:
            self.require_method(request, "GET")
            return self.get_player(request)
        if len(parts) == 4 and parts[0] == "players" and parts[2] == "transactions":
            self.require_method(request, "GET")
            return self.get_transaction(request, self.decode_part(parts[1]), self.decode_part(parts[3]))
        raise Refusal(404, "unknown path")

    def route_path(self, request):
        return request.path

    def require_method(self, request, method):
        if request.method != method:
            raise Refusal(405, "use %s" % method)

    def decode_part(self, part):
        """Percent-decodes one path segment, once, as UTF-8."""
        if re.search(r"%(?![0-9A-Fa-f]{2})", part):
            raise Refusal(404, "unknown path")
        try:
            return unquote_to_bytes(part.encode("latin-1")).decode("utf-8")
        except UnicodeDecodeError:
            raise Refusal(404, "unknown path") from None

    # --- the five callbacks

    def get_player(self, request):
        token = self.query_value(request, "token")
        game = self.query_value(request, "gameId")
        if not game:
            raise Refusal(422, "gameId is missing")
        with self.exclusive(None):
            account = self.account_of_token(token) if token else None
            if account is None:
                raise Refusal(403, "unknown token")
            return self.success(self.player_record(account))

    def query_value(self, request, name):
        for part in request.query.split("&"):
            key, _, value = part.partition("=")
            if key == name:
                raw = unquote_to_bytes(value.replace("+", " ").encode("latin-1"))
                return raw.decode("utf-8", "replace")
        return None

    def account_of_token(self, token):
        return self.ledger.accounts.get(self.ledger.tokens.get(token))

    def get_transaction(self, request, account_id, transaction_id):
        with self.exclusive(None):
            found = self.look_up(account_id, transaction_id)
            if found is None:
                raise Refusal(404, "unknown transaction")
            return self.success(self.lookup_result(found))

    def lookup_result(self, transaction):
        return self.result(transaction)

    def move(self, request, kind):
        call = self.read_call(request, kind)
        with self.exclusive(call):
            try:
                return self.success(self.process(call))
            except Refusal:
                raise
            except Exception:
                if not call.applying:
                    raise
                traceback.print_exc(file=sys.stderr)
                raise Refusal(500, "the commit failed and its outcome is unknown") from None

    # --- reading

    def read_call(self, request, kind):
        self.check_content_type(request)
        body = self.parse_body(request.body)
        if not isinstance(body, dict):
            raise Refusal(422, "the body must be a JSON object")
        call = Call(kind, body, "", request)
        call.transaction_id = self.read_id(call, "transactionId")
        return call

    def check_content_type(self, request):
        """GEN-2, D-37."""
        media, *parameters = [part.strip() for part in request.value("Content-Type").lower().split(";")]
        if media != "application/json":
            raise Refusal(422, "Content-Type must be application/json")
        for parameter in parameters:
            name, _, value = parameter.partition("=")
            if name.strip() == "charset" and value.strip().strip('"') not in ("utf-8", "utf8"):
                raise Refusal(422, "the charset must be UTF-8")

    def parse_body(self, raw):
        """D-38."""
        try:
            return self.parse_json(self.decode_body(raw))
        except (jsontext.Malformed, UnicodeDecodeError, RecursionError) as error:
            raise Refusal(422, "malformed JSON: %s" % str(error)[:120]) from None

    def decode_body(self, raw):
        return raw.decode("utf-8")

    def parse_json(self, text):
        return jsontext.parse(text)

    def read_id(self, call, name):
        """D-36: 1 to 255 characters without control characters."""
        value = call.field(name)
        if isinstance(value, Number) or not isinstance(value, str):
            raise Refusal(422, name + " must be a string")
        self.check_id(name, value)
        return self.stored_id(value)

    def check_id(self, name, value, longest=LONGEST_ID):
        if not 1 <= len(value) <= longest:
            raise Refusal(422, "%s must have 1 to %d characters" % (name, longest))
        if any(unicodedata.category(char) in ("Cc", "Cs") for char in value):
            raise Refusal(422, name + " must not contain control characters")

    def stored_id(self, value):
        """Returns an id as it is kept and compared: exactly as sent."""
        return value

    def text_field(self, call, name):
        """Returns an optional string field, or None when it is absent."""
        value = call.field(name, None)
        if value is None:
            return None
        if isinstance(value, Number) or not isinstance(value, str):
            raise Refusal(422, name + " must be a string")
        return value

    def read_amount(self, call, name):
        """D-19, D-20."""
        value = call.field(name + ".amount")
        if not isinstance(value, Number):
            raise Refusal(422, name + ".amount must be a number")
        try:
            return self.minor_units(value, call.account.currency)
        except money.AmountError as error:
            raise Refusal(422, "%s.amount: %s" % (name, error)) from None

    def minor_units(self, number, currency):
        return money.to_minor(number, self.decimals(currency))

    def check_currency(self, call, name):
        """D-54."""
        currency = self.text_field(call, name + ".currency")
        if currency is not None and currency != call.account.currency:
            raise Refusal(422, "%s.currency must be %s" % (name, call.account.currency))

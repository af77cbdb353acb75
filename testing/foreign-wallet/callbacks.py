"""Routing and reading of callbacks: path, content type, JSON, fields."""
import re
import sys
import traceback
import unicodedata
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

import jsontext
import money
from jsontext import Number
from server import Refusal

LONGEST_ID = 255
MISSING = object()


@dataclass
class Call:
    """A debit, credit or rollback as read, and what was found out about it."""
    kind: str
    body: dict
    transaction_id: str = ""
    account: object = None
    round_id: str = ""
    reference: str = ""
    amount: int = 0
    reason: str = ""
    debit: object = None
    round: object = None
    applying: bool = False

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

    def handle(self, request):
        try:
            self.verify(request)
            return self.dispatch(request)
        except Refusal as refusal:
            return self.failure(refusal.status, refusal.message)
        except Exception:  # a defect of this wallet before the commit (D-29)
            traceback.print_exc(file=sys.stderr)
            status = 422 if request.path.endswith("/debit") else 503
            return self.failure(status, "internal error, nothing was written")

    def dispatch(self, request):
        prefix = self.options.prefix
        if not request.path.startswith(prefix + "/"):
            raise Refusal(404, "unknown path")
        parts = request.path[len(prefix) + 1:].split("/")
        if len(parts) == 1 and parts[0] in ("debit", "credit", "rollback"):
            self.require_method(request, "POST")
            return self.move(request, parts[0])
        if parts == ["player"]:
            self.require_method(request, "GET")
            return self.get_player(request)
        if len(parts) == 4 and parts[0] == "players" and parts[2] == "transactions":
            self.require_method(request, "GET")
            return self.get_transaction(self.decode_part(parts[1]), self.decode_part(parts[3]))
        raise Refusal(404, "unknown path")

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
        if not self.query_value(request, "gameId"):
            raise Refusal(422, "gameId is missing")
        with self.lock:
            account = self.account_of_token(self.query_value(request, "token"))
            if account is None:
                raise Refusal(403, "unknown token")
            return self.success(self.player_record(account))

    def query_value(self, request, name):
        for part in request.query.split("&"):
            key, _, value = part.partition("=")
            if key == name:
                return unquote_to_bytes(value.replace("+", " ").encode("latin-1")).decode("utf-8", "replace")
        return None

    def account_of_token(self, token):
        return self.ledger.accounts.get(self.ledger.tokens.get(token))

    def get_transaction(self, account_id, transaction_id):
        with self.lock:
            found = self.look_up(account_id, transaction_id)
            if found is None:
                raise Refusal(404, "unknown transaction")
            return self.success(self.result(found))

    def move(self, request, kind):
        """Every movement is one critical section (IDM-3)."""
        call = self.read_call(request, kind)
        with self.lock:
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
        try:
            body = jsontext.parse(request.body.decode("utf-8"))
        except (ValueError, RecursionError) as error:  # D-38
            raise Refusal(422, "malformed JSON: %s" % str(error)[:120]) from None
        if not isinstance(body, dict):
            raise Refusal(422, "the body must be a JSON object")
        call = Call(kind, body)
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

    def read_id(self, call, name):
        """D-36: 1 to 255 characters without control characters."""
        value = self.text_field(call, name)
        if value is None or not 1 <= len(value) <= LONGEST_ID:
            raise Refusal(422, "%s must have 1 to %d characters" % (name, LONGEST_ID))
        if any(unicodedata.category(char) in ("Cc", "Cs") for char in value):
            raise Refusal(422, name + " must not contain control characters")
        return value

    def text_field(self, call, name):
        """Returns an optional string field, or None when it is absent."""
        value = call.field(name, None)
        if value is not None and (isinstance(value, Number) or not isinstance(value, str)):
            raise Refusal(422, name + " must be a string")
        return value

    def read_amount(self, call, name):
        """D-19, D-20, D-54."""
        currency = self.text_field(call, name + ".currency")
        if currency is not None and currency != call.account.currency:
            raise Refusal(422, "%s.currency must be %s" % (name, call.account.currency))
        value = call.field(name + ".amount")
        if not isinstance(value, Number):
            raise Refusal(422, name + ".amount must be a number")
        try:
            return money.to_minor(value, money.decimals_of(call.account.currency))
        except money.AmountError as error:
            raise Refusal(422, "%s.amount: %s" % (name, error)) from None

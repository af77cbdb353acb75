"""Faults of the transaction lookup."""
import posixpath
import time
from dataclasses import replace
from urllib.parse import unquote, unquote_to_bytes

from answers import utc
from errors import Refusal
from faults.registry import fault


def finds(name, says, rules, check, find, basis="rule", shows="exchange"):
    """A fault in what the lookup finds; `find` gets wallet, account, id and the right transaction."""
    @fault(name, says, rules, check, basis=basis, shows=shows)
    class _(object):
        def look_up(self, account_id, transaction_id):
            return find(self, account_id, transaction_id, super().look_up(account_id, transaction_id))


def newest(wallet, account, transaction_id, right):
    mine = [found for found in wallet.ledger.transactions.values() if found.account == account]
    return mine[-1] if right is not None else None


def any_case(wallet, account, transaction_id, right):
    for found in wallet.ledger.transactions.values():
        if found.id.lower() == transaction_id.lower() and found.account == account:
            return found
    return right


def settlement_of(wallet, account, transaction_id, right):
    if right is not None and right.kind == "debit":
        found = wallet.find_round(account, right.round)
        if found is not None and found.settlement:
            return wallet.ledger.transactions.get(found.settlement, right)
    return right


def unknown_as_new(wallet, account, transaction_id, right):
    if right is None and account in wallet.ledger.accounts:
        mine = [found for found in wallet.ledger.transactions.values() if found.account == account]
        return replace(mine[-1], id=transaction_id) if mine else None
    return right


def by_prefix(wallet, account, transaction_id, right):
    for found in wallet.ledger.transactions.values():
        if found.id.startswith(transaction_id) and found.account == account:
            return found
    return right


finds("lookup-newest", "The lookup answers the player's newest transaction for any known id.", "WAL-12 WAL-13",
      "lookup_each", newest)
finds("lookup-any-case", "The lookup does not regard the case of the id.", "WAL-12 D-30", "lookup_unknown", any_case,
      basis="books")
finds("lookup-by-prefix", "The lookup finds an id by its beginning (LIKE).", "WAL-12 D-30", "lookup_unknown", by_prefix,
      basis="books")
finds("lookup-shows-settlement", "The lookup of a settled debit answers the settlement's result.", "WAL-12",
      "lookup_each", settlement_of)
finds("lookup-unknown-200", "The lookup of an unknown id answers 200 with the newest balance.", "WAL-12 D-30",
      "lookup_unknown", unknown_as_new, basis="books")
finds("lookup-debits-only", "Credits and rollbacks are not found.", "WAL-12", "lookup_each",
      lambda wallet, account, wanted, right: right if right is None or right.kind == "debit" else None)
finds("lookup-no-rollbacks", "Rollbacks are not found.", "WAL-12", "lookup_each",
      lambda wallet, account, wanted, right: right if right is None or right.kind != "rollback" else None)
finds("lookup-no-zero", "Transactions of amount 0 are not found.", "WAL-12 WAL-9 WAL-5", "lookup_zero",
      lambda wallet, account, wanted, right: right if right is None or right.amount else None)
finds("lookup-no-settled", "A debit is not found any more once it is settled (moved to an archive).", "WAL-12",
      "lookup_each", lambda wallet, account, wanted, right: right if right is None or right.kind != "debit"
      or wallet.find_round(account, right.round).state == "Bet" else None)
finds("lookup-reverted-404", "A debit that was rolled back is not found.", "WAL-12", "lookup_each",
      lambda wallet, account, wanted, right: right if right is None or right.kind != "debit"
      or wallet.find_round(account, right.round).state != "Reverted" else None)
finds("lookup-last-50", "Only the last 50 transactions are found.", "WAL-12", "lookup_after_80",
      lambda wallet, account, wanted, right: right if right is None
      or right in list(wallet.ledger.transactions.values())[-50:] else None, shows="volume")
finds("lookup-one-page", "Only the first 50 transactions of a player are searched.", "WAL-12", "lookup_after_80",
      lambda wallet, account, wanted, right: right if right is None or right in
      [found for found in wallet.ledger.transactions.values() if found.account == account][:50] else None,
      shows="volume")
finds("lookup-short-ids", "Ids over 100 characters are not found.", "WAL-12", "lookup_long_id",
      lambda wallet, account, wanted, right: right if len(wanted) <= 100 else None)


@fault("lookup-any-account", "The lookup finds a transaction under any account.", "WAL-12 D-30", "lookup_other_account",
       basis="decision")
class _(object):
    def look_up(self, account_id, transaction_id):
        return self.ledger.transactions.get(self.stored_id(transaction_id))


@fault("lookup-unknown-player-only", "A transaction is found under an account that does not exist.", "WAL-12 D-30",
       "lookup_other_account", basis="decision")
class _(object):
    def look_up(self, account_id, transaction_id):
        if account_id not in self.ledger.accounts:
            return self.ledger.transactions.get(transaction_id)
        return super().look_up(account_id, transaction_id)


def shows(name, says, rules, check, change, basis="rule"):
    """A fault in what the lookup says about the right transaction."""
    @fault(name, says, rules, check, basis=basis)
    class _(object):
        def lookup_result(self, transaction):
            return change(self, transaction, super().lookup_result(transaction))


def now_balance(wallet, transaction, right):
    account = wallet.ledger.accounts[transaction.account]
    return dict(right, balance=wallet.balance_object(account, account.balance, utc(wallet.now_millis())))


shows("lookup-current-balance", "The lookup answers today's balance.", "WAL-12 WAL-13", "lookup_each", now_balance)
shows("lookup-other-operator-id", "The lookup answers an operatorTransactionId of its own.", "WAL-12 WAL-13",
      "lookup_each", lambda wallet, found, right: dict(right, operatorTransactionId="lookup-" + found.operator_id))
shows("lookup-wire-id", "The lookup answers the transactionId as operatorTransactionId.", "WAL-12 WAL-13",
      "lookup_each", lambda wallet, found, right: dict(right, operatorTransactionId=found.id))
shows("lookup-created-now", "The lookup answers the present time as createdAt.", "WAL-12", "lookup_times",
      lambda wallet, found, right: dict(right, createdAt=utc(wallet.now_millis())))
shows("lookup-in-a-list", "The lookup answers a list with one entry.", "WAL-12", "lookup_each",
      lambda wallet, found, right: [right])
shows("lookup-no-balance", "The lookup leaves the balance out.", "WAL-12 WAL-13", "lookup_each",
      lambda wallet, found, right: {key: value for key, value in right.items() if key != "balance"})
shows("lookup-amount-as-balance", "The lookup answers the amount of the transaction as the balance.", "WAL-12 WAL-13",
      "lookup_each", lambda wallet, found, right: dict(right, balance=wallet.balance_object(
          wallet.ledger.accounts[found.account], found.amount, found.at)))


def decodes(name, says, check, change, rules="WAL-12 D-40"):
    """A fault in the decoding of one path segment; `change` gets the right text and the raw segment."""
    @fault(name, says, rules, check)
    class _(object):
        def decode_part(self, part):
            return change(super().decode_part(part), part)


decodes("lookup-decoded-twice", "Path segments are percent-decoded twice.", "lookup_odd_ids",
        lambda right, part: unquote(right))
decodes("lookup-not-decoded", "Path segments are not percent-decoded.", "lookup_odd_ids", lambda right, part: part)
decodes("lookup-plus-is-space", "A plus in the path is read as a space.", "lookup_raw_specials",
        lambda right, part: unquote(part.replace("+", " ")))
decodes("lookup-semicolon-cut", "What follows a semicolon in a path segment is dropped (matrix parameters).",
        "lookup_odd_ids", lambda right, part: right.partition(";")[0])
decodes("lookup-raw-semicolon-cut", "A semicolon written as such in the path cuts the segment.", "lookup_raw_specials",
        lambda right, part: unquote(part.partition(";")[0]))
decodes("lookup-latin-1", "Path segments are decoded as Latin-1.", "lookup_odd_ids",
        lambda right, part: unquote_to_bytes(part).decode("latin-1"))
decodes("lookup-trimmed", "White space around path segments is cut off.", "lookup_odd_ids",
        lambda right, part: right.strip())
decodes("lookup-lower-case-hex", "Percent-encoding in lower-case hex is not decoded.", "lookup_lower_hex",
        lambda right, part: part if any("%" + pair in part for pair in (
            "2f", "2b", "3b", "5b", "5c", "c3", "e2", "f0")) else right)
decodes("lookup-dot-extension", "A suffix such as .json is cut off the id.", "lookup_odd_ids",
        lambda right, part: right.rsplit(".", 1)[0] if "." in right.strip(".") else right)


@fault("lookup-split-after-decoding", "The path is decoded before it is split: an id with a slash is not found.",
       "WAL-12 D-40", "lookup_odd_ids")
class _(object):
    def route_path(self, request):
        return unquote_to_bytes(request.path).decode("latin-1")


@fault("lookup-path-normalised", "Dots and doubled slashes are resolved in the decoded path.", "WAL-12 D-40",
       "lookup_odd_ids")
class _(object):
    def route_path(self, request):
        return posixpath.normpath(request.path.replace("%2E", ".").replace("%2e", ".").replace("%2F%2F", "%2F"))


@fault("lookup-encoded-slash-404", "A path with an encoded slash is refused by a front server.", "WAL-12 D-40",
       "lookup_odd_ids")
class _(object):
    def dispatch(self, request):
        if "%2f" in request.path.lower() or "%5c" in request.path.lower():
            raise Refusal(404, "no such page")
        return super().dispatch(request)


@fault("lookup-encoded-percent-400", "A path with an encoded percent sign is refused with 400.", "WAL-12 D-40",
       "lookup_odd_ids")
class _(object):
    def dispatch(self, request):
        if "%25" in request.path:
            raise Refusal(400, "bad path")
        return super().dispatch(request)


@fault("lookup-path-limit", "A path over 512 bytes is answered 414.", "WAL-12 D-36", "lookup_long_id")
class _(object):
    def dispatch(self, request):
        if len(request.path) > 512:
            raise Refusal(414, "URI too long")
        return super().dispatch(request)


@fault("lookup-unencoded-only", "The lookup refuses ids other than letters, digits and dashes with 422.", "WAL-12",
       "lookup_odd_ids")
class _(object):
    def get_transaction(self, request, account_id, transaction_id):
        if not all(char.isalnum() or char in "-_" for char in transaction_id):
            raise Refusal(422, "bad id")
        return super().get_transaction(request, account_id, transaction_id)


def unknown_as(name, says, rules, status, basis):
    @fault(name, says, rules, "lookup_unknown", basis=basis)
    class _(object):
        def get_transaction(self, request, account_id, transaction_id):
            try:
                return super().get_transaction(request, account_id, transaction_id)
            except Refusal as refusal:
                raise Refusal(status, refusal.message) from None


unknown_as("lookup-unknown-500", "The lookup of an unknown id ends in a 500.", "ERR-4 D-30", 500, "rule")
unknown_as("lookup-unknown-422", "The lookup of an unknown id is answered 422.", "D-30", 422, "unsure")
unknown_as("lookup-unknown-401", "The lookup of an unknown id is answered 401.", "ERR-2 D-30", 401, "rule")


@fault("lookup-delayed", "The lookup reads a replica that is 300 ms behind.", "WAL-12 IDM-3", "lookup_at_once")
class _(object):
    def look_up(self, account_id, transaction_id):
        found = super().look_up(account_id, transaction_id)
        arrivals = self.__dict__.setdefault("arrivals", {})
        if found is not None and time.monotonic() - arrivals.get(found.operator_id, 0) < 0.3:
            return None
        return found

    def new_transaction(self, call):
        found = super().new_transaction(call)
        self.__dict__.setdefault("arrivals", {})[found.operator_id] = time.monotonic()
        return found


@fault("lookup-remembers-404", "An id that was not found once stays unknown to the lookup.", "WAL-12",
       "lookup_before_debit")
class _(object):
    def look_up(self, account_id, transaction_id):
        missed = self.__dict__.setdefault("missed", set())
        if transaction_id in missed:
            return None
        found = super().look_up(account_id, transaction_id)
        if found is None:
            missed.add(transaction_id)
        return found


@fault("lookup-creates", "The lookup of an unknown id reserves it: the debit that follows is a repeat.",
       "WAL-12 WAL-4", "lookup_before_debit")
class _(object):
    def look_up(self, account_id, transaction_id):
        found = super().look_up(account_id, transaction_id)
        if found is None:
            self.__dict__.setdefault("reserved", {})[transaction_id] = account_id
        return found

    def check_funds(self, call):
        super().check_funds(call)
        if call.transaction_id in self.__dict__.get("reserved", {}):
            raise Refusal(422, "the transaction is reserved")


@fault("lookup-knows-refused", "A debit refused for funds is found by the lookup.", "WAL-12 ERR-2",
       "lookup_of_refused")
class _(object):
    def check_funds(self, call):
        try:
            super().check_funds(call)
        except Refusal:
            amount, call.amount = call.amount, 0
            self.__dict__.setdefault("shadow", {})[call.transaction_id] = self.new_transaction(call)
            call.amount = amount
            raise

    def find_for_lookup(self, account_id, transaction_id):
        return super().find_for_lookup(account_id, transaction_id) or self.__dict__.get("shadow", {}).get(
            transaction_id)


@fault("lookup-query-needed", "The lookup answers 422 unless the request has a query.", "WAL-12 SIG-7", "plain_lookup")
class _(object):
    def get_transaction(self, request, account_id, transaction_id):
        if not request.query:
            raise Refusal(422, "parameters are missing")
        return super().get_transaction(request, account_id, transaction_id)

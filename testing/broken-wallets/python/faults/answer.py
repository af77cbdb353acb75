"""Faults of the body of a transaction result."""
import time

from answers import utc
from faults.registry import fault
from jsontext import Raw
from message import Response


def result(name, says, rules, check, change, basis="rule"):
    """A fault in every transaction result; `change` gets wallet, transaction and the right result."""
    @fault(name, says, rules, check, basis=basis)
    class _(object):
        def result(self, transaction):
            return change(self, transaction, super().result(transaction))


def without(right, name):
    return {key: value for key, value in right.items() if key != name}


def balance(right, **changes):
    return dict(right, balance=dict(right["balance"], **changes))


def local(text, hours, suffix):
    import calendar
    millis = calendar.timegm(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S")) * 1000 + int(text[20:23])
    return utc(millis + hours * 3_600_000).replace("Z", suffix)


result("no-operator-id", "operatorTransactionId is missing.", "WAL-13", "plain_round",
       lambda wallet, found, right: without(right, "operatorTransactionId"))
result("operator-id-number", "operatorTransactionId is a number.", "WAL-13", "plain_round",
       lambda wallet, found, right: dict(right, operatorTransactionId=Raw("4711")))
result("operator-id-null", "operatorTransactionId is null.", "WAL-13", "plain_round",
       lambda wallet, found, right: dict(right, operatorTransactionId=None))
result("operator-id-empty", "operatorTransactionId is empty.", "WAL-13", "plain_round",
       lambda wallet, found, right: dict(right, operatorTransactionId=""), "unsure")
result("operator-id-constant", "operatorTransactionId is the same for all transactions.", "WAL-13 WAL-14",
       "plain_round", lambda wallet, found, right: dict(right, operatorTransactionId="op"), "unsure")
result("operator-id-of-player", "operatorTransactionId is the account id.", "WAL-13 WAL-14", "plain_round",
       lambda wallet, found, right: dict(right, operatorTransactionId=found.account), "unsure")
result("operator-id-of-round", "A settlement answers the operatorTransactionId of its debit.", "WAL-13 WAL-14",
       "plain_round", lambda wallet, found, right: dict(right, operatorTransactionId=wallet.ledger.transactions[
           found.reference].operator_id) if found.reference in wallet.ledger.transactions else right, "unsure")
result("no-balance", "The balance is missing.", "WAL-13", "plain_round",
       lambda wallet, found, right: without(right, "balance"))
result("no-balance-on-credit", "A credit answers no balance.", "WAL-13", "plain_round",
       lambda wallet, found, right: without(right, "balance") if found.kind == "credit" else right)
result("null-balance-on-rollback", "A rollback answers a balance of null.", "WAL-13", "plain_rollback",
       lambda wallet, found, right: dict(right, balance=None) if found.kind == "rollback" else right)
result("flat-balance", "The balance is a number instead of an object.", "WAL-13", "plain_round",
       lambda wallet, found, right: dict(right, balance=right["balance"]["amount"]))
result("no-updated-at", "balance.updatedAt is missing.", "WAL-13", "plain_round",
       lambda wallet, found, right: dict(right, balance=without(right["balance"], "updatedAt")))
result("no-currency", "balance.currency is missing.", "WAL-13", "plain_round",
       lambda wallet, found, right: dict(right, balance=without(right["balance"], "currency")))
result("currency-lower-case", "balance.currency is in lower case.", "WAL-13 GEN-5", "plain_round",
       lambda wallet, found, right: balance(right, currency=right["balance"]["currency"].lower()))
result("currency-always-usd", "balance.currency is always USD.", "WAL-13 GEN-5", "plain_round",
       lambda wallet, found, right: balance(right, currency="USD"))
result("currency-of-credit-missing", "A credit answers an empty currency.", "WAL-13 GEN-5", "plain_round",
       lambda wallet, found, right: balance(right, currency="") if found.kind == "credit" else right)
result("updated-at-local", "updatedAt has a local offset.", "GEN-3 WAL-13", "plain_round",
       lambda wallet, found, right: balance(right, updatedAt=local(found.at, 2, "+02:00")))
result("updated-at-no-zone", "updatedAt has no zone.", "GEN-3 WAL-13", "plain_round",
       lambda wallet, found, right: balance(right, updatedAt=found.at.rstrip("Z").replace("T", " ")))
result("updated-at-local-as-utc", "updatedAt is local time (two hours ahead) with a Z.", "GEN-3 WAL-13", "answer_clock",
       lambda wallet, found, right: balance(right, updatedAt=local(found.at, 2, "Z")))
result("updated-at-epoch", "updatedAt is a number of milliseconds.", "GEN-3 WAL-13", "plain_round",
       lambda wallet, found, right: balance(right, updatedAt=Raw(str(wallet.now_millis()))))
result("updated-at-null", "updatedAt is null.", "WAL-13", "plain_round",
       lambda wallet, found, right: balance(right, updatedAt=None))
result("updated-at-1970", "updatedAt is 1970-01-01T00:00:00.000Z.", "WAL-13 GEN-3", "answer_clock",
       lambda wallet, found, right: balance(right, updatedAt=utc(0)), "unsure")
result("created-at-local", "createdAt has a local offset.", "GEN-3", "plain_round",
       lambda wallet, found, right: dict(right, createdAt=local(found.at, -5, "-05:00")))
result("created-at-epoch", "createdAt is a number of seconds.", "GEN-3", "plain_round",
       lambda wallet, found, right: dict(right, createdAt=Raw(str(wallet.now_millis() // 1000))))
result("created-at-rfc-1123", "createdAt is written as an HTTP date.", "GEN-3", "plain_round",
       lambda wallet, found, right: dict(right, createdAt=time.strftime(
           "%a, %d %b %Y %H:%M:%S GMT", time.strptime(found.at[:19], "%Y-%m-%dT%H:%M:%S"))))
result("in-an-envelope", "Results are wrapped in {\"data\": ...} as in the Customer API.", "WAL-13", "plain_round",
       lambda wallet, found, right: {"data": right})
result("in-an-array", "Results are a list with one entry.", "WAL-13", "plain_round",
       lambda wallet, found, right: [right])
result("snake-case", "Field names are written operator_transaction_id and created_at.", "WAL-13", "plain_round",
       lambda wallet, found, right: {"operator_transaction_id": right["operatorTransactionId"],
                                     "balance": right["balance"], "created_at": right["createdAt"]})
result("capital-names", "Field names begin with a capital.", "WAL-13", "plain_round",
       lambda wallet, found, right: {key[0].upper() + key[1:]: value for key, value in right.items()})
result("result-of-other-player", "The balance in the answer is that of the account before in the table.", "WAL-13",
       "two_players", lambda wallet, found, right: balance(right, amount=wallet.amount_value(
           wallet.ledger.accounts["player-1"].balance, "EUR")) if found.account == "player-2" else right)


@fault("stale-balance", "A credit answers a balance cached since the debit.", "WAL-13", "plain_round")
class _(object):
    def new_transaction(self, call):
        found = super().new_transaction(call)
        cache = self.__dict__.setdefault("balances", {})
        if call.kind == "debit":
            cache[found.account] = found.balance
        else:
            found.balance = cache.get(found.account, found.balance)
        return found


@fault("balance-includes-open-stakes", "The answer adds the stakes of open rounds to the balance.", "WAL-4 WAL-13",
       "two_open_rounds")
class _(object):
    def new_transaction(self, call):
        found = super().new_transaction(call)
        found.balance += sum(other.stake for other in self.ledger.rounds.values()
                             if other.account == found.account and other.state == "Bet")
        return found


@fault("balance-never-negative-shown", "A balance under 10.00 is shown as 0.", "WAL-13", "nearly_broke")
class _(object):
    def balance_object(self, account, minor, at):
        return super().balance_object(account, minor if minor >= 1000 else 0, at)


@fault("html-answer-type", "Answers carry the content type text/html.", "WAL-13 GEN-8", "answer_type", basis="unsure")
class _(object):
    def success(self, value):
        return Response(200, self.encode(value), {"Content-Type": "text/html"})


@fault("no-answer-type", "Answers carry no content type.", "WAL-13", "answer_type", basis="unsure")
class _(object):
    def success(self, value):
        return Response(200, self.encode(value), {})


@fault("answer-with-warning-before", "A PHP warning is printed before the JSON of a credit.", "WAL-13", "plain_round")
class _(object):
    def move(self, request, kind):
        response = super().move(request, kind)
        if kind == "credit":
            response.body = b"<br />\n<b>Warning</b>: Undefined index in credit.php\n" + response.body
        return response


@fault("answer-with-bom", "Answers begin with a byte order mark.", "WAL-13", "plain_round", basis="unsure")
class _(object):
    def success(self, value):
        return Response(200, b"\xef\xbb\xbf" + self.encode(value))


@fault("answer-as-string", "The result is encoded twice: a JSON string that holds JSON.", "WAL-13", "plain_round")
class _(object):
    def success(self, value):
        return Response(200, self.encode(self.encode(value).decode()))


@fault("answer-latin-1", "Answers are written in Latin-1.", "WAL-2", "player")
class _(object):
    def encode(self, value):
        return super().encode(value).decode("utf-8").encode("latin-1", "replace")


@fault("answer-without-body", "A debit is answered 200 without a body.", "WAL-13", "plain_round")
class _(object):
    def move(self, request, kind):
        response = super().move(request, kind)
        return Response(200) if kind == "debit" else response


@fault("empty-object-on-credit", "A credit is answered {}.", "WAL-13", "plain_round")
class _(object):
    def move(self, request, kind):
        response = super().move(request, kind)
        return Response(200, b"{}") if kind == "credit" else response

"""The bodies of answers: transaction result, player record, error (WAL-2, WAL-13, GEN-7, D-14, D-50)."""
import time

import jsontext
import money
from server import Response


def utc(millis):
    """Writes Unix milliseconds as ISO-8601 in UTC with milliseconds and Z."""
    seconds, rest = divmod(millis, 1000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + ".%03dZ" % rest


class Answers:
    """Builds answers."""

    def result(self, transaction):
        """Returns the stored result of a transaction."""
        currency = self.ledger.accounts[transaction.account].currency
        return {"operatorTransactionId": transaction.operator_id,
                "balance": self.balance_object(transaction.balance, currency, transaction.at),
                "createdAt": transaction.at}

    def player_record(self, account):
        return {"accountId": account.id, "displayName": account.name,
                "balance": self.balance_object(account.balance, account.currency, utc(self.now_millis()))}

    def balance_object(self, minor, currency, at):
        return {"amount": jsontext.Raw(self.amount_text(minor, currency)), "currency": currency, "updatedAt": at}

    def amount_text(self, minor, currency):
        return money.to_text(minor, money.decimals_of(currency))

    def success(self, value):
        return Response(200, self.encode(value))

    def failure(self, status, message):
        return Response(status, self.encode({"message": message}))

    def encode(self, value):
        return jsontext.write(value).encode("utf-8")

"""The bodies of answers: transaction result, player record, error (WAL-2, WAL-13, GEN-7, D-14, D-50)."""
import time

import jsontext
import money
from jsontext import Raw
from message import Response


def utc(millis):
    """Writes Unix milliseconds as ISO-8601 in UTC with milliseconds and Z."""
    seconds, rest = divmod(millis, 1000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + ".%03dZ" % rest


class Answers:
    """Builds answers. Every part is a method that a variant may replace."""

    def result(self, transaction):
        """Returns the stored result of a transaction."""
        account = self.ledger.accounts[transaction.account]
        return {"operatorTransactionId": transaction.operator_id,
                "balance": self.balance_object(account, transaction.balance, transaction.at),
                "createdAt": transaction.at}

    def player_record(self, account):
        return {"accountId": account.id, "displayName": account.name,
                "balance": self.balance_object(account, account.balance, utc(self.now_millis()))}

    def balance_object(self, account, minor, at):
        return {"amount": self.amount_value(minor, account.currency),
                "currency": account.currency, "updatedAt": at}

    def amount_value(self, minor, currency):
        return Raw(self.amount_text(minor, currency))

    def amount_text(self, minor, currency):
        return money.to_text(minor, self.decimals(currency))

    def decimals(self, currency):
        return money.decimals_of(currency)

    def success(self, value):
        return Response(200, self.encode(value))

    def failure(self, status, message):
        return Response(status, self.encode({"message": message}))

    def encode(self, value):
        return jsontext.write(value).encode("utf-8")

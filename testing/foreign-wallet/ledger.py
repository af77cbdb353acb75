"""The ledger in memory: accounts, transactions, rounds, tombstones."""
from dataclasses import dataclass

BET, SETTLED, REVERTED = "Bet", "Settled", "Reverted"


@dataclass
class Account:
    id: str
    name: str
    currency: str
    balance: int


@dataclass
class Transaction:
    id: str
    kind: str
    account: str
    round: str
    reference: str
    operator_id: str
    balance: int
    at: str


@dataclass
class Round:
    account: str
    id: str
    stake: int
    state: str


class Ledger:
    """Holds the state. Callers hold the wallet's lock. A round key belongs to one account (D-51)."""

    def __init__(self):
        self.accounts = {}
        self.tokens = {}
        self.transactions = {}
        self.rounds = {}
        self.tombstones = set()

    def open_accounts(self, count, currency, balance):
        for number in range(1, count + 1):
            account = Account("player-%d" % number, "Ren\u00e9e %d" % number, currency, balance)
            self.accounts[account.id] = account
            self.tokens["token-%d" % number] = account.id

    def commit(self, key, transaction, game_round, tombstone):
        self.transactions[key] = transaction
        if game_round is not None:
            self.rounds[(game_round.account, game_round.id)] = game_round
        if tombstone:
            self.tombstones.add((transaction.account, transaction.reference))

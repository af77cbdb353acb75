"""The ledger in memory: accounts, transactions, rounds, tombstones; optionally a journal file."""
import json
import os
from dataclasses import asdict, dataclass

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
        self.journal = None

    def open_accounts(self, count, currency, balance):
        for number in range(1, count + 1):
            account = Account("player-%d" % number, "Ren\u00e9e %d" % number, currency, balance)
            self.accounts[account.id] = account
            self.tokens["token-%d" % number] = account.id

    def open_journal(self, path):
        """Replays the journal of an earlier process, then appends to it."""
        if os.path.exists(path):
            with open(path, "r+b") as lines:
                whole = 0
                for line in lines:
                    if not line.endswith(b"\n"):
                        lines.truncate(whole)  # a commit that was cut off by a kill
                        break
                    whole += len(line)
                    self.restore(json.loads(line))
        self.journal = open(path, "a", encoding="utf-8")

    def restore(self, event):
        """Repeats one committed movement from the journal."""
        transaction = Transaction(**event["transaction"])
        self.accounts[transaction.account].balance = transaction.balance
        self.add(event["key"], transaction, Round(**event["round"]) if event["round"] else None, event["tombstone"])

    def add(self, key, transaction, game_round, tombstone):
        self.transactions[key] = transaction
        if game_round is not None:
            self.rounds[(game_round.account, game_round.id)] = game_round
        if tombstone:
            self.tombstones.add((transaction.account, transaction.reference))

    def commit(self, key, transaction, game_round, tombstone):
        """Stores a movement and appends it to the journal: one line is one commit (IDM-3)."""
        self.add(key, transaction, game_round, tombstone)
        if self.journal is not None:
            event = {"key": key, "transaction": asdict(transaction), "tombstone": tombstone,
                     "round": asdict(game_round) if game_round else None}
            self.journal.write(json.dumps(event) + "\n")
            self.journal.flush()

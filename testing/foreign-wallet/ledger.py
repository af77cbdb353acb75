"""The ledger in memory: accounts, transactions, rounds, tombstones; optionally a journal file."""
import json
import os
import threading
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
    reason: str
    amount: int
    operator_id: str
    balance: int
    at: str


@dataclass
class Round:
    account: str
    id: str
    debit: str
    stake: int
    state: str
    settlement: str = ""
    payout: int = 0
    reason: str = ""


class Ledger:
    """Holds the state. Callers hold the wallet's lock."""

    def __init__(self, wallet):
        self.wallet = wallet
        self.accounts = {}
        self.tokens = {}
        self.transactions = {}
        self.rounds = {}
        self.tombstones = {}
        self.sequence = 0
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
                    self.wallet.restore(json.loads(line))
        self.journal = open(path, "a", encoding="utf-8")

    def write_journal(self, transaction, key, game_round, tombstone):
        """Appends one committed movement: one line is one commit (IDM-3)."""
        if self.journal is None:
            return
        event = {"key": key, "transaction": asdict(transaction), "tombstone": tombstone,
                 "round": asdict(game_round) if game_round else None}
        self.journal.write(json.dumps(event) + "\n")
        self.wallet.flush_journal(self.journal)

    def close(self):
        if self.journal is not None:
            self.journal.close()
            self.journal = None


class Locking:
    """One lock for the whole ledger: every movement is one critical section (IDM-3)."""

    def init_locking(self):
        self.lock = threading.RLock()

    def exclusive(self, call):
        return self.lock

"""Plays rounds as the service does, keeps what the wallets answered, and compares it with the ledger afterwards."""

import collections
import hashlib
import hmac
import http.client
import json
import os
import random
import socket
import struct
import threading
import time

STAKE, PAYOUT, CENTS, OPENING = 2, 3, 100, 100_000_000  # a demo player begins with OPENING cents
TIMEOUT = 10  # seconds, as the service has (D-34)
REFUSALS = (409, 422)
RESET = struct.pack("ii", 1, 0)


class Load:
    """Holds what all callers share: the rate, the fault that is on, and what was found."""

    def __init__(self, wallets, secret, rate, callers):
        self.wallets, self.secret, self.rate = wallets, secret, rate
        self.lock = threading.Lock()
        self.fault, self.stopping, self.sent = "none", False, 0
        self.begin = time.time()
        self.statuses = collections.Counter()
        self.latest = [self.begin, self.begin]  # the latest 200 of each wallet
        self.slowest = collections.Counter()
        self.notes, self.violations = [], collections.defaultdict(list)
        self.callers = [Caller(self, number) for number in range(callers)]

    def stop(self, patience):
        """Lets every caller end its round."""
        self.stopping = True
        deadline = time.time() + patience
        for caller in self.callers:
            caller.join(max(0.1, deadline - time.time()))
            if caller.is_alive():
                self.violations["unsettled"].append(caller.player)

    def count(self, wallet, status, seconds):
        with self.lock:
            self.sent += 1
            self.statuses[self.fault, status] += 1
            self.slowest[self.fault] = max(self.slowest[self.fault], seconds)
            if status == 200:
                self.latest[wallet] = time.time()

    def wait_for_turn(self):
        while not self.stopping and self.sent > self.rate * (time.time() - self.begin):
            time.sleep(0.05)

    def compare(self, ask):
        """Compares every answer with the ledger, and returns the number of its rows."""
        found = (row.split("|") for row in ask("select transaction_id, kind, balance_after from ledger").splitlines())
        rows = {identifier: (kind, int(balance)) for identifier, kind, balance in found}
        # Every round won one unit or was reverted, so the balance counts what was applied twice or not at all.
        balances = dict(row.split("|") for row in ask("select id, balance from accounts").splitlines())
        for caller in self.callers:
            for identifier, (kind, balance, _) in caller.applied.items():
                row = rows.get(identifier, ("", 0))
                if row != (kind.upper(), balance):
                    self.violations["stored otherwise" if row[0] == kind.upper() else "lost"].append(identifier)
            for identifier, attempts in caller.refused.items():
                if rows.get(identifier, ("", 0))[0] == "DEBIT":
                    self.violations["untrue"].append("%s: %s" % (identifier, "; ".join(attempts)))
            if int(balances[caller.player]) != OPENING + caller.won * (PAYOUT - STAKE) * CENTS:
                self.violations["doubled"].append(caller.player)
        return len(rows)


class Caller(threading.Thread):
    """Plays rounds with one player, each at both wallets."""

    def __init__(self, load, number):
        super().__init__(daemon=True)
        self.load, self.home, self.player = load, number % 2, "player-%d" % (number + 1)
        self.random, self.prefix = random.Random(number), os.urandom(4).hex()
        self.serial = self.won = 0
        self.applied = {}  # (kind, balance in cents, digest of the answer) by id
        self.refused = {}  # attempts of debits that were answered 409 or 422
        self.attempts = []  # of the debit of the current round
        self.recent = collections.deque(maxlen=200)
        self.connections = [http.client.HTTPConnection(*wallet.address, timeout=TIMEOUT) for wallet in load.wallets]

    def send(self, wallet, kind, fields):
        """Sends a callback; returns false if that was not possible."""
        body, stamp = json.dumps(fields).encode(), str(int(time.time() * 1000))
        text = ("/wallet/%s|%s|" % (kind, stamp)).encode() + body
        signature = hmac.new(self.load.secret, text, hashlib.sha512).hexdigest()
        headers = {"Content-Type": "application/json", "X-Svc-Timestamp": stamp, "X-Svc-Signature": signature}
        try:
            self.connections[wallet].request("POST", "/wallet/" + kind, body, headers)
            return True
        except (OSError, http.client.HTTPException):
            self.connections[wallet].close()
            return False

    def receive(self, wallet, kind, identifier, sent=True):
        """Returns the status, or 0 without an answer."""
        begin, status, body = time.time(), 0, b""
        if sent:
            try:
                response = self.connections[wallet].getresponse()
                body, status = response.read(), response.status
            except (OSError, http.client.HTTPException, ValueError):
                self.connections[wallet].close()
        seconds = time.time() - begin
        self.load.count(wallet, status, seconds)
        if kind == "debit":
            words = (self.load.fault, wallet, begin - self.load.begin, seconds, status, body[:90])
            self.attempts.append("during %s wallet-%d from %.2f s for %.2f s: %d %s" % words)
        if status == 200:
            answer = (kind, round(json.loads(body)["balance"]["amount"] * CENTS), hashlib.blake2b(body, digest_size=8).digest())
            if self.applied.setdefault(identifier, answer) != answer:
                self.load.violations["doubled"].append(identifier)
        elif kind == "debit" and status in REFUSALS:
            self.refused[identifier] = self.attempts
        return status

    def movement(self, wallet, kind, fields):
        return self.receive(wallet, kind, fields["transactionId"], self.send(wallet, kind, fields))

    def run(self):
        while not self.load.stopping:
            self.load.wait_for_turn()
            self.play()

    def play(self):
        self.serial += 1
        self.attempts = []
        bet = "%s-%d" % (self.prefix, self.serial)
        debit = {"transactionId": bet, "playerId": self.player, "gameRoundId": bet, "reason": "bet", "stake": {"amount": STAKE}}
        settlement = {"referenceTransactionId": bet, "playerId": self.player, "gameRoundId": bet}
        credit = dict(settlement, transactionId=bet + "-credit", payout={"amount": PAYOUT})
        wallet = self.home if self.random.random() < 0.8 else 1 - self.home
        if self.random.random() < 0.03 and self.send(wallet, "debit", debit):
            self.connections[wallet].sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            self.connections[wallet].close()
        status = self.movement(wallet, "debit", debit)
        repeats = 0 if bet in self.refused or self.random.random() < 0.5 else 10
        while repeats > 0 and status not in (200, *REFUSALS):
            repeats -= 1
            wallet = 1 - wallet
            time.sleep(0.1)
            status = self.movement(wallet, "debit", debit)
        if bet in self.refused:
            return
        # A 401 says nothing about an earlier attempt, or one at the other wallet: it is rolled back like an unknown outcome.
        if status == 200 and self.random.random() < 0.7:
            self.settle(wallet, "credit", credit)
            self.won += 1
            self.recent.append(("credit", credit))
        else:
            self.settle(wallet, "rollback", dict(settlement, transactionId=bet + "-rollback"))
            if self.random.random() < 0.3:
                self.movement(wallet, "debit", debit)  # late: its first answer, or 422 for good
        if bet in self.applied:
            self.recent.append(("debit", debit))
        if self.recent and self.random.random() < 0.1:
            self.movement(1 - wallet, *self.random.choice(self.recent))

    def settle(self, wallet, kind, fields):
        """Sends a settlement until it is received, as the service does for three days."""
        status = self.movement(wallet, kind, fields)
        while status != 200:
            if status in REFUSALS:
                self.load.violations["untrue"].append(fields["transactionId"])
                return
            time.sleep(0.2)
            wallet = 1 - wallet
            status = self.movement(wallet, kind, fields)

    def replay(self, count):
        """Sends up to so many of the latest movements again; returns how many."""
        chosen = list(self.recent)[-count:]
        for kind, fields in chosen:
            for wallet in (0, 1):
                self.movement(wallet, kind, fields)
        return len(chosen)

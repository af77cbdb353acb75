"""Plays rounds as the service does, keeps what the wallets answered, and compares it with the ledger afterwards."""

import collections
import hashlib
import hmac
import json
import os
import random
import socket
import struct
import threading
import time

STAKE, PAYOUT, TOO_MUCH, CENTS = 2, 3, 10**9, 100
OPENING = 100_000_000  # in cents: what a demo player begins with
TIMEOUT = 10  # seconds, as the service has (D-34)
UNKNOWN_REPEATS = 10


class Connection:
    """Speaks as much HTTP/1.1 as a caller of the wallet needs."""

    def __init__(self, address):
        self.socket = socket.create_connection(address, timeout=TIMEOUT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.reader = self.socket.makefile("rb")

    def send(self, request):
        self.socket.sendall(request)

    def receive(self):
        """Returns (status, body, true if the connection stays open)."""
        status = self.reader.readline()
        if not status.endswith(b"\n"):
            raise ConnectionError("the connection was closed")
        length, stays = 0, True
        while True:
            line = self.reader.readline()
            if line in (b"\r\n", b""):
                break
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
            elif name.lower() == b"connection" and value.strip().lower() == b"close":
                stays = False
        body = self.reader.read(length)
        if len(body) < length:
            raise ConnectionError("the response was cut off")
        return int(status.split()[1]), body, stays

    def close(self, reset=False):
        if reset:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.reader.close()
        self.socket.close()


class Load:
    """Holds what all callers share: the rate, the fault that is on, and the clock of the service."""

    def __init__(self, wallets, secret, rate, callers):
        self.wallets, self.secret, self.rate = wallets, secret, rate
        self.lock = threading.Lock()
        self.fault = "none"
        self.skew = 0
        self.stopping = False
        self.begin = time.time()
        self.sent = 0
        self.statuses = collections.Counter()
        self.latest = [self.begin, self.begin]  # the latest 200 of each wallet
        self.gap = 0.0  # the longest time without a 200 at any wallet since begin_fault
        self.slowest = 0.0
        self.notes = []
        self.violations = collections.defaultdict(list)
        self.callers = [Caller(self, number) for number in range(callers)]

    def start(self):
        for caller in self.callers:
            caller.start()

    def stop(self, patience):
        """Lets every caller end its round."""
        self.stopping = True
        deadline = time.time() + patience
        for caller in self.callers:
            caller.join(max(0.1, deadline - time.time()))
            if caller.is_alive():
                self.violations["unsettled"].append(caller.player)

    def begin_fault(self, name):
        self.fault = name
        self.gap = self.slowest = 0.0

    def count(self, wallet, status, seconds):
        with self.lock:
            self.sent += 1
            self.statuses[self.fault, status] += 1
            self.slowest = max(self.slowest, seconds)
            if status == 200:
                now = time.time()
                self.gap = max(self.gap, now - max(self.latest))
                self.latest[wallet] = now

    def serves(self, since):
        """Returns true if both wallets have given a 200 since then."""
        return min(self.latest) > since

    def wait_for_turn(self):
        while not self.stopping and self.sent > self.rate * (time.time() - self.begin):
            time.sleep(0.05)

    def compare(self, hosts):
        """Compares every answer with the ledger."""
        found = (row.split("|") for row in hosts.ask("select transaction_id, kind, balance_after from ledger"))
        rows = {identifier: (kind, int(balance)) for identifier, kind, balance in found}
        for caller in self.callers:
            for identifier, (kind, balance, _) in caller.applied.items():
                row = rows.get(identifier)
                if row is None or row[0] != kind.upper():
                    self.violations["lost"].append(identifier)
                elif row[1] != balance:
                    self.violations["stored otherwise"].append(identifier)
            for identifier, answer in caller.refused.items():
                if rows.get(identifier, ("", 0))[0] == "DEBIT":
                    fault, attempts = answer
                    self.violations["untrue"].append("%s during %s: %s" % (identifier, fault, "; ".join(attempts)))
        # Every round won one unit or was reverted, so the balance counts what was applied twice or not at all.
        balances = dict(row.split("|") for row in hosts.ask("select id, balance from accounts"))
        for caller in self.callers:
            if int(balances[caller.player]) != OPENING + caller.won * (PAYOUT - STAKE) * CENTS:
                self.violations["doubled"].append(caller.player)
        return len(rows)


class Caller(threading.Thread):
    """Plays rounds with one player, each at both wallets."""

    def __init__(self, load, number):
        super().__init__(daemon=True)
        self.load, self.home = load, number % 2
        self.player = "player-%d" % (number + 1)
        self.random = random.Random(number)
        self.prefix = os.urandom(4).hex()
        self.serial = self.won = 0
        self.applied = {}  # (kind, balance in cents, digest of the answer) by id
        self.refused = {}  # fault and attempts of debits that were answered 409 or 422
        self.attempts = []  # of the debit of the current round: wallet, begin, duration, answer
        self.recent = collections.deque(maxlen=200)
        self.connections = [None, None]

    def request(self, kind, fields, forged=False):
        body = json.dumps(fields).encode()
        stamp = str(int((time.time() + self.load.skew) * 1000))
        text = ("/wallet/%s|%s|" % (kind, stamp)).encode() + body
        secret = b"another secret" if forged else self.load.secret
        signature = hmac.new(secret, text, hashlib.sha512).hexdigest()
        head = "POST /wallet/%s HTTP/1.1\r\nHost: wallet\r\nContent-Type: application/json\r\n" % kind
        head += "Content-Length: %d\r\nX-Svc-Timestamp: %s\r\nX-Svc-Signature: %s\r\n\r\n" % (len(body), stamp, signature)
        return head.encode() + body

    def send(self, wallet, request):
        """Sends a request; returns false if that was not possible."""
        try:
            if self.connections[wallet] is None:
                self.connections[wallet] = Connection(self.load.wallets[wallet].address)
            self.connections[wallet].send(request)
            return True
        except OSError:
            self.drop(wallet)
            return False

    def drop(self, wallet, reset=False):
        if self.connections[wallet] is not None:
            self.connections[wallet].close(reset)
        self.connections[wallet] = None

    def receive(self, wallet, kind, identifier):
        """Returns the status, or 0 without an answer."""
        begin = time.time()
        status, body = 0, b""
        if self.connections[wallet] is not None:
            try:
                status, body, stays = self.connections[wallet].receive()
                if not stays:
                    self.drop(wallet)
            except (OSError, ValueError, IndexError):
                self.drop(wallet)
        seconds = time.time() - begin
        self.load.count(wallet, status, seconds)
        if kind == "debit":
            at = begin - self.load.begin
            self.attempts.append("wallet-%d from %.2f s for %.2f s: %d %s" % (wallet, at, seconds, status, body[:90]))
        if status == 200:
            self.keep(kind, identifier, body)
        elif kind == "debit" and status in (409, 422):
            self.refused[identifier] = (self.load.fault, self.attempts)
        return status

    def keep(self, kind, identifier, body):
        balance = round(json.loads(body)["balance"]["amount"] * CENTS)
        answer = (kind, balance, hashlib.blake2b(body, digest_size=8).digest())
        if self.applied.setdefault(identifier, answer) != answer:
            self.load.violations["doubled"].append(identifier)

    def movement(self, wallet, kind, fields, forged=False):
        self.send(wallet, self.request(kind, fields, forged))
        return self.receive(wallet, kind, fields["transactionId"])

    def run(self):
        while not self.load.stopping:
            self.load.wait_for_turn()
            self.play()

    def play(self):
        self.serial += 1
        self.attempts = []
        bet = "%s-%d" % (self.prefix, self.serial)
        debit = {"transactionId": bet, "playerId": self.player, "gameRoundId": bet, "reason": "bet"}
        debit["stake"] = {"amount": STAKE}
        settlement = {"referenceTransactionId": bet, "playerId": self.player, "gameRoundId": bet}
        credit = dict(settlement, transactionId=bet + "-credit", payout={"amount": PAYOUT})
        chance = self.random.random()
        wallet = self.home if self.random.random() < 0.8 else 1 - self.home
        if chance < 0.02:
            self.movement(wallet, "debit", debit, forged=True)
            return
        if chance < 0.03:
            self.movement(wallet, "debit", dict(debit, stake={"amount": TOO_MUCH}))
            return
        if chance < 0.05 and not self.is_early_credit_refused(wallet, credit):
            return
        if chance < 0.08 and self.send(wallet, self.request("debit", debit)):
            self.drop(wallet, reset=True)
        status = self.at_both(debit) if chance > 0.95 else self.movement(wallet, "debit", debit)
        repeats = 0 if bet in self.refused or self.random.random() < 0.5 else UNKNOWN_REPEATS
        while repeats > 0 and status not in (200, 409, 422):
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
            kind, fields = self.random.choice(self.recent)
            self.movement(1 - wallet, kind, fields)

    def is_early_credit_refused(self, wallet, credit):
        """Sends a credit before its debit, which must get 422; without that answer it may still be on its way."""
        status = self.movement(wallet, "credit", credit)
        if status == 200:
            self.load.violations["untrue"].append(credit["transactionId"])
        return status == 422

    def at_both(self, debit):
        """Sends a debit to both wallets at the same time, as the service never does. One 200 is enough.

        A 422 beside it is true of an attempt that failed before its commit (D-29): it knows nothing of the other wallet's.
        A 422 for any other reason denies what is stored.
        """
        request = self.request("debit", debit)
        for wallet in (0, 1):
            self.send(wallet, request)
        statuses = [self.receive(wallet, "debit", debit["transactionId"]) for wallet in (0, 1)]
        if 200 not in statuses:
            return statuses[0]
        denials = [attempt for attempt in self.attempts[-2:] if ": 422 " in attempt]
        if denials and all("could not store the transaction" in denial for denial in denials):
            self.refused.pop(debit["transactionId"], None)
            self.load.notes.append("%s got 200 and 422 at the two wallets" % debit["transactionId"])
        return 200

    def settle(self, wallet, kind, fields):
        """Sends a settlement until it is received, as the service does for three days."""
        status = self.movement(wallet, kind, fields)
        while status != 200:
            if status in (409, 422):
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

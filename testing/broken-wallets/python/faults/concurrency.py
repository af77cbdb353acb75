"""Faults that show under concurrent requests."""
import random
import threading
import time
from collections import OrderedDict

from errors import Refusal
from faults.registry import fault
from message import Response

PAUSE = 0.006


class Nothing:
    """A lock that locks nothing."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


class ByKey:
    """Locks by key."""

    def __init__(self):
        self.guard = threading.Lock()
        self.locks = {}

    def get(self, key):
        with self.guard:
            return self.locks.setdefault(key, threading.RLock())


def racy(name, says, rules, check, lock, basis="rule", **methods):
    """A wallet whose lock is `lock(wallet, call)`; `methods` are replaced too."""
    def exclusive(self, call):
        return lock(self, call) if call is not None else self.lock

    def set_up(self):
        self.keyed = ByKey()
    members = dict(methods, exclusive=exclusive, set_up=set_up)
    fault(name, says, rules, check, basis=basis, shows="load")(type("_", (object,), members))


def slow_judge(name):
    """Returns a judge that pauses after the checks, as a round trip to a database does."""
    def judge(self, call):
        getattr(super(type(self).__mro__[1], self), name)(call)
        time.sleep(PAUSE)
    return judge


SLOW = {name: slow_judge(name) for name in ("judge_debit", "judge_credit", "judge_rollback")}


def lost_update(self, call, delta):
    """Reads the balance, pauses, writes it back."""
    balance = call.account.balance
    time.sleep(PAUSE)
    call.account.balance = balance + delta


racy("no-lock", "Nothing is locked: the id is looked up, then applied a moment later.", "IDM-1 IDM-3",
     "duplicates_at_once", lambda wallet, call: Nothing(), **SLOW)
racy("lost-update", "The balance is read, changed and written without a lock; ids are unique.", "IDM-3 WAL-4",
     "debits_at_once", lambda wallet, call: wallet.keyed.get(call.transaction_id), change_balance=lost_update)
racy("lock-per-id", "There is a lock per transactionId, none per player: two debits pass one check of the funds.",
     "ERR-2 IDM-3", "overdraft_at_once", lambda wallet, call: wallet.keyed.get(call.transaction_id), **SLOW)
racy("lock-per-player", "There is a lock per player, none per transactionId: one id applies to two players at once.",
     "IDM-1 IDM-3 D-52", "id_of_two_players_at_once", lambda wallet, call: wallet.keyed.get(
         str(call.field("playerId", ""))), basis="decision", **SLOW)
racy("lock-per-kind", "Credits and rollbacks have different locks: both settle one round at once.", "RND-4 IDM-3",
     "settlements_at_once", lambda wallet, call: wallet.keyed.get(call.kind), **SLOW)
racy("lock-per-round-on-settlement", "Settlements lock the round, debits lock the player: updates get lost.",
     "IDM-3 WAL-4", "mixed_at_once", lambda wallet, call: wallet.keyed.get(
         str(call.field("gameRoundId", "")) if call.kind != "debit" else str(call.field("playerId", ""))),
     change_balance=lost_update)
racy("lock-per-connection", "There is a lock per worker, and a connection sticks to a worker.", "IDM-1 IDM-3",
     "duplicates_at_once", lambda wallet, call: wallet.keyed.get(id(call.request.connection) % 7919), **SLOW)
racy("credit-not-locked", "Debits are locked, credits are not: a credit sent twice at once is paid twice.", "IDM-1 IDM-3",
     "credits_at_once", lambda wallet, call: wallet.lock if call.kind == "debit" else Nothing(), **SLOW)
racy("debits-of-a-round-at-once", "Two debits with different ids open one round when they come at once.", "RND-1 IDM-3",
     "debits_of_a_round_at_once", lambda wallet, call: wallet.keyed.get(call.transaction_id), **SLOW)
racy("rollback-overtakes-debit", "A rollback that comes while its debit is under way buries an id that is then applied.",
     "RND-3 RND-4 D-25", "debit_and_rollback_at_once", lambda wallet, call: wallet.keyed.get(call.transaction_id), **SLOW)


@fault("lock-times-out", "Credits lock round then player, debits player then round: they block each other, then 500.",
       "ERR-4 IDM-3", "cross_traffic", shows="load")
class _(object):
    def set_up(self):
        self.keyed = ByKey()

    def move(self, request, kind):
        call = self.read_call(request, kind)
        keys = [str(call.field("playerId", "")), "round lock"]
        if kind != "debit":
            keys.reverse()
        held = []
        try:
            for key in keys:
                lock = self.keyed.get(key)
                if not lock.acquire(timeout=0.12):
                    raise Refusal(500, "lock wait timeout exceeded")
                held.append(lock)
                time.sleep(PAUSE)
            with self.lock:
                return self.success(self.process(call))
        finally:
            for lock in held:
                lock.release()


class InFlight:
    """Notices a transactionId whose first request is still under way."""

    def in_flight(self, call):
        raise NotImplementedError

    def move(self, request, kind):
        call = self.read_call(request, kind)
        under_way = self.__dict__.setdefault("under_way", set())
        with self.lock:
            busy = call.transaction_id in under_way
            under_way.add(call.transaction_id)
        if busy:
            return self.in_flight(call)
        try:
            time.sleep(PAUSE * 3)
            return super().move(request, kind)
        finally:
            under_way.discard(call.transaction_id)


def in_flight(name, says, rules, answer):
    @fault(name, says, rules, "duplicates_at_once", shows="load")
    class _(InFlight):
        def in_flight(self, call):
            return answer(self, call)


in_flight("in-flight-409", "A repeat that comes while the first is under way is answered 409.", "ERR-2 IDM-2",
          lambda wallet, call: wallet.failure(409, "the transaction is being processed"))
in_flight("in-flight-422", "A repeat that comes while the first is under way is answered 422.", "ERR-3 IDM-2",
          lambda wallet, call: wallet.failure(422, "the transaction is being processed"))
in_flight("in-flight-200-empty", "A repeat that comes while the first is under way is answered 200 with no balance.",
          "IDM-2 WAL-13", lambda wallet, call: wallet.success({"operatorTransactionId": "pending", "balance": None}))
in_flight("in-flight-202", "A repeat that comes while the first is under way is answered 202.", "ERR-2 IDM-2",
          lambda wallet, call: Response(202))


def stale(wallet, call):
    account = wallet.ledger.accounts.get(call.field("playerId", "player-1"))
    return wallet.success({"operatorTransactionId": "op-0", "balance": wallet.player_record(account)["balance"]})


in_flight("in-flight-200-before", "A repeat that comes while the first is under way gets the balance before it.",
          "IDM-2 WAL-13", stale)


@fault("balance-read-later", "The balance of the answer is read after the lock was released.", "WAL-13 WAL-4",
       "answers_at_once", shows="load")
class _(object):
    def move(self, request, kind):
        call = self.read_call(request, kind)
        with self.exclusive(call):
            result = self.process(call)
        time.sleep(PAUSE)
        if call.account is not None and call.written:
            result["balance"]["amount"] = self.amount_value(call.account.balance, call.account.currency)
        return self.success(result)


@fault("answers-mixed-up", "The answer is kept in a field that all threads share.", "WAL-13", "answers_at_once",
       shows="load")
class _(object):
    def move(self, request, kind):
        self.answer = super().move(request, kind)
        time.sleep(PAUSE / 3)
        return self.answer


@fault("player-mixed-up", "The current player is kept in a field that all threads share.", "WAL-4 WAL-13",
       "two_players_at_once", shows="load")
class _(object):
    def move(self, request, kind):
        call = self.read_call(request, kind)
        self.current = call.field("playerId", None)
        time.sleep(PAUSE / 3)
        if kind == "debit" and isinstance(self.current, str):
            call.body["playerId"] = self.current
            call.body.pop("token", None)
        with self.exclusive(call):
            return self.success(self.process(call))


@fault("two-workers", "Two workers have a cache of ids each; a repeat on the other worker applies again.",
       "IDM-1 IDM-3", "duplicate_on_new_connection", shows="load")
class _(object):
    def set_up(self):
        self.caches = [set(), set()]
        self.count = 0

    def cache(self, call):
        memory = call.request.connection.memory
        if "worker" not in memory:
            self.count += 1
            memory["worker"] = self.count % 2
        return self.caches[memory["worker"]]

    def find_known(self, call):
        known = super().find_known(call)
        if known is None or call.transaction_id in self.cache(call):
            return known
        return None if known.kind == call.kind == "debit" else known

    def check_round_is_new(self, call):
        found = self.find_round(call.account.id, call.round_id)
        if found is None or found.debit != call.transaction_id:
            super().check_round_is_new(call)

    def store(self, call, transaction, game_round, tombstone):
        super().store(call, transaction, game_round, tombstone)
        self.cache(call).add(call.transaction_id)


@fault("write-behind", "Answers come before the write: lookup and balance follow 250 ms later.", "IDM-3 WAL-12",
       "lookup_at_once")
class _(object):
    def look_up(self, account_id, transaction_id):
        found = super().look_up(account_id, transaction_id)
        if found is not None and time.monotonic() - self.__dict__.get("times", {}).get(found.operator_id, 0) < 0.25:
            return None
        return found

    def store(self, call, transaction, game_round, tombstone):
        super().store(call, transaction, game_round, tombstone)
        self.__dict__.setdefault("times", OrderedDict())[transaction.operator_id] = time.monotonic()


@fault("busy-500", "With more than eight requests under way, answers are 500 though nothing is written.",
       "ERR-4", "many_at_once", basis="unsure", shows="load")
class _(object):
    def move(self, request, kind):
        with self.lock:
            self.busy = self.__dict__.get("busy", 0) + 1
        try:
            time.sleep(PAUSE)
            if self.busy > 8:
                raise Refusal(500, "too many connections")
            return super().move(request, kind)
        finally:
            with self.lock:
                self.busy -= 1


@fault("busy-drops-connections", "With more than 24 open connections, new ones are closed without an answer.",
       "ERR-2", "many_connections", basis="unsure", shows="load")
class _(object):
    def serve(self, connection):
        if len(self.connections) >= 24:
            connection.close()
        else:
            super().serve(connection)


@fault("busy-applies-then-503", "Under load a movement is applied, then answered 503 by the front server.",
       "IDM-2 ERR-2", "many_at_once", basis="unsure", shows="load")
class _(object):
    def move(self, request, kind):
        with self.lock:
            self.busy = self.__dict__.get("busy", 0) + 1
        try:
            time.sleep(PAUSE)
            crowded = self.busy > 8
            response = super().move(request, kind)
            return self.failure(503, "upstream timed out") if crowded and response.status == 200 else response
        finally:
            with self.lock:
                self.busy -= 1


@fault("rate-limit-429", "More than 100 calls in a second are answered 429.", "ERR-2 D-36", "bursts", basis="unsure",
       shows="load")
class _(object):
    def dispatch(self, request):
        second = int(time.monotonic())
        last, count = self.__dict__.get("rate", (0, 0))
        self.rate = (second, count + 1 if last == second else 1)
        if self.rate[1] > 100:
            raise Refusal(429, "too many requests")
        return super().dispatch(request)


@fault("deadlock-victim-422", "Of debits of one player at once, one may be answered 422 after it was applied.",
       "ERR-3 IDM-3", "debits_at_once", shows="load")
class _(object):
    def move(self, request, kind):
        waiting = self.__dict__.setdefault("waiting", {})
        with self.lock:
            waiting[kind] = waiting.get(kind, 0) + 1
            crowded = kind == "debit" and waiting[kind] > 4
        try:
            time.sleep(PAUSE)
            response = super().move(request, kind)
            if crowded and response.status == 200:
                return self.failure(422, "transaction was deadlocked and has been chosen as the victim")
            return response
        finally:
            with self.lock:
                waiting[kind] -= 1


@fault("operator-id-collides", "operatorTransactionId is the time in seconds.", "WAL-13 WAL-14", "operator_ids",
       basis="unsure", shows="load")
class _(object):
    def new_operator_id(self):
        return "op-%d" % time.time()


@fault("operator-id-random-small", "operatorTransactionId is a random number under 50.", "WAL-13 WAL-14",
       "operator_ids", basis="unsure", shows="volume")
class _(object):
    def new_operator_id(self):
        return "op-%d" % random.randrange(50)

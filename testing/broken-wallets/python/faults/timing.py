"""Faults that need time or a restart to show. The file that WALLET_CLOCK names lets time pass at once."""
from errors import Refusal
from faults.registry import fault
from ledger import Round


def expires(name, says, rules, check, seconds, applies):
    """Ids expire: `applies` says whether the repeat applies again (else it is refused)."""
    @fault(name, says, rules, check, shows="time")
    class _(object):
        def find_known(self, call):
            known = super().find_known(call)
            if known is None:
                return None
            at = self.__dict__.setdefault("stored", {}).get(known.operator_id, 0)
            if self.now() - at <= self.seconds(seconds):
                return known
            if applies:
                self.ledger.rounds.pop(self.round_key(known.account, known.round), None)
                return None
            raise Refusal(422, "the round exists or is closed")

        def store(self, call, transaction, game_round, tombstone):
            super().store(call, transaction, game_round, tombstone)
            self.__dict__.setdefault("stored", {})[transaction.operator_id] = self.now()


expires("replay-expires-10s", "Stored answers are kept for ten seconds; a later repeat is refused.", "IDM-2",
        "replay_after_a_while", 10, False)
expires("replay-expires-2s", "Stored answers are kept for two seconds; a later repeat is refused.", "IDM-2",
        "replay_after_a_while", 2, False)
expires("replay-expires-60s", "Stored answers are kept for a minute; a later repeat applies again.", "IDM-1",
        "replay_after_a_while", 60, True)
expires("replay-expires-5s", "Stored answers are kept for five seconds; a later repeat applies again.", "IDM-1",
        "replay_after_a_while", 5, True)


@fault("idle-60s-500", "After a minute without calls the first debit finds the database connection gone: 500.",
       "ERR-4", "debit_after_a_while", shows="time")
class _(object):
    def process(self, call):
        last, self.last = self.__dict__.get("last", self.now()), self.now()
        if self.last - last > self.seconds(60):
            raise Refusal(500, "the database has gone away")
        return super().process(call)


@fault("idle-60s-lost", "After a minute without calls the first movement is answered 200 and lost.", "IDM-3",
       "debit_after_a_while", shows="time")
class _(object):
    def process(self, call):
        last, self.last = self.__dict__.get("last", self.now()), self.now()
        result = super().process(call)
        if self.last - last > self.seconds(60) and call.written:
            del self.ledger.transactions[self.transaction_key(call)]
        return result


@fault("token-expires-30s", "A session token works for 30 seconds.", "LAU-10", "player_after_a_while", shows="time")
class _(object):
    def get_player(self, request):
        first = self.__dict__.setdefault("first_use", {}).setdefault(
            self.query_value(request, "token"), self.now())
        if self.now() - first > self.seconds(30):
            raise Refusal(403, "unknown token")
        return super().get_player(request)


@fault("idle-connection-dies", "A connection idle for five seconds swallows the next request unanswered.", "GEN-8",
       "idle_connection", basis="unsure", shows="time")
class _(object):
    def serve_one(self, connection):
        request = self.read_request(connection)
        last = connection.memory.get("at", self.now())
        connection.memory["at"] = self.now()
        if connection.memory["at"] - last > self.seconds(5):
            return False
        response = self.handle(request)
        self.send_response(connection, request, response)
        return self.keeps_alive(request)


@fault("clock-of-start", "The time of answers is that of the first call: updatedAt stands still.", "WAL-13 GEN-3",
       "times_move", basis="unsure", shows="time")
class _(object):
    def new_transaction(self, call):
        found = super().new_transaction(call)
        found.at = self.__dict__.setdefault("first_time", found.at)
        return found


@fault("settled-ids-purged", "A job deletes settled rounds after 20 seconds: their debits apply again.", "IDM-1 RND-4",
       "round_replayed_after_a_while", shows="time")
class _(object):
    def find_known(self, call):
        for key, found in list(self.ledger.rounds.items()):
            if found.state == "Settled" and self.now() - found.opened > self.seconds(20):
                del self.ledger.rounds[key]
                self.ledger.transactions.pop(found.debit, None)
                self.ledger.transactions.pop(found.settlement, None)
        return super().find_known(call)


def restart(name, says, rules, check, **methods):
    fault(name, says, rules, check, shows="restart")(type("_", (object,), methods))


restart("restart-forgets-ids", "With --state, ids are not restored: repeats apply again.", "IDM-1 IDM-3",
        "restart_replay", restore_transaction=lambda self, key, transaction: None,
        restore_round=lambda self, game_round, tombstone: None)
restart("restart-forgets-rounds", "With --state, rounds are not restored: a second debit opens a round again.",
        "RND-1 RND-4", "restart_second_debit", restore_round=lambda self, game_round, tombstone: None)
restart("restart-forgets-tombstones", "With --state, tombstones are not restored: the late debit is applied.",
        "RND-4 D-25", "restart_tombstone", restore_tombstone=lambda self, transaction: None,
        restore_round=lambda self, game_round, tombstone: None if tombstone else self.save_round(game_round))
restart("restart-reopens-rounds", "With --state, every round is open again.", "RND-4", "restart_settlement",
        restore_round=lambda self, game_round, tombstone: self.save_round(
            Round(game_round.account, game_round.id, game_round.debit, game_round.stake, "Bet")))
restart("restart-resets-balances", "With --state, balances begin at the opening balance.", "IDM-3 WAL-4",
        "restart_replay", restore_balance=lambda self, transaction: None)
restart("restart-doubles-last", "With --state, the last movement is applied twice.", "IDM-1 IDM-3", "restart_replay",
        restore_balance=lambda self, transaction: setattr(
            self.ledger.accounts[transaction.account], "balance",
            transaction.balance + (-transaction.amount if transaction.kind == "debit" else transaction.amount)))
restart("restart-loses-buffer", "With --state, the journal is written in blocks: a kill loses the last movements.",
        "IDM-3", "restart_replay", flush_journal=lambda self, journal: None,
        stop=lambda self: _stop_without_writing(self))


def _stop_without_writing(wallet):
    """Stops as a kill does: what is buffered is lost."""
    import os
    journal = wallet.ledger.journal
    if journal is not None:
        wallet.ledger.journal = None
        os.dup2(os.open(os.devnull, os.O_WRONLY), journal.fileno())
    super(type(wallet).__mro__[1], wallet).stop()

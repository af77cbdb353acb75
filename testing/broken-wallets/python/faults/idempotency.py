"""Faults of idempotency: what happens when a transactionId comes again."""
import hashlib
from collections import OrderedDict

from answers import utc
from errors import Refusal
from faults.registry import fault
from message import Response


def never_known(name, says, rules, check, kinds):
    @fault(name, says, rules, check)
    class _(object):
        def find_known(self, call):
            return None if call.kind in kinds else super().find_known(call)

        def check_round_is_new(self, call):
            found = self.find_round(call.account.id, call.round_id)
            if "debit" not in kinds or found is None or found.debit != call.transaction_id:
                super().check_round_is_new(call)

        def check_round_is_open(self, call):
            if call.kind not in kinds or call.round.settlement != call.transaction_id:
                super().check_round_is_open(call)


never_known("debit-applies-again", "A repeated debit is subtracted again.", "IDM-1 IDM-2", "replays", ["debit"])
never_known("credit-applies-again", "A repeated credit is paid again.", "IDM-1 IDM-2", "replays", ["credit"])
never_known("rollback-applies-again", "A repeated rollback returns the stake again.", "IDM-1 IDM-2", "replays",
            ["rollback"])


def state_first(name, says, rules, check, kind, status):
    """The state of the round is judged before the id is looked up."""
    @fault(name, says, rules, check)
    class _(object):
        def find_known(self, call):
            known = super().find_known(call)
            if known is not None and known.kind == call.kind == kind:
                raise Refusal(status, "the transaction was processed before")
            return known


state_first("replay-debit-422", "A repeated debit is refused: its round exists.", "IDM-2", "replays", "debit", 422)
state_first("replay-credit-422", "A repeated credit is refused: its round is closed.", "IDM-2", "replays", "credit", 422)
state_first("replay-rollback-422", "A repeated rollback is refused: its round is closed.", "IDM-2", "replays",
            "rollback", 422)
state_first("replay-409", "A repeated debit is answered 409 Conflict.", "IDM-2 ERR-2", "replays", "debit", 409)
state_first("replay-500", "A repeated credit violates the unique index and ends in a 500.", "IDM-2 ERR-4", "replays",
            "credit", 500)


def replay_answers(name, says, rules, check, answer, basis="rule"):
    @fault(name, says, rules, check, basis=basis)
    class _(object):
        def replay_result(self, call, known):
            return answer(self, known, super().replay_result(call, known))


def with_current_balance(wallet, known, right):
    account = wallet.ledger.accounts[known.account]
    return dict(right, balance=wallet.balance_object(account, account.balance, utc(wallet.now_millis())))


replay_answers("replay-current-balance", "A replay answers today's balance.", "IDM-2 D-49", "replay_later",
               with_current_balance)
replay_answers("replay-new-operator-id", "A replay gets a new operatorTransactionId.", "IDM-2", "replays",
               lambda wallet, known, right: dict(right, operatorTransactionId=wallet.new_operator_id()))
replay_answers("replay-new-created-at", "A replay answers a new createdAt.", "IDM-2", "replay_times",
               lambda wallet, known, right: dict(right, createdAt=utc(wallet.now_millis())))
replay_answers("replay-new-updated-at", "A replay answers a new updatedAt beside the old balance.", "IDM-2",
               "replay_times", lambda wallet, known, right: dict(
                   right, balance=dict(right["balance"], updatedAt=utc(wallet.now_millis()))), basis="unsure")
replay_answers("replay-short-answer", "A replay is answered with a mere status field.", "IDM-2 WAL-13", "replays",
               lambda wallet, known, right: {"status": "duplicate"})
replay_answers("replay-zero-balance", "A replay answers a balance of 0.", "IDM-2 WAL-13", "replays",
               lambda wallet, known, right: dict(right, balance=wallet.balance_object(
                   wallet.ledger.accounts[known.account], 0, known.at)))


def first_result_later(wallet, known, right):
    newest = [found for found in wallet.ledger.transactions.values() if found.account == known.account][-1]
    return wallet.result(newest)


replay_answers("replay-newest-result", "A replay answers the result of the player's newest transaction.", "IDM-2",
               "replay_later", first_result_later)


@fault("replay-204", "A replay is answered 204 without a body.", "IDM-2", "replays")
class _(object):
    def move(self, request, kind):
        call = self.read_call(request, kind)
        response = super().move(request, kind) if super().find_known(call) is None else None
        if response is None:
            return Response(204)
        return response


@fault("replay-funds-first", "The funds are checked before the id is looked up: a replay can get 409.", "IDM-2",
       "replay_when_broke")
class _(object):
    def find_known(self, call):
        known = super().find_known(call)
        if known is not None and known.kind == "debit" and known.amount > self.ledger.accounts[known.account].balance:
            raise Refusal(409, "insufficient funds")
        return known


@fault("replay-token-first", "The token is judged before the id is looked up.", "IDM-2 D-21", "replay_without_session")
class _(object):
    def find_known(self, call):
        token = call.field("token", None)
        if call.kind == "debit" and token is not None and self.account_of_token(token) is None:
            raise Refusal(422, "unknown token")
        return super().find_known(call)


@fault("replay-amount-first", "The amount is judged before the id is looked up.", "IDM-2 D-21", "replay_other_amount",
       basis="decision")
class _(object):
    def find_known(self, call):
        known = super().find_known(call)
        if known is not None and call.kind != "rollback":
            call.account = self.ledger.accounts[known.account]
            if self.read_amount(call, "stake" if call.kind == "debit" else "payout") != known.amount:
                raise Refusal(422, "the amount differs from the first request")
        return known


@fault("replay-difference-applied", "A repeat with another amount corrects the balance by the difference.",
       "IDM-1 D-21", "replay_other_amount", basis="rule")
class _(object):
    def replay_result(self, call, known):
        call.account = self.ledger.accounts[known.account]
        if call.kind == "debit":
            amount = self.read_amount(call, "stake")
            call.account.balance += known.amount - amount
            known.balance += known.amount - amount
            known.amount = amount
        return super().replay_result(call, known)


@fault("replay-same-bytes-only", "A repeat is recognised by a hash of its body; other bytes apply again.",
       "IDM-1 IDM-3", "replay_respaced")
class _(object):
    def transaction_key(self, call):
        if call.request is None:
            return call.transaction_id
        digest = hashlib.sha1(call.request.body).hexdigest()
        first = self.__dict__.setdefault("digests", {}).setdefault(call.transaction_id, digest)
        return call.transaction_id if first == digest else call.transaction_id + "#" + digest

    def check_round_is_new(self, call):
        if "#" not in self.transaction_key(call):
            super().check_round_is_new(call)


@fault("replay-fingerprint-422", "A repeat whose body differs in white space or order is refused.", "IDM-2 D-21",
       "replay_respaced")
class _(object):
    def find_known(self, call):
        first = self.__dict__.setdefault("bodies", {}).setdefault(call.transaction_id, call.request.body)
        known = super().find_known(call)
        if known is not None and first != call.request.body:
            raise Refusal(422, "the idempotency key was used with another body")
        return known


@fault("replay-after-settlement-422", "A debit repeated after its round was settled is refused.", "IDM-2",
       "replay_debit_after_settlement")
class _(object):
    def find_known(self, call):
        known = super().find_known(call)
        if known is not None and call.kind == "debit":
            game_round = self.find_round(known.account, known.round)
            if game_round is not None and game_round.state == "Settled":
                raise Refusal(422, "the round is settled")
        return known


@fault("replay-after-rollback-422", "A debit repeated after its rollback is refused.", "IDM-2",
       "replay_debit_after_rollback")
class _(object):
    def find_known(self, call):
        known = super().find_known(call)
        if known is not None and call.kind == "debit":
            game_round = self.find_round(known.account, known.round)
            if game_round is not None and game_round.state == "Reverted":
                raise Refusal(422, "the debit was rolled back")
        return known


@fault("replay-after-rollback-applies", "A rollback deletes its debit, so the debit sent again applies again.",
       "IDM-1 RND-4", "replay_debit_after_rollback")
class _(object):
    def change_round(self, call):
        found = super().change_round(call)
        if call.kind == "rollback" and call.debit is not None:
            self.ledger.transactions.pop(call.reference, None)
            self.ledger.rounds.pop(self.round_key(call.account.id, call.round_id), None)
        return found


@fault("refused-remembered", "A debit refused with 409 is refused with 409 for ever.", "ERR-2 D-27",
       "refused_then_funded", basis="decision")
class _(object):
    def check_funds(self, call):
        memory = self.__dict__.setdefault("refused", set())
        if call.transaction_id in memory:
            raise Refusal(409, "insufficient funds")
        try:
            super().check_funds(call)
        except Refusal:
            memory.add(call.transaction_id)
            raise


@fault("refused-then-200", "The id is recorded before the funds are checked: a refused debit sent again gets 200.",
       "IDM-3 ERR-2", "refused_then_funded")
class _(object):
    def check_funds(self, call):
        try:
            super().check_funds(call)
        except Refusal:
            amount, call.amount = call.amount, 0
            self.ledger.transactions[call.transaction_id] = self.new_transaction(call)
            call.amount = amount
            raise


@fault("cross-account-replay", "A known id of another account is answered with that account's result.", "IDM-3 D-21",
       "id_of_other_account", basis="decision")
class _(object):
    def check_same_movement(self, call, known):
        pass


def remembers(name, says, rules, check, size, whole, shows="volume"):
    """The memory of ids is a bounded cache; `whole` forgets the round too."""
    @fault(name, says, rules, check, shows=shows)
    class _(object):
        def set_up(self):
            super().set_up()
            self.recent = OrderedDict()

        def find_known(self, call):
            if call.transaction_id not in self.recent:
                if whole:
                    return None
                known = super().find_known(call)
                if known is not None:
                    raise Refusal(422, "the round is closed or exists")
                return None
            return super().find_known(call)

        def store(self, call, transaction, game_round, tombstone):
            super().store(call, transaction, game_round, tombstone)
            self.recent[call.transaction_id] = True
            while len(self.recent) > size:
                gone, _ = self.recent.popitem(last=False)
                if whole:
                    old = self.ledger.transactions.pop(gone, None)
                    if old is not None:
                        self.ledger.rounds.pop(self.round_key(old.account, old.round), None)


remembers("cache-of-64", "The last 64 answers are kept; an older id is refused instead of replayed.", "IDM-2",
          "replay_after_80", 64, False)
remembers("cache-of-16", "The last 16 answers are kept; an older id is refused instead of replayed.", "IDM-2",
          "replay_after_80", 16, False)
remembers("forgets-after-200", "Transactions before the last 200 are deleted: their ids apply again.", "IDM-1 RND-4",
          "replay_after_210", 200, True)


@fault("forgets-settled-debits", "Once ten newer rounds are settled, a settled debit may be sent again.", "IDM-1",
       "replay_after_ten_rounds", shows="volume")
class _(object):
    def store(self, call, transaction, game_round, tombstone):
        super().store(call, transaction, game_round, tombstone)
        if call.kind == "credit":
            done = self.__dict__.setdefault("done", [])
            done.append((call.reference, self.round_key(call.account.id, call.round_id)))
            if len(done) > 10:
                debit, key = done.pop(0)
                self.ledger.transactions.pop(debit, None)
                self.ledger.rounds.pop(key, None)


@fault("second-repeat-applies", "The first repeat is recognised; the cache entry is used up and the next applies.",
       "IDM-1", "three_times")
class _(object):
    def find_known(self, call):
        known = super().find_known(call)
        if known is None:
            return None
        used = self.__dict__.setdefault("used", {})
        used[call.transaction_id] = used.get(call.transaction_id, 0) + 1
        return known if used[call.transaction_id] % 2 else None

    def check_round_is_new(self, call):
        if call.transaction_id not in self.__dict__.get("used", {}):
            super().check_round_is_new(call)

    def check_round_is_open(self, call):
        if call.transaction_id not in self.__dict__.get("used", {}):
            super().check_round_is_open(call)


@fault("replay-upserts", "A replay overwrites createdAt of the stored transaction (upsert).", "IDM-2",
       "replay_times")
class _(object):
    def replay_result(self, call, known):
        known.at = utc(self.now_millis())
        return super().replay_result(call, known)

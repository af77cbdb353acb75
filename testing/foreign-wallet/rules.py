"""The rules of debit, credit, rollback and lookup (WAL, RND, IDM; D-16 to D-30)."""
import uuid

import money
from answers import utc
from ledger import BET, REVERTED, SETTLED, Round, Transaction
from server import Refusal


class Rules:
    """Decides and applies movements. The caller holds the lock."""

    def process(self, call):
        """Looks the id up first, then judges, then applies (IDM-2)."""
        known = self.ledger.transactions.get(self.transaction_key(call))
        if known is not None:
            self.check_same_movement(call, known)
            return self.result(known)
        getattr(self, "judge_" + call.kind)(call)
        return self.apply(call)

    def transaction_key(self, call):
        """D-52: one space of ids for all kinds and accounts."""
        return call.transaction_id

    def check_same_movement(self, call, known):
        """D-21, D-49."""
        player = call.field("playerId", None)
        token = call.field("token", None)
        owner = self.account_of_token(token) if call.kind == "debit" and isinstance(token, str) else None
        if (known.kind != call.kind or isinstance(player, str) and player != known.account
                or owner is not None and owner.id != known.account):
            raise Refusal(422, "the transactionId is in use")

    # --- judging

    def judge_debit(self, call):
        call.account = self.resolve_bettor(call)
        call.round_id = self.read_id(call, "gameRoundId")
        call.reason = self.text_field(call, "reason") or ""
        call.amount = self.read_amount(call, "stake")
        self.check_free_round(call)
        if (call.account.id, call.round_id) in self.ledger.rounds:  # RND-1, D-22
            raise Refusal(422, "the round was opened or reverted before")
        if (call.account.id, call.transaction_id) in self.ledger.tombstones:  # D-25
            raise Refusal(422, "the debit was rolled back before it arrived")
        self.check_stake_limit(call)
        if call.amount > call.account.balance:  # ERR-2
            raise Refusal(409, "insufficient funds")

    def resolve_bettor(self, call):
        """D-16, D-17."""
        player = self.text_field(call, "playerId")
        token = self.text_field(call, "token")
        owner = self.account_of_token(token) if token is not None else None
        if player is None:
            if owner is None:
                raise Refusal(422, "neither playerId nor token names an account")
            return owner
        account = self.account_of_player(player)
        if token is not None and (owner is None or owner.id != account.id):
            raise Refusal(422, "playerId and token do not name one account")
        return account

    def account_of_player(self, player):
        account = self.ledger.accounts.get(player)
        if account is None:
            raise Refusal(422, "unknown player")
        return account

    def check_free_round(self, call):
        """WAL-5, D-28."""
        if call.reason == "freeround" and call.amount != 0:
            raise Refusal(422, "the stake of a free round must be 0")

    def check_stake_limit(self, call):
        """D-63: a limit is a setting; without one every stake passes."""

    def judge_credit(self, call):
        self.judge_settlement(call)
        if call.debit is None:  # D-24
            raise Refusal(422, "unknown referenceTransactionId")
        self.text_field(call, "reason")
        call.amount = self.read_amount(call, "payout")
        self.check_room(call)

    def judge_rollback(self, call):
        self.judge_settlement(call)
        self.text_field(call, "reason")
        if call.debit is None:
            self.judge_unknown_rollback(call)
        else:
            call.amount = call.round.stake
            self.check_room(call)

    def judge_unknown_rollback(self, call):
        """D-25: a tombstone of amount 0."""
        if call.account is None:
            raise Refusal(422, "unknown referenceTransactionId and no playerId")
        if (call.account.id, call.reference) in self.ledger.tombstones:
            raise Refusal(422, "the debit was rolled back before")

    def judge_settlement(self, call):
        """RND-2, RND-3, RND-4, D-23, D-26."""
        player = self.text_field(call, "playerId")
        if player is not None:
            call.account = self.account_of_player(player)
        call.reference = self.read_id(call, "referenceTransactionId")
        call.round_id = self.read_id(call, "gameRoundId")
        debit = call.debit = self.ledger.transactions.get(self.reference_key(call))
        if debit is None:
            return
        if debit.kind != "debit":
            raise Refusal(422, "referenceTransactionId is not a debit")
        if debit.round != call.round_id:
            raise Refusal(422, "gameRoundId is not the one of the debit")
        if call.account is not None and call.account.id != debit.account:
            raise Refusal(422, "playerId is not the one of the debit")
        call.account = self.ledger.accounts[debit.account]
        call.round = self.ledger.rounds[(debit.account, debit.round)]
        if call.round.state != BET:
            raise Refusal(422, "the round is closed")

    def reference_key(self, call):
        return call.reference

    def check_room(self, call):
        """D-20."""
        if call.account.balance + call.amount > money.LARGEST:
            raise Refusal(422, "the balance would be out of range")

    # --- applying

    def apply(self, call):
        """Changes the balance, the round and the record together (IDM-3)."""
        call.applying = True
        call.account.balance += -call.amount if call.kind == "debit" else call.amount
        transaction = Transaction(
            id=call.transaction_id, kind=call.kind, account=call.account.id, round=call.round_id,
            reference=call.reference, operator_id=self.new_operator_id(), balance=call.account.balance,
            at=utc(self.now_millis()))
        tombstone = call.kind == "rollback" and call.debit is None
        self.ledger.commit(self.transaction_key(call), transaction, self.changed_round(call), tombstone)
        return self.first_result(call, transaction)

    def first_result(self, call, transaction):
        return self.result(transaction)

    def new_operator_id(self):
        return "op-" + uuid.uuid4().hex[:20]

    def changed_round(self, call):
        if call.kind == "debit":
            return Round(call.account.id, call.round_id, call.amount, BET)
        if call.debit is None:
            # An early rollback does not close the round of another debit; the tombstone keeps the id alone.
            is_open = (call.account.id, call.round_id) in self.ledger.rounds
            return None if is_open else Round(call.account.id, call.round_id, 0, REVERTED)
        call.round.state = SETTLED if call.kind == "credit" else REVERTED
        return call.round

    # --- lookup

    def look_up(self, account_id, transaction_id):
        """WAL-12, D-30."""
        found = self.find_for_lookup(account_id, transaction_id)
        return found if found is not None and found.account == account_id else None

    def find_for_lookup(self, account_id, transaction_id):
        return self.ledger.transactions.get(transaction_id)

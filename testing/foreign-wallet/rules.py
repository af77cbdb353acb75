"""The rules of debit, credit, rollback and lookup (WAL, RND, IDM; D-16 to D-30)."""
import uuid

import money
from answers import utc
from errors import Refusal
from ledger import BET, REVERTED, SETTLED, Round, Transaction


class Rules:
    """Decides and applies movements. The caller holds the lock."""

    def process(self, call):
        """Looks the id up first, then judges, then applies (IDM-2)."""
        known = self.find_known(call)
        if known is not None:
            return self.replay(call, known)
        getattr(self, "judge_" + call.kind)(call)
        return self.apply(call)

    def find_known(self, call):
        return self.ledger.transactions.get(self.transaction_key(call))

    def transaction_key(self, call):
        """D-52: one space of ids for all kinds and accounts."""
        return call.transaction_id

    def replay(self, call, known):
        """IDM-2, D-21, D-49."""
        self.check_same_movement(call, known)
        return self.replay_result(call, known)

    def replay_result(self, call, known):
        return self.result(known)

    def check_same_movement(self, call, known):
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
        self.check_currency(call, "stake")
        call.amount = self.read_amount(call, "stake")
        self.check_free_round(call)
        self.check_round_is_new(call)
        self.check_not_rolled_back(call)
        self.check_stake_limit(call)
        self.check_funds(call)

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

    def check_round_is_new(self, call):
        """RND-1, D-22, D-25."""
        if self.find_round(call.account.id, call.round_id) is not None:
            raise Refusal(422, "the round was opened or reverted before")

    def check_not_rolled_back(self, call):
        """D-25: the tombstone of a debit that had not arrived."""
        if (call.account.id, call.transaction_id) in self.ledger.tombstones:
            raise Refusal(422, "the debit was rolled back before it arrived")

    def check_stake_limit(self, call):
        """D-63: a limit is a setting; without one every stake passes."""

    def check_funds(self, call):
        """ERR-2."""
        if call.amount > call.account.balance:
            raise Refusal(409, "insufficient funds")

    def judge_credit(self, call):
        self.judge_settlement(call)
        if call.debit is None:
            self.refuse_unknown_debit(call)
        call.reason = self.text_field(call, "reason") or ""
        self.check_currency(call, "payout")
        call.amount = self.read_amount(call, "payout")
        self.check_free_payout(call)
        self.check_room(call, call.amount)

    def check_free_payout(self, call):
        """D-54: nothing in freeRoundData refuses a settlement."""

    def refuse_unknown_debit(self, call):
        """D-24."""
        raise Refusal(422, "unknown referenceTransactionId")

    def judge_rollback(self, call):
        self.judge_settlement(call)
        call.reason = self.text_field(call, "reason") or ""
        if call.debit is None:
            self.judge_unknown_rollback(call)
            return
        call.amount = self.stake_to_return(call)
        self.check_room(call, call.amount)

    def stake_to_return(self, call):
        return call.round.stake

    def judge_unknown_rollback(self, call):
        """D-25: a tombstone of amount 0."""
        if call.account is None:
            raise Refusal(422, "unknown referenceTransactionId and no playerId")
        if (call.account.id, call.reference) in self.ledger.tombstones:
            raise Refusal(422, "the debit was rolled back before")
        call.amount = 0

    def judge_settlement(self, call):
        """RND-2, RND-3, RND-4, D-23, D-26."""
        player = self.text_field(call, "playerId")
        if player is not None:
            call.account = self.account_of_player(player)
        call.reference = self.read_id(call, "referenceTransactionId")
        call.round_id = self.read_id(call, "gameRoundId")
        call.debit = self.find_debit(call)
        if call.debit is None:
            return
        self.check_same_round(call)
        self.check_same_player(call)
        call.account = self.ledger.accounts[call.debit.account]
        call.round = self.find_round(call.debit.account, call.debit.round)
        self.check_round_is_open(call)

    def find_debit(self, call):
        debit = self.ledger.transactions.get(self.reference_key(call))
        if debit is not None and debit.kind != "debit":
            raise Refusal(422, "referenceTransactionId is not a debit")
        return debit

    def reference_key(self, call):
        return call.reference

    def check_same_round(self, call):
        if self.round_key("", call.debit.round) != self.round_key("", call.round_id):
            raise Refusal(422, "gameRoundId is not the one of the debit")

    def check_same_player(self, call):
        if call.account is not None and call.account.id != call.debit.account:
            raise Refusal(422, "playerId is not the one of the debit")

    def check_round_is_open(self, call):
        if call.round.state != BET:
            raise Refusal(422, "the round is closed")

    def check_room(self, call, amount):
        """D-20."""
        if call.account.balance + amount > money.LARGEST:
            raise Refusal(422, "the balance would be out of range")

    # --- applying

    def apply(self, call):
        """Changes the balance, the round and the record together (IDM-3)."""
        call.applying = True
        self.change_balance(call, self.delta(call))
        transaction = self.new_transaction(call)
        game_round = self.change_round(call)
        tombstone = call.kind == "rollback" and call.debit is None
        if tombstone:
            self.bury(call)
        self.store(call, transaction, game_round, tombstone)
        return self.first_result(call, transaction)

    def first_result(self, call, transaction):
        return self.result(transaction)

    def delta(self, call):
        return -call.amount if call.kind == "debit" else call.amount

    def change_balance(self, call, delta):
        call.account.balance += delta

    def new_transaction(self, call):
        return Transaction(
            id=call.transaction_id, kind=call.kind, account=call.account.id, round=call.round_id,
            reference=call.reference, reason=call.reason, amount=call.amount,
            operator_id=self.new_operator_id(), balance=call.account.balance, at=utc(self.now_millis()))

    def new_operator_id(self):
        return "op-" + uuid.uuid4().hex[:20]

    def change_round(self, call):
        if call.kind == "debit":
            return self.save_round(Round(call.account.id, call.round_id, call.transaction_id, call.amount, BET,
                                         reason=call.reason))
        if call.debit is None:
            if self.find_round(call.account.id, call.round_id) is not None:
                return None  # the round belongs to another debit; the tombstone keeps the id alone
            return self.save_round(Round(call.account.id, call.round_id, call.reference, 0, REVERTED,
                                         call.transaction_id))
        call.round.state = SETTLED if call.kind == "credit" else REVERTED
        call.round.settlement = call.transaction_id
        call.round.payout = call.amount
        return call.round

    def save_round(self, game_round):
        self.ledger.rounds[self.round_key(game_round.account, game_round.id)] = game_round
        return game_round

    def find_round(self, account, round_id):
        return self.ledger.rounds.get(self.round_key(account, round_id))

    def round_key(self, account, round_id):
        """D-51: a round key belongs to one account."""
        return (account, round_id)

    def bury(self, call):
        self.ledger.tombstones[(call.account.id, call.reference)] = call.transaction_id

    def store(self, call, transaction, game_round, tombstone):
        key = self.transaction_key(call)
        self.ledger.transactions[key] = transaction
        self.ledger.write_journal(transaction, key, game_round, tombstone)
        call.written = True

    def flush_journal(self, journal):
        journal.flush()

    def restore(self, event):
        """Repeats one committed movement from the journal."""
        transaction = Transaction(**event["transaction"])
        key = tuple(event["key"]) if isinstance(event["key"], list) else event["key"]
        self.restore_transaction(key, transaction)
        self.restore_balance(transaction)
        if event["round"]:
            self.restore_round(Round(**event["round"]), event["tombstone"])
        if event["tombstone"]:
            self.restore_tombstone(transaction)

    def restore_transaction(self, key, transaction):
        self.ledger.transactions[key] = transaction

    def restore_balance(self, transaction):
        self.ledger.accounts[transaction.account].balance = transaction.balance

    def restore_round(self, game_round, tombstone):
        self.save_round(game_round)

    def restore_tombstone(self, transaction):
        self.ledger.tombstones[(transaction.account, transaction.reference)] = transaction.id

    # --- lookup

    def look_up(self, account_id, transaction_id):
        """WAL-12, D-30."""
        found = self.find_for_lookup(account_id, self.stored_id(transaction_id))
        if found is None or found.account != account_id:
            return None
        return found

    def find_for_lookup(self, account_id, transaction_id):
        return self.ledger.transactions.get(transaction_id)

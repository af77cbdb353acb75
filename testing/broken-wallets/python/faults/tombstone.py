"""Faults of the rollback that comes before its debit (D-25)."""
from errors import Refusal
from faults.registry import fault


def unknown_as(name, says, rules, status, basis):
    @fault(name, says, rules, "tombstone", basis=basis)
    class _(object):
        def judge_unknown_rollback(self, call):
            raise Refusal(status, "unknown referenceTransactionId")


unknown_as("rollback-unknown-422", "A rollback of an unknown debit is refused for ever.", "D-25", 422, "decision")
unknown_as("rollback-unknown-404", "A rollback of an unknown debit is answered 404.", "ERR-2 D-25", 404, "decision")
unknown_as("rollback-unknown-500", "A rollback of an unknown debit ends in a 500.", "ERR-4 D-25", 500, "rule")
unknown_as("rollback-unknown-409", "A rollback of an unknown debit is answered 409.", "ERR-2 D-25", 409, "rule")


@fault("no-tombstone", "A rollback of an unknown debit is answered 200 and forgotten: the late debit is applied.",
       "RND-4 D-25", "tombstone", basis="books")
class _(object):
    def check_round_is_new(self, call):
        found = self.find_round(call.account.id, call.round_id)
        if found is None or found.debit != call.transaction_id or found.stake or found.state != "Reverted":
            super().check_round_is_new(call)

    def bury(self, call):
        pass


@fault("tombstone-by-round-only", "The tombstone guards the round, not the id: the late debit passes in another round.",
       "IDM-1 D-25", "tombstone_other_round", basis="unsure")
class _(object):
    def check_not_rolled_back(self, call):
        pass


@fault("tombstone-by-id-only", "The tombstone guards the id, not the round: another debit may open the round.",
       "RND-4 D-25", "tombstone_same_round", basis="books")
class _(object):
    def check_round_is_new(self, call):
        found = self.find_round(call.account.id, call.round_id)
        if found is None or found.stake or found.state != "Reverted" or found.debit == call.transaction_id:
            super().check_round_is_new(call)


@fault("tombstone-not-stored", "The tombstone is kept, but no transaction: the lookup and a repeat do not know it.",
       "IDM-2 D-25", "tombstone_lookup", basis="books")
class _(object):
    def store(self, call, transaction, game_round, tombstone):
        if not tombstone:
            super().store(call, transaction, game_round, tombstone)

    def judge_unknown_rollback(self, call):
        if call.account is None:
            super().judge_unknown_rollback(call)
        call.amount = 0


@fault("tombstone-pays-body", "A rollback of an unknown debit returns the stake its body names.", "RND-3 D-25",
       "tombstone_with_stake", basis="books")
class _(object):
    def judge_unknown_rollback(self, call):
        super().judge_unknown_rollback(call)
        if call.field("stake.amount", None) is not None:
            call.amount = self.read_amount(call, "stake")


@fault("tombstone-late-debit-200", "The late debit is answered 200 as if processed; nothing is subtracted.",
       "ERR-2 D-25", "tombstone", basis="books")
class _(object):
    def process(self, call):
        try:
            return super().process(call)
        except Refusal as refusal:
            if "reverted" in refusal.message or "rolled back before it" in refusal.message:
                return self.result(self.new_transaction(call))
            raise


@fault("tombstone-late-debit-500", "The late debit ends in a 500 though nothing is written.", "ERR-4 D-25", "tombstone")
class _(object):
    def check_round_is_new(self, call):
        try:
            super().check_round_is_new(call)
        except Refusal as refusal:
            found = self.find_round(call.account.id, call.round_id)
            status = 500 if found.state == "Reverted" and not found.stake else 422
            raise Refusal(status, refusal.message) from None


@fault("tombstone-late-debit-409", "The late debit is answered 409.", "ERR-2 D-25", "tombstone")
class _(object):
    def check_round_is_new(self, call):
        try:
            super().check_round_is_new(call)
        except Refusal as refusal:
            found = self.find_round(call.account.id, call.round_id)
            raise Refusal(409 if found.state == "Reverted" else 422, refusal.message) from None


def forgets(name, says, rules, check, shows, is_gone):
    """The tombstone disappears; `is_gone` gets wallet, round and the list of tombstones."""
    @fault(name, says, rules, check, basis="books", shows=shows)
    class _(object):
        def bury(self, call):
            super().bury(call)
            self.__dict__.setdefault("buried", []).append((call.account.id, call.round_id))

        def drop(self, call):
            found = self.find_round(call.account.id, call.round_id)
            if found is not None and found.state == "Reverted" and found.debit == call.transaction_id \
                    and not found.stake and is_gone(self, found, self.__dict__.get("buried", [])):
                del self.ledger.rounds[self.round_key(call.account.id, call.round_id)]
                self.ledger.tombstones.pop((call.account.id, call.transaction_id), None)

        def judge_debit(self, call):
            call.account = self.resolve_bettor(call)
            call.round_id = self.read_id(call, "gameRoundId")
            self.drop(call)
            super().judge_debit(call)


forgets("tombstone-forgotten-after-20", "Only the last 20 tombstones are kept.", "RND-4 D-25", "tombstones_30", "volume",
        lambda wallet, found, buried: (found.account, found.id) not in buried[-20:])
forgets("tombstone-one-per-player", "A player has one tombstone at most; a newer one replaces it.", "RND-4 D-25",
        "two_tombstones", "exchange", lambda wallet, found, buried: (found.account, found.id) != [
            entry for entry in buried if entry[0] == found.account][-1])
forgets("tombstone-one-for-all", "There is one tombstone; that of another player replaces it.", "RND-4 D-25",
        "tombstones_of_two_players", "exchange",
        lambda wallet, found, buried: (found.account, found.id) != buried[-1])
forgets("tombstone-expires-10s", "A tombstone is kept for ten seconds.", "RND-4 D-25", "tombstone_late", "time",
        lambda wallet, found, buried: wallet.now() - found.opened > wallet.seconds(10))


@fault("tombstone-consumed", "The late debit is refused once; sent again it is applied.", "RND-4 D-25",
       "tombstone_twice", basis="books")
class _(object):
    def check_round_is_new(self, call):
        try:
            super().check_round_is_new(call)
        except Refusal:
            found = self.find_round(call.account.id, call.round_id)
            if found.state == "Reverted" and not found.stake:
                del self.ledger.rounds[self.round_key(call.account.id, call.round_id)]
                self.ledger.tombstones.pop((call.account.id, call.transaction_id), None)
            raise


@fault("tombstone-only-same-amount", "The late debit is refused only when its stake is that of the first attempt.",
       "RND-4 D-25", "tombstone_after_refused", basis="books")
class _(object):
    def judge_debit(self, call):
        try:
            super().judge_debit(call)
        except Refusal as refusal:
            stakes = self.__dict__.setdefault("stakes", {})
            first = stakes.setdefault(call.transaction_id, call.amount)
            if "reverted" not in refusal.message or first == call.amount:
                raise
            self.check_funds(call)


@fault("tombstone-not-for-free-rounds", "A late debit of a free round is accepted after its rollback.", "RND-4 D-25",
       "tombstone_free_round", basis="books")
class _(object):
    def check_round_is_new(self, call):
        if call.reason != "freeround" or call.amount:
            super().check_round_is_new(call)

    def check_not_rolled_back(self, call):
        if call.reason != "freeround":
            super().check_not_rolled_back(call)


@fault("tombstone-credit-paid", "A credit after the tombstone is paid.", "RND-4 RND-2 D-24", "tombstone_then_credit")
class _(object):
    def refuse_unknown_debit(self, call):
        if call.account is None or (call.account.id, call.reference) not in self.ledger.tombstones:
            super().refuse_unknown_debit(call)

    def change_round(self, call):
        return None if call.kind == "credit" and call.debit is None else super().change_round(call)


@fault("tombstone-negative", "A rollback of an unknown debit takes the stake its body names off the balance.",
       "RND-3 D-25", "tombstone_with_stake", basis="books")
class _(object):
    def judge_unknown_rollback(self, call):
        super().judge_unknown_rollback(call)
        if call.field("stake.amount", None) is not None:
            call.amount = -self.read_amount(call, "stake")


@fault("tombstone-blocks-player", "After a rollback of an unknown debit every debit of the player is refused.",
       "WAL-4 D-25", "tombstone_then_others")
class _(object):
    def check_not_rolled_back(self, call):
        super().check_not_rolled_back(call)
        if any(account == call.account.id for account, _ in self.ledger.tombstones):
            raise Refusal(422, "the player is under review")

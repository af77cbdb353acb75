"""Faults of free rounds."""
from errors import Refusal
from faults.registry import fault


def value_of(wallet, call):
    """Returns freeRoundData.value in minor units, or 0."""
    number = call.field("freeRoundData.value.amount", None)
    return wallet.minor_units(number, call.account.currency) if number is not None else 0


def free_delta(name, says, rules, check, change):
    @fault(name, says, rules, check)
    class _(object):
        def delta(self, call):
            right = super().delta(call)
            if call.reason == "freeround" or call.round is not None and call.round.reason == "freeround":
                return change(self, call, right)
            return right


free_delta("free-value-subtracted", "A free round subtracts the nominal value of the round.", "WAL-5 WAL-15",
           "free_round", lambda self, call, right: -value_of(self, call) if call.kind == "debit" else right)
free_delta("free-value-added", "A free round's payout has the nominal value added.", "WAL-10 WAL-15", "free_round",
           lambda self, call, right: right + value_of(self, call) if call.kind == "credit" and right else right)
free_delta("free-value-deducted", "The nominal value is deducted from the payout once more.", "WAL-10 WAL-15",
           "free_round", lambda self, call, right: max(0, right - value_of(self, call)) if call.kind == "credit"
           else right)
free_delta("free-payout-kept", "A free round's payout goes to a bonus balance that the answer does not show.",
           "WAL-10", "free_round", lambda self, call, right: 0 if call.kind == "credit" else right)


@fault("free-rollback-pays-value", "The rollback of a free round returns the nominal value.", "RND-3 WAL-15",
       "free_round_rollback")
class _(object):
    def judge_debit(self, call):
        super().judge_debit(call)
        if call.reason == "freeround":
            self.__dict__.setdefault("values", {})[call.transaction_id] = value_of(self, call)

    def stake_to_return(self, call):
        return self.__dict__.get("values", {}).get(call.reference) or super().stake_to_return(call)


@fault("free-rollback-422", "The rollback of a free round is refused.", "RND-3 WAL-11", "free_round_rollback")
class _(object):
    def stake_to_return(self, call):
        if call.debit.reason == "freeround":
            raise Refusal(422, "free rounds cannot be rolled back")
        return super().stake_to_return(call)


@fault("free-not-stored", "A free round's debit is answered 200 but not recorded.", "WAL-5", "free_round")
class _(object):
    def store(self, call, transaction, game_round, tombstone):
        if call.kind != "debit" or call.reason != "freeround":
            super().store(call, transaction, game_round, tombstone)


@fault("free-balance-zero", "A free round answers the bonus balance, 0.", "WAL-5 WAL-13", "free_round")
class _(object):
    def new_transaction(self, call):
        found = super().new_transaction(call)
        if call.kind == "debit" and call.reason == "freeround":
            found.balance = 0
        return found


@fault("free-one-per-campaign", "The second spin of a campaign is taken for a repeat of the first.", "WAL-5 IDM-2",
       "two_free_rounds")
class _(object):
    def find_known(self, call):
        known = super().find_known(call)
        if known is None and call.kind == "debit" and call.field("reason", "") == "freeround":
            key = (call.field("playerId", None), str(call.field("freeRoundData.campaign", "")))
            first = self.__dict__.setdefault("spins", {}).setdefault(key, call.transaction_id)
            return self.ledger.transactions.get(first)
        return known

    def check_same_movement(self, call, known):
        if known.reason != "freeround":
            super().check_same_movement(call, known)


@fault("free-stake-accepted", "A free round with a stake is accepted and the stake is taken.", "WAL-5 D-28",
       "free_round_with_stake", basis="books")
class _(object):
    def check_free_round(self, call):
        pass


@fault("free-stake-ignored", "A free round with a stake is accepted and the stake is ignored.", "WAL-5 D-28",
       "free_round_with_stake", basis="decision")
class _(object):
    def check_free_round(self, call):
        if call.reason == "freeround":
            call.amount = 0


def needs_data(name, says, rules, check, kind, is_bad, basis, status=422):
    @fault(name, says, rules, check, basis=basis)
    class _(object):
        def check_free_round(self, call):
            super().check_free_round(call)
            if kind == "debit" and call.reason == "freeround" and is_bad(call):
                raise Refusal(status, "freeRoundData is not readable")

        def check_free_payout(self, call):
            super().check_free_payout(call)
            if kind == "credit" and call.reason == "freeround" and is_bad(call):
                raise Refusal(status, "freeRoundData is not readable")


needs_data("free-value-required", "A free round debit without freeRoundData.value is refused.", "WAL-15 D-54",
           "free_round_data", "debit", lambda call: call.field("freeRoundData.value", None) is None, "decision")
needs_data("free-credit-needs-data", "A free round credit whose freeRoundData is missing is refused.",
           "WAL-15 RND-2 D-54", "free_round_data", "credit", lambda call: call.field("freeRoundData", None) is None,
           "decision")
needs_data("free-credit-data-500", "A free round credit without freeRoundData ends in a 500.", "ERR-4 D-54",
           "free_round_data", "credit", lambda call: call.field("freeRoundData", None) is None, "rule", 500)
needs_data("free-credit-other-currency", "A free round credit whose value is in another currency is refused.",
           "WAL-15 D-54", "free_round_data", "credit",
           lambda call: call.field("freeRoundData.value.currency", "EUR") != "EUR", "decision")


@fault("free-credit-reason-required", "A free round is credited only when the credit repeats the reason.",
       "RND-2 D-18", "free_round_credit_reasons", basis="decision")
class _(object):
    def check_free_payout(self, call):
        if call.debit.reason == "freeround" and call.reason != "freeround":
            raise Refusal(422, "the reason differs from the debit's")


@fault("free-reason-case", "The reason is compared without regard to case: FREEROUND with a stake is refused.",
       "D-18", "reasons", basis="unsure")
class _(object):
    def check_free_round(self, call):
        if call.reason.lower() == "freeround" and call.amount:
            raise Refusal(422, "the stake of a free round must be 0")


@fault("free-by-zero-stake", "Every stake of 0 is taken for a free round and must have freeRoundData.", "RND-1",
       "zero_stake")
class _(object):
    def check_free_round(self, call):
        super().check_free_round(call)
        if call.amount == 0 and call.field("freeRoundData", None) is None:
            raise Refusal(422, "freeRoundData is missing")


@fault("free-by-data", "A debit with freeRoundData costs nothing, whatever its reason and stake.",
       "WAL-4 WAL-15", "paid_round_with_data")
class _(object):
    def delta(self, call):
        if call.kind == "debit" and call.field("freeRoundData", None) is not None:
            return 0
        return super().delta(call)


@fault("reason-list", "A reason other than bet, win, loss, refund and freeround is refused.", "D-18", "reasons",
       basis="decision")
class _(object):
    def check_free_round(self, call):
        super().check_free_round(call)
        if call.reason not in ("bet", "win", "loss", "refund", "freeround", ""):
            raise Refusal(422, "unknown reason")


@fault("reason-loss-pays-nothing", "A credit with reason loss pays nothing, whatever its amount.", "RND-2 D-18",
       "reason_against_amount")
class _(object):
    def delta(self, call):
        return 0 if call.kind == "credit" and call.reason == "loss" else super().delta(call)


@fault("reason-refund-reverts", "A credit with reason refund is handled as a rollback: the payout is not paid.",
       "RND-2 D-18", "reason_against_amount")
class _(object):
    def delta(self, call):
        if call.kind == "credit" and call.reason == "refund":
            return call.round.stake
        return super().delta(call)

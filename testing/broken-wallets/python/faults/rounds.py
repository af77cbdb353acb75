"""Faults of the round: opening, settling, references."""
from errors import Refusal
from faults.registry import fault
from ledger import BET, REVERTED, SETTLED


@fault("second-debit", "A second debit with another id is accepted on an open round.", "RND-1", "second_debits")
class _(object):
    def check_round_is_new(self, call):
        found = self.find_round(call.account.id, call.round_id)
        if found is None or found.state != BET:
            super().check_round_is_new(call)


@fault("second-debit-other-amount", "A second debit is refused only when its stake equals the first.", "RND-1",
       "second_debits")
class _(object):
    def check_round_is_new(self, call):
        found = self.find_round(call.account.id, call.round_id)
        if found is None or found.stake == call.amount:
            super().check_round_is_new(call)


@fault("round-reused-after-settlement", "A settled round may be opened again.", "RND-1 RND-4", "debit_after_close")
class _(object):
    def check_round_is_new(self, call):
        found = self.find_round(call.account.id, call.round_id)
        if found is None or found.state != SETTLED:
            super().check_round_is_new(call)


@fault("round-reused-after-rollback", "A reverted round may be opened again.", "RND-1 RND-4", "debit_after_close")
class _(object):
    def check_round_is_new(self, call):
        found = self.find_round(call.account.id, call.round_id)
        if found is None or found.state != REVERTED or not found.stake:
            super().check_round_is_new(call)


def closes(name, says, rules, check, allowed):
    """Accepts some second settlements; `allowed` gets call and round."""
    @fault(name, says, rules, check)
    class _(object):
        def check_round_is_open(self, call):
            if not allowed(call, call.round):
                super().check_round_is_open(call)


closes("second-credit", "A second credit with another id is paid.", "RND-4", "second_settlements",
       lambda call, found: call.kind == "credit" and found.state == SETTLED)
closes("credit-after-rollback", "A credit is paid after the rollback.", "RND-4", "second_settlements",
       lambda call, found: call.kind == "credit" and found.state == REVERTED)
closes("rollback-after-credit", "A rollback returns the stake after the credit.", "RND-4", "second_settlements",
       lambda call, found: call.kind == "rollback" and found.state == SETTLED)
closes("second-rollback", "A second rollback with another id returns the stake again.", "RND-4",
       "second_settlements", lambda call, found: call.kind == "rollback" and found.state == REVERTED)
closes("rollback-after-loss", "A rollback is accepted after a credit of 0 (a lost round).", "RND-4",
       "rollback_after_loss",
       lambda call, found: call.kind == "rollback" and found.state == SETTLED and not found.payout)
closes("credit-after-loss", "A credit is paid after a credit of 0.", "RND-4", "credit_after_loss",
       lambda call, found: call.kind == "credit" and found.state == SETTLED and not found.payout)
closes("credit-after-free-rollback", "A free round that was rolled back can still be credited.", "RND-4",
       "free_round_rollback",
       lambda call, found: call.kind == "credit" and found.state == REVERTED and not found.stake and found.payout == 0
       and found.reason == "freeround")
closes("rollback-after-free-win", "A free round that was credited can still be rolled back.", "RND-4",
       "free_round_settled_twice",
       lambda call, found: call.kind == "rollback" and found.state == SETTLED and found.reason == "freeround")


@fault("rollback-claws-back", "A rollback after a credit takes the payout back and returns the stake.", "RND-4",
       "rollback_after_win")
class _(object):
    def check_round_is_open(self, call):
        if call.kind != "rollback" or call.round.state != SETTLED:
            super().check_round_is_open(call)

    def delta(self, call):
        if call.kind == "rollback" and call.debit is not None and call.round.state == SETTLED:
            return call.round.stake - call.round.payout
        return super().delta(call)


@fault("rollback-pays-payout", "After a credit larger than the stake a rollback returns the payout again.", "RND-4",
       "rollback_after_win")
class _(object):
    def check_round_is_open(self, call):
        if call.kind != "rollback" or call.round.payout <= call.round.stake:
            super().check_round_is_open(call)

    def stake_to_return(self, call):
        return call.round.payout or super().stake_to_return(call)


@fault("second-settlement-200", "A second settlement is answered 200 and ignored.", "ERR-2 RND-4 D-23",
       "second_settlements", basis="books")
class _(object):
    def process(self, call):
        try:
            return super().process(call)
        except Refusal as refusal:
            if "closed" in refusal.message:
                return self.result(self.ledger.transactions[call.round.settlement])
            raise


def second_status(name, says, rules, check, status, text):
    @fault(name, says, rules, check)
    class _(object):
        def process(self, call):
            try:
                return super().process(call)
            except Refusal as refusal:
                if text in refusal.message:
                    raise Refusal(status, refusal.message) from None
                raise


second_status("second-settlement-409", "A second settlement is answered 409.", "ERR-2", "second_settlements", 409,
              "closed")
second_status("second-settlement-500", "A second settlement is answered 500.", "ERR-4", "second_settlements", 500,
              "closed")
second_status("second-debit-409", "A second debit of a round is answered 409.", "ERR-2", "second_debits", 409, "before")
second_status("second-debit-500", "A second debit of a round is answered 500.", "ERR-4", "second_debits", 500,
              "before")
second_status("credit-unknown-500", "A credit of an unknown debit is answered 500.", "ERR-4", "unknown_debit", 500,
              "unknown reference")
second_status("credit-unknown-409", "A credit of an unknown debit is answered 409.", "ERR-2", "unknown_debit", 409,
              "unknown reference")
second_status("round-mismatch-409", "A settlement with another round key is answered 409.", "ERR-2", "other_round",
              409, "gameRoundId is not")
second_status("round-mismatch-500", "A settlement with another round key is answered 500.", "ERR-4", "other_round",
              500, "gameRoundId is not")
second_status("unknown-player-500", "An unknown playerId ends in a 500.", "ERR-4", "unknown_players", 500,
              "unknown player")


@fault("credit-unknown-paid", "A credit whose debit is unknown is paid.", "RND-2 D-24", "unknown_debit")
class _(object):
    def refuse_unknown_debit(self, call):
        if call.account is None:
            super().refuse_unknown_debit(call)

    def change_round(self, call):
        if call.kind == "credit" and call.debit is None:
            return None
        return super().change_round(call)


@fault("credit-unknown-200", "A credit whose debit is unknown is answered 200 and dropped.", "RND-2 ERR-2 D-24",
       "unknown_debit")
class _(object):
    def process(self, call):
        try:
            return super().process(call)
        except Refusal as refusal:
            if "unknown reference" in refusal.message and call.account is not None:
                return self.result(self.new_transaction(call))
            raise


@fault("round-ignored-on-credit", "A credit's gameRoundId is not compared with the debit's.", "RND-2", "other_round")
class _(object):
    def check_same_round(self, call):
        if call.kind != "credit":
            super().check_same_round(call)


@fault("round-ignored-on-rollback", "A rollback's gameRoundId is not compared with the debit's.", "RND-3",
       "other_round")
class _(object):
    def check_same_round(self, call):
        if call.kind != "rollback":
            super().check_same_round(call)


@fault("reference-ignored", "A settlement finds its debit by the round key alone.", "RND-2 RND-3", "other_reference")
class _(object):
    def find_debit(self, call):
        found = self.find_round(call.account.id, call.round_id) if call.account else None
        return self.ledger.transactions.get(found.debit) if found else super().find_debit(call)


@fault("reference-any-kind", "A settlement may refer to a credit instead of a debit.", "RND-2 RND-3",
       "reference_to_credit")
class _(object):
    def find_debit(self, call):
        found = self.ledger.transactions.get(call.reference)
        if found is not None and found.kind == "credit":
            return self.ledger.transactions[found.reference]
        return super().find_debit(call)

    def check_round_is_open(self, call):
        if self.ledger.transactions[call.reference].kind == "debit":
            super().check_round_is_open(call)


@fault("player-ignored-on-credit", "A credit that names another player is paid to the debit's account.", "RND-2 D-26",
       "other_player", basis="books")
class _(object):
    def check_same_player(self, call):
        if call.kind != "credit":
            super().check_same_player(call)


@fault("credit-pays-named-player", "A credit is paid to the player it names, not to the one that made the bet.", "RND-2 D-26",
       "other_player", basis="books")
class _(object):
    def check_same_player(self, call):
        call.notes["named"] = call.account

    def check_round_is_open(self, call):
        super().check_round_is_open(call)
        if call.kind == "credit" and call.notes.get("named"):
            call.account = call.notes["named"]


@fault("player-ignored-on-rollback", "A rollback that names another player returns the stake.", "RND-3 D-26",
       "other_player", basis="books")
class _(object):
    def check_same_player(self, call):
        if call.kind != "rollback":
            super().check_same_player(call)


@fault("only-newest-round", "Only the newest round of a player can be settled.", "RND-2 WAL-8", "older_round")
class _(object):
    def check_round_is_open(self, call):
        super().check_round_is_open(call)
        mine = [found for found in self.ledger.rounds.values() if found.account == call.account.id]
        if mine[-1] is not call.round:
            raise Refusal(422, "the game session has moved on")


@fault("one-open-round", "A player may have one open round; a second debit is refused.", "RND-1 WAL-4",
       "two_open_rounds", basis="unsure")
class _(object):
    def check_round_is_new(self, call):
        super().check_round_is_new(call)
        if any(found.account == call.account.id and found.state == BET for found in self.ledger.rounds.values()):
            raise Refusal(422, "a round is open")


@fault("open-round-abandoned", "A new debit closes the player's open round as lost.", "RND-2 RND-4", "two_open_rounds")
class _(object):
    def check_funds(self, call):
        super().check_funds(call)
        for found in self.ledger.rounds.values():
            if found.account == call.account.id and found.state == BET:
                found.state = SETTLED


@fault("launch-closes-rounds", "A new /player call closes the player's open rounds.", "WAL-8 RND-2",
       "credit_after_launch")
class _(object):
    def player_record(self, account):
        for found in self.ledger.rounds.values():
            if found.account == account.id and found.state == BET:
                found.state = SETTLED
        return super().player_record(account)


@fault("credit-needs-session", "A credit is refused unless the player opened a game before it.", "WAL-8",
       "credit_without_session")
class _(object):
    def player_record(self, account):
        self.__dict__.setdefault("sessions", set()).add(account.id)
        return super().player_record(account)

    def check_free_payout(self, call):
        if call.account.id not in self.__dict__.get("sessions", ()):
            raise Refusal(422, "no session")


def ages(name, says, rules, seconds, kinds):
    @fault(name, says, rules, "late_settlement", shows="time")
    class _(object):
        def check_round_is_open(self, call):
            super().check_round_is_open(call)
            if call.kind in kinds and self.now() - call.round.opened > self.seconds(seconds):
                raise Refusal(422, "the round has expired")


ages("credit-expires-20s", "A credit is refused 20 seconds after its debit.", "WAL-8 RND-2", 20, ["credit"])
ages("rollback-expires-30s", "A rollback is refused 30 seconds after its debit.", "WAL-11 RND-3", 30, ["rollback"])


@fault("zero-credit-422", "A payout of 0 is refused.", "WAL-9", "lost_round")
class _(object):
    def check_free_payout(self, call):
        if call.amount == 0:
            raise Refusal(422, "the payout must be positive")


@fault("zero-credit-not-stored", "A payout of 0 is answered 200 but not recorded.", "WAL-9", "lost_round")
class _(object):
    def store(self, call, transaction, game_round, tombstone):
        if call.kind != "credit" or call.amount:
            super().store(call, transaction, game_round, tombstone)


@fault("zero-credit-leaves-open", "A payout of 0 is recorded but leaves the round open.", "WAL-9 RND-4",
       "rollback_after_loss")
class _(object):
    def change_round(self, call):
        found = super().change_round(call)
        if call.kind == "credit" and not call.amount:
            found.state = BET
        return found


@fault("zero-stake-422", "A stake of 0 is refused unless the round is free.", "RND-1", "zero_stake")
class _(object):
    def check_free_round(self, call):
        super().check_free_round(call)
        if call.amount == 0 and call.reason != "freeround":
            raise Refusal(422, "the stake must be positive")


@fault("zero-stake-not-stored", "A stake of 0 is answered 200 but not recorded.", "RND-1 WAL-5", "zero_stake")
class _(object):
    def store(self, call, transaction, game_round, tombstone):
        if call.kind != "debit" or call.amount:
            super().store(call, transaction, game_round, tombstone)


@fault("zero-stake-opens-no-round", "A stake of 0 is recorded but a second debit may follow in its round.", "RND-1",
       "zero_stake")
class _(object):
    def check_round_is_new(self, call):
        found = self.find_round(call.account.id, call.round_id)
        if found is None or found.stake or found.state != BET:
            super().check_round_is_new(call)


@fault("rollback-of-zero-422", "A rollback of a stake of 0 is refused: nothing to return.", "RND-3 WAL-11",
       "zero_stake_rollback")
class _(object):
    def stake_to_return(self, call):
        if not call.round.stake:
            raise Refusal(422, "nothing to return")
        return super().stake_to_return(call)


@fault("rollback-leaves-open", "A rollback returns the stake but the round stays open.", "RND-3 RND-4",
       "second_settlements")
class _(object):
    def change_round(self, call):
        found = super().change_round(call)
        if call.kind == "rollback" and call.debit is not None:
            found.state = BET
        return found


@fault("credit-leaves-open", "A credit does not close the round.", "RND-2 RND-4", "second_settlements")
class _(object):
    def change_round(self, call):
        found = super().change_round(call)
        if call.kind == "credit":
            found.state = BET
        return found


@fault("rollback-not-stored", "A rollback returns the stake but keeps no transaction of its own.", "RND-3 IDM-3",
       "plain_rollback")
class _(object):
    def store(self, call, transaction, game_round, tombstone):
        if call.kind != "rollback":
            super().store(call, transaction, game_round, tombstone)

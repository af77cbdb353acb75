"""Sequences that show faults of rounds, tombstones and free rounds."""
import time

from jsontext import Number


def second_debits(c):
    c.debit("t1")
    c.debit("t2")
    c.debit("t3", amount="11.00")
    c.player()


def debit_after_close(c):
    c.debit("t1")
    c.credit("t2", "t1")
    c.debit("t3")
    c.debit("t4", "r2")
    c.rollback("t5", "t4", "r2")
    c.debit("t6", "r2")
    c.player()


def second_settlements(c):
    for number, (first, second) in enumerate(((c.credit, c.credit), (c.credit, c.rollback), (c.rollback, c.credit),
                                              (c.rollback, c.rollback))):
        round = "r%d" % number
        c.debit("d%d" % number, round)
        first("a%d" % number, "d%d" % number, round)
        second("b%d" % number, "d%d" % number, round)
    c.player()


def lost_round(c):
    c.debit("t1")
    c.credit("t2", "t1", amount="0", reason="loss")
    c.lookup("t2")


def rollback_after_loss(c):
    lost_round(c)
    c.rollback("t3", "t1")
    c.player()


def credit_after_loss(c):
    lost_round(c)
    c.credit("t3", "t1", amount="9.00")
    c.player()


def rollback_after_win(c):
    c.debit("t1")
    c.credit("t2", "t1", amount="50.00")
    c.rollback("t3", "t1")
    c.player()


def unknown_debit(c):
    c.credit("t2", "never")
    c.lookup("t2")
    c.player()


def other_round(c):
    c.debit("t1")
    c.credit("t2", "t1", "r9")
    c.rollback("t3", "t1", "r9")
    c.player()


def other_reference(c):
    c.debit("t1")
    c.credit("t2", "never")
    c.player()


def reference_to_credit(c):
    c.debit("t1")
    c.credit("t2", "t1")
    c.credit("t3", "t2")
    c.player()


def other_player(c):
    for number, move in enumerate((c.credit, c.rollback)):
        c.debit("d%d" % number, "r%d" % number)
        move("s%d" % number, "d%d" % number, "r%d" % number, player=2)
    c.player(1)
    c.player(2)


def older_round(c):
    c.debit("t1")
    c.debit("t2", "r2")
    c.credit("t3", "t1")


def credit_after_launch(c):
    c.debit("t1")
    c.player()
    c.credit("t2", "t1")


def credit_without_session(c):
    c.debit("t1")
    c.credit("t2", "t1")


def late_settlement(c):
    c.debit("t1")
    c.debit("t2", "r2")
    time.sleep(0.4)
    c.credit("t3", "t1")
    c.rollback("t4", "t2", "r2")


def zero_stake(c):
    c.debit("t1", amount="0")
    c.lookup("t1")
    c.debit("t2", amount="0")
    c.credit("t3", "t1")


def zero_stake_rollback(c):
    c.debit("t1", amount="0")
    c.rollback("t2", "t1")
    c.credit("t3", "t1")


# --- tombstones

def tombstone(c):
    c.rollback("t2", "t1")
    c.debit("t1")
    c.lookup("t1")
    c.player()


def tombstone_other_round(c):
    c.rollback("t2", "t1")
    c.debit("t1", "r2")
    c.player()


def tombstone_same_round(c):
    c.rollback("t2", "t1")
    c.debit("t9")
    c.player()


def tombstone_lookup(c):
    c.rollback("t2", "t1")
    c.lookup("t2")
    c.rollback("t2", "t1")


def tombstone_with_stake(c):
    c.rollback("t2", "t1", stake={"amount": Number("10.00"), "currency": "EUR"})
    c.player()


def tombstone_late(c):
    c.rollback("t2", "t1")
    time.sleep(0.2)
    c.debit("t1")


def tombstones_30(c):
    for number in range(30):
        c.rollback("b%d" % number, "d%d" % number, "r%d" % number, how=c.quiet())
    c.debit("d0", "r0")


def two_tombstones(c):
    c.rollback("b1", "d1", "r1")
    c.rollback("b2", "d2", "r2")
    c.debit("d1", "r1")


def tombstones_of_two_players(c):
    c.rollback("b1", "d1", "r1")
    c.rollback("b2", "d2", "r2", player=2)
    c.debit("d1", "r1")


def tombstone_twice(c):
    c.rollback("t2", "t1")
    c.debit("t1")
    c.debit("t1")
    c.player()


def tombstone_after_refused(c):
    c.rollback("t2", "t1")
    c.debit("t1", amount="20.00")
    c.debit("t1", amount="10.00")
    c.player()


def tombstone_free_round(c):
    c.rollback("t2", "t1")
    c.debit("t1", amount="0", reason="freeround", freeRoundData=c.free())


def tombstone_then_credit(c):
    c.rollback("t2", "t1")
    c.credit("t3", "t1")
    c.player()


def tombstone_then_others(c):
    c.rollback("t2", "t1")
    c.debit("t3", "r3")


# --- free rounds

def free_debit(c, id, round="r1", **more):
    return c.debit(id, round, "0", reason="freeround", freeRoundData=more.pop("freeRoundData", c.free()), **more)


def free_credit(c, id, ref, round="r1", amount="5.00", **more):
    return c.credit(id, ref, round, amount, reason="freeround", freeRoundData=c.free(), **more)


def free_round(c):
    free_debit(c, "t1")
    c.lookup("t1")
    free_credit(c, "t2", "t1")
    c.player()


def two_free_rounds(c):
    free_debit(c, "t1")
    free_debit(c, "t2", "r2")
    free_credit(c, "t3", "t2", "r2")


def free_round_rollback(c):
    free_debit(c, "t1")
    c.rollback("t2", "t1")
    free_credit(c, "t3", "t1")
    c.player()


def free_round_settled_twice(c):
    free_debit(c, "t1")
    free_credit(c, "t2", "t1")
    c.rollback("t3", "t1")
    c.player()


def free_round_with_stake(c):
    c.debit("t1", reason="freeround", freeRoundData=c.free())
    c.player()


def free_round_data(c):
    for number, data in enumerate(({}, {"campaign": "S"}, {"campaign": Number("5")})):
        free_debit(c, "d%d" % number, "r%d" % number, freeRoundData=data)
        c.lookup("d%d" % number)
        c.credit("c%d" % number, "d%d" % number, "r%d" % number, reason="freeround")
    free_debit(c, "d9", "r9")
    c.credit("c9", "d9", "r9", reason="freeround", freeRoundData={
        "campaign": "S", "value": {"amount": Number("1.00"), "currency": "USD"}})


def free_round_credit_reasons(c):
    free_debit(c, "t1")
    c.credit("t2", "t1", reason="win")


def paid_round_with_data(c):
    c.debit("t1", freeRoundData=c.free())
    c.player()


def reasons(c):
    for number, reason in enumerate(("bet", "FREEROUND", "spin", "buy-feature", "")):
        c.debit("t%d" % number, "r%d" % number, reason=reason)


def reason_against_amount(c):
    for number, reason in enumerate(("loss", "refund", "jackpot")):
        c.debit("d%d" % number, "r%d" % number)
        c.credit("c%d" % number, "d%d" % number, "r%d" % number, reason=reason)
    c.player()

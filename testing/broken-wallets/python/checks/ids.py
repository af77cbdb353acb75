"""Sequences that show faults of idempotency and identity."""
import time
import zlib
from urllib.parse import quote

from jsontext import Number


def replays(c):
    for _ in range(2):
        c.debit("t1")
    for _ in range(2):
        c.credit("t2", "t1")
    c.debit("t3", "r3", "7.00")
    for _ in range(2):
        c.rollback("t4", "t3", "r3")
    c.player()


def three_times(c):
    for _ in range(4):
        c.debit("t1")
    c.player()


def replay_later(c):
    c.debit("t1")
    c.debit("t2", "r2", "5.00")
    c.debit("t1")


def replay_times(c):
    first = c.debit("t1")
    time.sleep(0.02)
    second = c.debit("t1")
    c.note(first.get("createdAt") == second.get("createdAt"),
           first.get("balance.updatedAt") == second.get("balance.updatedAt"))


def replay_when_broke(c):
    c.debit("t1", amount="600000.00")
    c.debit("t1", amount="600000.00")


def replay_without_session(c):
    c.debit("t1")
    c.debit("t1", token="gone")


def replay_other_amount(c):
    c.debit("t1")
    c.debit("t1", amount="99.00")
    c.player()


def replay_respaced(c):
    body = c.body("debit", "t1")
    c.move("debit", body)
    c.move("debit", body.replace(b",", b", "))
    c.player()


def replay_debit_after_settlement(c):
    c.debit("t1")
    c.credit("t2", "t1")
    c.debit("t1")


def replay_debit_after_rollback(c):
    c.debit("t1")
    c.rollback("t2", "t1")
    c.debit("t1")
    c.player()


def refused_then_funded(c):
    c.debit("t0", "r0", "999995.00")
    c.debit("t1")
    c.debit("t1")
    c.rollback("t9", "t0", "r0")
    c.debit("t1")
    c.player()


def refused_then_credited(c):
    c.debit("t0", "r0", "999995.00")
    c.debit("t1")
    c.credit("t2", "t1")
    c.player()


def debits(c, count):
    for number in range(count):
        c.debit("t%d" % number, "r%d" % number, "1.00", how=c.quiet())


def replay_after_80(c):
    debits(c, 80)
    c.debit("t0", "r0", "1.00")
    c.debit("t79", "r79", "1.00")


def replay_after_210(c):
    debits(c, 210)
    c.debit("t0", "r0", "1.00")
    c.player()


def replay_after_ten_rounds(c):
    for number in range(12):
        c.debit("t%d" % number, "r%d" % number, "1.00", how=c.quiet())
        c.credit("c%d" % number, "t%d" % number, "r%d" % number, how=c.quiet())
    c.debit("t0", "r0", "1.00")


def lookup_after_80(c):
    debits(c, 80)
    c.lookup("t0")
    c.lookup("t79")


def id_of_other_account(c):
    c.debit("t1")
    c.debit("t1", player=2)
    c.player(2)


def id_in_other_round(c):
    c.debit("t1")
    c.debit("t1", "r2")
    c.player()


def id_of_other_kind(c):
    c.debit("t1")
    c.credit("t1", "t1")
    c.player()


def id_with_other_game(c):
    c.debit("t1")
    c.debit("t1", "r2", gameId="game-2")
    c.player()


def id_with_other_amount(c):
    c.debit("t1")
    c.debit("t1", "r2", "11.00")
    c.player()


def different_ids(c, *ids):
    first = len(c.log)
    for number, id in enumerate(ids):
        c.debit(id, "r%d" % (first + number), "1.00")
    for id in ids:
        c.lookup(id)
    c.player()


def ids_that_differ_by_case(c):
    different_ids(c, "abc", "ABC", "Abc")


def ids_that_differ_by_space(c):
    different_ids(c, "abc", "abc ", " abc", " ")


def ids_with_long_heads(c):
    for size in (36, 64, 128, 254):
        different_ids(c, "x" * size + "a", "x" * size + "b")


def long_unicode_ids(c):
    different_ids(c, "\u65e5" * 254 + "a", "\u65e5" * 254 + "b")


def ids_that_normalise(c):
    different_ids(c, "\u00e9", "e\u0301", "\ufb01", "fi")


def ids_that_differ_by_accent(c):
    different_ids(c, "cafe", "caf\u00e9", "caf\u00e8")


def ids_that_look_numeric(c):
    different_ids(c, "7", "007", "7.0", "1e2", "100")


def ids_that_differ_by_emoji(c):
    different_ids(c, "a\U0001F3B2", "a\U0001F3B0")
    c.debit("a\U0001F3B2", "r0", "1.00")  # a repeat


def ids_that_differ_by_punctuation(c):
    different_ids(c, "a.b", "a:b", "a\\b", "ab")


def ids_with_percent(c):
    different_ids(c, "a%41", "aA", "a%2541")


def many_ids(c):
    seen = {}
    for number in range(100_000):
        key = zlib.crc32(b"id-%d" % number) & 0xFFFF
        if key in seen:
            different_ids(c, "id-%d" % seen[key], "id-%d" % number)
            return
        seen[key] = number


def id_types(c):
    for number, value in enumerate((Number("12345"), "", None, True, ["a"])):
        c.debit(value, "r%d" % number)
    c.debit("x", "r8", drop=["transactionId"])
    c.player()


def different_rounds(c, *rounds):
    for number, round in enumerate(rounds):
        c.debit("t%d" % number, round, "1.00")
    c.credit("c0", "t0", rounds[1])
    c.player()


def rounds_with_long_heads(c):
    different_rounds(c, "r" * 40 + "a", "r" * 40 + "b")


def rounds_that_differ_by_case(c):
    different_rounds(c, "round", "ROUND")


def rounds_that_look_numeric(c):
    different_rounds(c, "10", "010")


def rounds_that_differ_by_space(c):
    different_rounds(c, "r", "r ")


def round_of_two_players(c):
    c.debit("t1")
    c.debit("t2", player=2)


def lookup_each(c):
    c.debit("t1", amount="1.00")
    c.lookup("t1")
    c.credit("t2", "t1", amount="5.00")
    c.debit("t3", "r3", "2.00")
    c.rollback("t4", "t3", "r3")
    c.debit("t5", "r5", "4.00")
    for id in ("t1", "t2", "t3", "t4", "t5"):
        c.lookup(id)


def lookup_unknown(c):
    c.lookup("never")
    c.debit("Known-1")
    c.lookup("known-1")
    c.lookup("Known-")
    c.lookup("never")


def lookup_zero(c):
    c.debit("t1", amount="0")
    c.lookup("t1")
    c.credit("t2", "t1", amount="0")
    c.lookup("t2")


def lookup_long_id(c):
    for id in ("x" * 255, "\u65e5" * 100):
        c.debit(id, id)
        c.lookup(id)


def lookup_other_account(c):
    c.debit("t1")
    c.lookup("t1", player=2)
    c.lookup("t1", player="nobody")


def lookup_times(c):
    first = c.debit("t1").get("createdAt")
    time.sleep(0.02)
    c.note(c.lookup("t1").get("createdAt") == first)


def lookup_raw_specials(c):
    for id in ("a;b=c", "a+b"):
        c.debit(id, "r" + id)
        c.call("GET", "/players/player-1/transactions/" + id)


def lookup_lower_hex(c):
    for number, id in enumerate(("a/b", "\u00e9", "a+b")):
        c.debit(id, "r%d" % number)
        path = quote(id, safe="")
        c.call("GET", "/players/player-1/transactions/" + path.lower())


def lookup_at_once(c):
    c.debit("t1")
    c.lookup("t1")


def lookup_before_debit(c):
    c.lookup("t1")
    c.debit("t1")
    c.lookup("t1")


def lookup_of_refused(c):
    c.debit("t1", amount="2000000.00")
    c.lookup("t1")


def replay_after_a_while(c):
    c.debit("t1")
    time.sleep(0.7)
    c.debit("t1")
    c.player()


def debit_after_a_while(c):
    c.debit("t0", "r0")
    time.sleep(0.7)
    c.debit("t1")
    c.lookup("t1")


def round_replayed_after_a_while(c):
    c.debit("t1")
    c.credit("t2", "t1")
    time.sleep(0.3)
    c.debit("t1")
    c.player()


def restart_replay(c):
    c.debit("t1")
    c.debit("t2", "r2", "3.00")
    c.restart()
    c.player()
    c.debit("t1")
    c.lookup("t2")
    c.player()


def restart_second_debit(c):
    c.debit("t1")
    c.restart()
    c.debit("t2")


def restart_tombstone(c):
    c.rollback("t2", "t1")
    c.restart()
    c.debit("t1")


def restart_settlement(c):
    c.debit("t1")
    c.credit("t2", "t1")
    c.restart()
    c.rollback("t3", "t1")

"""Sequences that show faults of money, amounts and answers."""
import calendar
import time

from checks.client import Wire
from jsontext import Number


def plain_round(c):
    c.debit("t1")
    c.credit("t2", "t1")
    c.lookup("t1")
    c.lookup("t2")
    c.player()


def plain_rollback(c):
    c.debit("t1", amount="12.34")
    c.rollback("t2", "t1")
    c.lookup("t2")
    c.player()


def crypto_round(c):
    c.debit("t1", amount="999999.99999999")
    c.credit("t2", "t1", amount="0.00000001")


def amounts(c, *texts):
    for number, text in enumerate(texts):
        c.debit("d%d" % number, "r%d" % number, text)
        c.debit("e%d" % number, "s%d" % number, "1.00")
        c.credit("c%d" % number, "e%d" % number, "s%d" % number, text)
        c.lookup("d%d" % number)
    c.player()


def odd_cents(c):
    amounts(c, "1.15", "4.35", "0.29", "1.13", "19.99")


def seven_digits(c):
    amounts(c, "123456.78", "999999.99")


def one_decimal(c):
    amounts(c, "1.5", "0.5", "10.9")


def extra_decimals(c):
    amounts(c, "0.004", "0.005", "1.999", "10.001")


def extra_zeros(c):
    amounts(c, "1.500", "2.0000000")


def exponent_amounts(c):
    amounts(c, "1e1", "1.25E2", "500e-2", "1E+1")


def number_forms(c):
    amounts(c, "10", "10.0", "10.00", "0", "0.00", "0.0")


def ten_dimes(c):
    for number in range(3):
        c.debit("d%d" % number, "r%d" % number, "0.1")
        c.debit("e%d" % number, "s%d" % number, "0.2")
    c.player()


def win(c, *texts):
    for number, text in enumerate(texts):
        c.debit("d%d" % number, "r%d" % number, "1.00")
        c.credit("c%d" % number, "d%d" % number, "r%d" % number, text)
        c.debit("f%d" % number, "s%d" % number, "0.01")
    c.player()


def around_two_to_31(c):
    win(c, "21474836.47", "21474836.48", "21474836.49")


def around_two_to_32(c):
    win(c, "42949672.95", "42949672.96", "42949672.97")


def around_two_to_53(c):
    win(c, "90071992547409.91", "90071992547409.93", "0.01", "12345678901234.57")


def large_payout(c):
    win(c, "300000.00", "150000.00")


def huge_amounts(c):
    for number, text in enumerate(("92233720368547758.08", "1e30", "1e999999999", "9" * 400, "92233720368547758.07")):
        c.debit("d%d" % number, "r%d" % number, "1.00")
        c.credit("c%d" % number, "d%d" % number, "r%d" % number, text)
        c.debit("e%d" % number, "s%d" % number, text)


def negative_amounts(c):
    amounts(c, "-5.00", "-0.01")


def negative_zero(c):
    amounts(c, "-0", "-0.00")


def amount_types(c):
    for number, inner in enumerate(({"amount": "10.00"}, {"amount": True}, {"amount": None}, {"amount": []},
                                    {"amount": {}})):
        c.debit("d%d" % number, "r%d" % number, inner=inner)
    c.debit("d9", "r9", drop=["stake.amount"])
    c.player()


def not_a_number(c):
    for number, text in enumerate(("NaN", "Infinity", "-Infinity")):
        c.debit("d%d" % number, "r%d" % number, text)
    c.player()


def long_fractions(c):
    amounts(c, "0.10000000000000000001", "9.999999999999999999999")


def smallest(c):
    return {"JPY": "1", "KWD": "0.001", "BTC": "0.00000001"}.get(c.wallet.CURRENCY, "0.01")


def smallest_stake(c):
    c.debit("t1", amount=smallest(c))
    c.player()


def half_unit_stake(c):
    c.debit("t1", amount="0.5")
    c.player()


def smallest_payout(c):
    c.debit("t1", amount="1.00")
    c.credit("t2", "t1", amount=smallest(c))
    c.player()


def insufficient(c):
    c.debit("t1", amount="999990.00")
    c.debit("t2", "r2", "10.01")
    c.lookup("t2")
    c.player()
    c.debit("t3", "r3", "10.00")


def all_in(c):
    c.debit("t1", amount="999989.50")
    c.debit("t2", "r2", "10.51")
    c.debit("t3", "r3", "10.99")
    c.debit("t4", "r4", "10.50")
    c.player()


def nearly_broke(c):
    c.debit("t1", amount="999995.00")


def free_round_when_broke(c):
    c.debit("t1", amount="1000000.00")
    c.debit("t2", "r2", "0", reason="freeround", freeRoundData=c.free())


def other_currency(c):
    c.debit("t1", inner={"currency": "USD"})
    c.lookup("t1")
    c.player()


def rollback_of_older(c):
    c.debit("t1", amount="5.00")
    c.debit("t2", "r2", "7.00")
    c.rollback("t3", "t1")


def rollback_with_amount(c):
    c.debit("t1", amount="5.00")
    c.rollback("t3", "t1", stake={"amount": Number("99.00"), "currency": "EUR"}, amount=Number("99.00"))


def player(c):
    c.player()
    answer = c.player(log=False)
    c.note(len(answer.body) if hasattr(answer, "body") else answer)
    c.call("GET", "/player", query="gameId=game-1&token=")


def player_id_round_trip(c):
    account = c.player().get("accountId")
    c.debit("t1", playerId=account)
    c.lookup("t1", player=str(account))


def player_tokens(c):
    for token in ("token-1x", "TOKEN-1", "%20token-1", "player-1", "nobody", "token-2"):
        c.player(query="gameId=g&token=" + token)


def player_after_debit(c):
    c.player()
    c.debit("t1")
    c.player()


def player_reload(c):
    c.player()
    c.player()
    c.debit("t1")
    c.player()


def player_after_a_while(c):
    c.player()
    time.sleep(0.5)
    c.player()


def answer_clock(c):
    answer = c.debit("t1")
    text = answer.get("balance.updatedAt")
    c.note(abs(calendar.timegm(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S")) - time.time()) < 60)


def answer_type(c):
    c.debit("t1")
    c.player()


def times_move(c):
    first = c.debit("t1").get("createdAt")
    time.sleep(0.02)
    c.note(first != c.debit("t2", "r2").get("createdAt"))


def two_players(c):
    c.debit("t1", amount="5.00")
    c.debit("t2", amount="7.00", player=2)


def two_open_rounds(c):
    c.debit("t1")
    c.debit("t2", "r2")
    c.credit("t3", "t1")
    c.credit("t4", "t2", "r2")


def operator_ids(c):
    ids = [c.debit("t%d" % number, "r%d" % number, "1.00", how=c.quiet()).get("operatorTransactionId")
           for number in range(60)]
    c.note(len(set(ids)))


def refusals(c):
    c.debit("t1", amount="-1")
    c.move("debit", b"{")
    c.lookup("t1")
    c.player(2, signature="0")
    c.credit("t2", "t1")


def malformed(c):
    good = c.body("debit", "t1")
    for body in (b"{", b"", b"[]", b"null", b'"x"', b"{'a':1}", good + b"x", good + good, b"[" + good + b"]", b"{}"):
        c.move("debit", body)
    c.player()


def envelope(c):
    c.move("debit", b'{"data":' + c.body("debit", "t1") + b"}")


def missing_fields(c):
    for path in ("transactionId", "gameRoundId", "stake", "stake.amount"):
        c.debit("t1", drop=[path])
    c.debit("t1")
    for path in ("transactionId", "referenceTransactionId", "gameRoundId", "payout", "payout.amount"):
        c.credit("t2", "t1", drop=[path])


def wrong_types(c):
    for number, more in enumerate(({"stake": "10"}, {"stake": []}, {"reason": {}}, {"reason": Number("5")},
                                   {"playerId": []}, {"token": True}, {"gameRoundId": Number("7")})):
        c.debit("d%d" % number, "r%d" % number, **more)
        c.lookup("d%d" % number)
    c.player()


def null_fields(c):
    for number, name in enumerate(("token", "reason", "freeRoundData", "gameId", "note")):
        c.debit("d%d" % number, "r%d" % number, **{name: None})


def unknown_fields(c):
    c.debit("t1", note={"a": [1, 2]})
    c.debit("t2", "r2", inner={"nominal": Number("3.00")})


def field_orders(c):
    body = c.body("debit", "t1")
    c.move("debit", b'{"note":1,' + body[1:])


def keys_by_case(c):
    c.debit("t1", Stake={"amount": Number("99.00")}, TransactionId="other")
    c.player()


def nested_amounts(c):
    body = c.body("debit", "t1")
    c.move("debit", b'{"freeRoundData":{"campaign":"S","value":{"amount":77.00,"currency":"EUR"}},' + body[1:])
    body = c.body("credit", "t2", "t1", amount="3.00")
    c.move("credit", b'{"freeRoundData":{"campaign":"S","value":{"amount":77.00,"currency":"EUR"}},' + body[1:])


def nested_ids(c):
    for id in ("t1", "t2"):
        body = c.body("debit", id, round="r" + id)
        c.move("debit", b'{"origin":{"transactionId":"inner"},' + body[1:])


def escaped_ids(c):
    for body in (c.body("debit", "a/b-\u00e9"), c.body("debit", "a/b-\u00e9").replace("/b-\u00e9".encode(), b"\\/\\u0062-\\u00e9")):
        c.move("debit", body)
    for id in (b"\\ud83c\\udfb2", "\U0001F3B2".encode()):
        c.move("debit", c.body("debit", "dice", round="r2").replace(b'"dice"', b'"' + id + b'"'))
    c.lookup("a/b-\u00e9")
    c.player()


def duplicate_keys(c):
    body = c.body("debit", "t1")
    c.move("debit", body[:-1] + b',"transactionId":"t2"}')
    c.lookup("t1")
    c.lookup("t2")


def deep_nesting(c):
    for number, depth in enumerate((100, 20_000)):
        c.debit("t%d" % number, "r%d" % number, how={}, note=Number("[" * depth + "]" * depth))


def byte_order_mark(c):
    c.move("debit", b"\xef\xbb\xbf" + c.body("debit", "t1"))


def invalid_utf8(c):
    c.move("debit", c.body("debit", "t-X").replace(b"t-X", b"t-\xff"))
    c.move("debit", c.body("debit", "t-X").replace(b"t-X", b"t-\xed\xa0\x80"))


def token_against_player(c):
    c.debit("t1", token="token-2")
    c.player(1)
    c.player(2)


def debit_without_token(c):
    c.debit("t1", drop=["token"])


def debit_without_player(c):
    c.debit("t1", drop=["playerId"])


def without_currency(c):
    c.debit("t1", drop=["stake.currency"])
    c.credit("t2", "t1", drop=["payout.currency"])


def without_game(c):
    c.debit("t1", drop=["gameId"])


def unknown_players(c):
    c.debit("t1", playerId="nobody", drop=["token"])
    c.debit("t1", playerId="nobody")
    c.debit("t1", token="nobody", drop=["playerId"])
    c.debit("t2", drop=["token", "playerId"])
    c.debit("t3")
    c.credit("t4", "t3", playerId="nobody")


def idle_connection(c):
    wire = Wire(c.wallet.port)
    c.player(wire=wire)
    time.sleep(0.2)
    c.player(wire=wire)
    wire.close()

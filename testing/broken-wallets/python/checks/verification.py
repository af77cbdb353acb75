"""Sequences that show faults of verification."""
import hashlib
import json
import time

from checks.client import SECRET, Wire


def flip(right):
    return right[:-1] + ("0" if right[-1] != "0" else "1")


BAD = {"signature": flip}


def bad_signature(c):
    c.debit("t1")
    for how in (BAD, {"signature": "0" * 128}):
        c.debit("t2", "r2", how=how)
        c.credit("t3", "t1", how=how)
        c.rollback("t4", "t1", how=how)
        c.lookup("t1", **how)
        c.player(**how)
    c.player()


def upper_case_signature(c):
    c.debit("t1", how={"signature": str.upper})


def altered_tail(c):
    c.debit("t1", how={"signature": lambda right: right[:64] + "0" * 64})


def cut_signature(c):
    c.debit("t1", how={"signature": lambda right: right[:64]})
    c.debit("t2", "r2", how={"signature": lambda right: right[:127]})


def long_signature(c):
    c.debit("t1", how={"signature": lambda right: right + "00"})


def sha256_signature(c):
    c.debit("t1", how={"digest": hashlib.sha256})


def plain_hash_signature(c):
    stamp, body = str(int(time.time() * 1000)), c.body("debit", "t1")
    text = SECRET + (c.prefix + "/debit|" + stamp + "|").encode() + body
    c.move("debit", body, stamp=stamp, signature=hashlib.sha512(text).hexdigest())


def empty_secret_signature(c):
    c.debit("t1", how={"secret": b""})


def dashed_signature(c):
    c.debit("t1", how={"signature": lambda right: "-".join(right[at:at + 8] for at in range(0, 128, 8))})


def pretty_body(c):
    body = c.body("debit", "t1")
    c.move("debit", json.dumps(json.loads(body), indent=2).encode())
    c.move("debit", c.body("debit", "t2", round="r2").replace(b":", b" : "))


def respaced_body(c):
    body = c.body("debit", "t1")
    c.move("debit", body.replace(b",", b", "), sign_data=body)


def appended_newline(c):
    body = c.body("debit", "t1")
    c.move("debit", body + b"\n", sign_data=body)


def unicode_body(c):
    c.debit("t-\u00e9", note="\u00fc")


def decomposed_body(c):
    c.debit("t1", note="e\u0301")


def large_body(c):
    for size in (3000, 5000, 20_000, 60_000):
        c.debit("t%d" % size, "r%d" % size, "1.00", note="x" * size)


def altered_large_body(c):
    stamp = str(int(time.time() * 1000))
    body = c.body("debit", "t1", amount="1.00", note="x" * 3000)
    c.move("debit", body, stamp=stamp)
    c.move("debit", body[:-3] + b'y"}', stamp=stamp, sign_data=body)


def lookup_odd_ids(c):
    for number, id in enumerate(ODD_IDS):
        c.debit(id, "r%d" % number, "1.00")
        c.lookup(id)


ODD_IDS = ["plain-1", "a/b", "a%b", "a%2Fb", "a%252Fb", "a;b", "a;b=c;d", "a+b", "a b", " lead", "trail ", "a?b#c",
           "a&b=c", "..", ".", "a/../b", "a//b", "v1.json", "1.2.3", "a\\b", "\u00e9", "\u65e5\u672c", "\U0001F3B2",
           "e\u0301", "a'b\"c", "a<b>|c^`{}", "t:1@2!$(),*~", "%", "%41"]


def decoded_path_signature(c):
    c.debit("a/b")
    c.lookup("a/b", sign_path=c.prefix + "/players/player-1/transactions/a/b")


def path_without_prefix(c):
    c.debit("t1", how={"sign_path": "/debit"})


def signature_of_other_path(c):
    c.debit("t1")
    c.credit("t2", "t1", how={"sign_path": c.prefix + "/debit"})


def query_orders(c):
    c.player(query="token=token-1&gameId=game-1")
    c.player(query="gameId=game-1&token=token-1")


def query_encodings(c):
    c.player(query="gameId=game%2d1&token=token%2D1")
    c.player(query="gameId=a%20b&token=%74oken-1")
    c.player(query="gameId=a:b/c&token=token-1")


def query_extra(c):
    c.player(query="gameId=g&token=token-1&lang=en")


def query_unsigned(c):
    c.player(sign_data=b"")


def plain_lookup(c):
    c.debit("t1")
    c.lookup("t1")


def stamp_with_zeros(c):
    c.debit("t1", how={"stamp": "00%d" % (time.time() * 1000)})


def header_spellings(c):
    for number, names in enumerate((("x-svc-signature", "x-svc-timestamp"), ("X-SVC-SIGNATURE", "X-SVC-TIMESTAMP"))):
        c.debit("t%d" % number, "r%d" % number, how={"names": names})


def two_signatures(c):
    c.debit("t1", how={"headers": ["X-Svc-Signature: " + "0" * 128]})


def no_signature(c):
    c.debit("t1", how={"signature": None})
    c.lookup("t1", signature=None)


def empty_signature(c):
    c.debit("t1", how={"signature": ""})


def replay_with_bad_signature(c):
    c.debit("t1")
    c.debit("t1", how=BAD)


def zero_with_bad_signature(c):
    c.move("debit", c.body("debit", "t1", amount="0"), **BAD)
    c.debit("t2")
    c.credit("t3", "t2", amount="0", how=BAD)
    c.credit("t4", "t2", amount="1.00")


def freeround_with_bad_signature(c):
    c.debit("t1", amount="0", reason="freeround", freeRoundData=c.free())
    c.credit("t2", "t1", reason="freeround", freeRoundData=c.free(), how=BAD)
    c.player()


def refund_with_bad_signature(c):
    c.debit("t1")
    c.rollback("t2", "t1", how=BAD)


def malformed_with_bad_signature(c):
    c.move("debit", b'{"transactionId"', **BAD)


def missing_field_with_bad_signature(c):
    c.move("debit", c.body("debit", "t1", drop=["transactionId"]), **BAD)


def bad_signature_second_on_connection(c):
    wire = Wire(c.wallet.port)
    c.debit("t1", how={"wire": wire})
    c.debit("t2", "r2", how=dict(BAD, wire=wire))
    wire.close()


def bad_signature_after_ten(c):
    for number in range(11):
        c.player(log=False)
    c.debit("t1", how=BAD)


def same_headers_other_body(c):
    stamp, body = str(int(time.time() * 1000)), c.body("debit", "t1", amount="1.00")
    c.move("debit", body, stamp=stamp)
    c.move("debit", c.body("debit", "t2", round="r2", amount="1.00"), stamp=stamp, sign_data=body)


def same_bytes_twice(c):
    data = c.request("POST", "/debit", body=c.body("debit", "t1"))
    for _ in range(2):
        c.log.append(c.normal(c.exchange(data)))


def good_after_bad_signatures(c):
    for number in range(4):
        c.debit("t%d" % number, "r%d" % number, how=BAD)
    c.debit("t9", "r9")


def stamps(c, *ages):
    now = int(time.time() * 1000)
    for number, age in enumerate(ages):
        how = {"stamp": now - int(age * 1000)}
        c.debit("d%d" % number, "r%d" % number, how=how)
        c.debit("e%d" % number, "s%d" % number)
        c.credit("c%d" % number, "e%d" % number, "s%d" % number, how=how)
        c.lookup("e%d" % number, **how)


def stale_stamps(c):
    stamps(c, 600, -600, 86_400, -86_400)


def barely_stale_stamps(c):
    stamps(c, 310, -310)


def old_but_fresh_stamps(c):
    stamps(c, 290, -290, 70, -70)


def stale_replay(c):
    c.debit("t1")
    c.debit("t1", how={"stamp": int(time.time() * 1000) - 900_000})


def malformed_stamps(c):
    for stamp in ("abc", "", "1.5e12", "-1", "%d.0" % (time.time() * 1000)):
        c.debit("t1", how={"stamp": stamp})


def stamp_in_seconds(c):
    c.debit("t1", how={"stamp": int(time.time())})


def stamp_in_micros(c):
    c.debit("t1", how={"stamp": int(time.time() * 1_000_000)})


def stamp_as_iso(c):
    c.debit("t1", how={"stamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())})


def leaks(c):
    c.debit("t1", how=BAD)
    c.move("debit", b"{")


def body_on_get(c):
    c.call("GET", "/player", query="gameId=g&token=token-1", body=b"{}", sign_data=b"gameId=g&token=token-1")


def good_after_bad_on_connection(c):
    wire = Wire(c.wallet.port)
    c.debit("t1", how=dict(BAD, wire=wire))
    c.debit("t2", "r2", how={"wire": wire})
    wire.close()


def query_on_post(c):
    c.debit("t1", how={"query": "playerId=player-2"})
    c.player(2)


def body_in_second_packet(c):
    data = c.request("POST", "/debit", body=c.body("debit", "t1"))
    head, _, body = data.partition(b"\r\n\r\n")
    wire = Wire(c.wallet.port)
    wire.send(head + b"\r\n\r\n")
    time.sleep(0.05)
    c.log.append(c.normal(c.exchange(body, wire)))
    wire.close()


def chunked_request(c):
    body = c.body("debit", "t1")
    data = c.request("POST", "/debit", body=body, length=False, headers=["Transfer-Encoding: chunked"])
    head = data[:-len(body)]
    c.log.append(c.normal(c.exchange(head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))))


def expect_continue(c):
    body = c.body("debit", "t1")
    data = c.request("POST", "/debit", body=body, headers=["Expect: 100-continue"])
    wire = Wire(c.wallet.port, 0.5)
    wire.send(data[:-len(body)])
    c.log.append(c.normal(wire.receive()))
    if wire.open:
        c.log.append(c.normal(c.exchange(body, wire)))
    wire.close()


def pipelined(c):
    requests = [c.request("POST", "/debit", body=c.body("debit", "t1")), c.request("GET", "/player", query="gameId=g")]
    wire = Wire(c.wallet.port, 0.5)
    wire.send(b"".join(requests))
    for _ in requests:
        c.log.append(c.normal(wire.receive()))
    wire.close()


def two_on_one_connection(c):
    wire = Wire(c.wallet.port)
    c.debit("t1", how={"wire": wire})
    c.debit("t2", "r2", how={"wire": wire})
    wire.close()


def long_token(c):
    c.player(query="gameId=g&token=" + "%F0%9F%8E%B2" * 1000)


def content_types(c):
    for number, kind in enumerate(("application/json; charset=utf-8", "application/json;charset=\"UTF-8\"", "text/plain",
                                   "application/json-patch+json", "Application/JSON", "", "application/xml",
                                   "application/json; charset=latin-1")):
        c.debit("t%d" % number, "r%d" % number, how={"content_type": kind})


def form_body(c):
    c.move("debit", b"transactionId=t1&gameRoundId=r1&playerId=player-1&stake.amount=10.00&reason=bet",
           content_type="application/x-www-form-urlencoded")

"""Sequences that show faults under concurrent requests."""
from checks.client import Wire


def move(c, kind, *arguments, **fields):
    """Builds the bytes of a movement."""
    return c.request("POST", "/" + kind, body=c.body(kind, *arguments, **fields))


def seen(c, answers):
    c.note(sorted(str(answer.status) for answer in answers))


def duplicates_at_once(c):
    data = move(c, "debit", "t1")
    answers = c.together([data] * 8)
    seen(c, answers)
    c.note(len({answer.body for answer in answers}), sorted({str(answer.balance) for answer in answers}))
    c.player()


def credits_at_once(c):
    c.debit("t1")
    data = move(c, "credit", "t2", "t1")
    seen(c, c.together([data] * 8))
    c.player()


def debits_at_once(c):
    answers = c.together([move(c, "debit", "t%d" % number, None, "r%d" % number) for number in range(8)])
    seen(c, answers)
    c.note(sorted(str(answer.balance) for answer in answers))
    c.player()


def overdraft_at_once(c):
    c.debit("t0", "r0", "999985.00")
    seen(c, c.together([move(c, "debit", "t%d" % number, None, "r%d" % number) for number in range(1, 7)]))
    c.player()


def id_of_two_players_at_once(c):
    seen(c, c.together([move(c, "debit", "t1", player=number) for number in (1, 2, 3, 4)]))
    c.note(sorted(str(c.player(number, log=False).balance) for number in (1, 2, 3, 4)))


def settlements_at_once(c):
    c.debit("t1", amount="10.00")
    seen(c, c.together([move(c, "credit", "t2", "t1", amount="10.00"), move(c, "rollback", "t3", "t1")]))
    c.player()


def mixed_at_once(c):
    for number in range(6):
        c.debit("d%d" % number, "r%d" % number)
    requests = [move(c, "credit", "c%d" % number, "d%d" % number, "r%d" % number) for number in range(6)]
    requests += [move(c, "debit", "e%d" % number, None, "s%d" % number) for number in range(6)]
    seen(c, c.together(requests))
    c.player()


def debits_of_a_round_at_once(c):
    seen(c, c.together([move(c, "debit", "t%d" % number) for number in range(5)]))
    c.player()


def debit_and_rollback_at_once(c):
    for number in range(4):
        c.together([move(c, "debit", "d%d" % number, None, "r%d" % number),
                    move(c, "rollback", "b%d" % number, "d%d" % number, "r%d" % number)])
    c.player()


def cross_traffic(c):
    for number in range(8):
        c.debit("d%d" % number, "r%d" % number)
    requests = [move(c, "credit", "c%d" % number, "d%d" % number, "r%d" % number) for number in range(8)]
    requests += [move(c, "debit", "e%d" % number, None, "s%d" % number) for number in range(8)]
    seen(c, c.together(requests))


def answers_at_once(c):
    answers = c.together([move(c, "debit", "t%d" % number, None, "r%d" % number) for number in range(10)])
    c.note(len({answer.balance for answer in answers}), len({answer.body for answer in answers}))


def two_players_at_once(c):
    requests = [move(c, "debit", "t%d" % number, None, "r%d" % number, player=number % 4 + 1, drop=["token"])
                for number in range(12)]
    seen(c, c.together(requests))
    for number in (1, 2, 3, 4):
        c.player(number)


def duplicate_on_new_connection(c):
    for _ in range(3):
        wire = Wire(c.wallet.port)
        c.debit("t1", how={"wire": wire})
        wire.close()
    c.player()


def many_at_once(c):
    seen(c, c.together([move(c, "debit", "t%d" % number, None, "r%d" % number) for number in range(24)]))


def many_connections(c):
    wires = [Wire(c.wallet.port) for _ in range(40)]
    c.note([c.player(wire=wire, log=False) == "closed" for wire in wires])
    for wire in wires:
        wire.close()


def bursts(c):
    request = c.request("GET", "/player", query="gameId=g&token=token-1")
    wire = Wire(c.wallet.port)
    c.note(sorted({c.exchange(request, wire).status for _ in range(260)}))
    wire.close()

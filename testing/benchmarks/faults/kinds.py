"""Lists the faults. Each is a generator that begins the fault, yields while it lasts, and ends it."""

import collections
import contextlib
import functools
import signal
import threading
import time

from faults import hosts as machines
from faults import idle

Fault = collections.namedtuple("Fault", "name description seconds inject")
FAULTS, CLUSTER_FAULTS = {}, {}
STALL = 0.7  # seconds for which a slow disk does nothing, again and again
IDLE = 50_000


def fault(name, description, seconds=8, faults=FAULTS):
    def add(inject):
        faults[name] = Fault(name, description, seconds, contextlib.contextmanager(inject))
        return inject

    return add


# --- the network ----------------------------------------------------------------------------------------------------------------

CUT, NOTHING = {"loss": 1}, {}
NETWORK = {
    "loss": ("loses 5 % of the packets", 8, {"loss": 0.05}, {"loss": 0.05}),
    "delay": ("takes 200 ms each way", 8, {"delay": 0.2}, {"delay": 0.2}),
    "delay-loss": ("takes 200 ms each way and loses 5 % of the packets", 12, *2 * ({"delay": 0.2, "loss": 0.05},)),
    "reorder": ("delivers every fourth packet late", 8, {"reorder": 0.25}, {"reorder": 0.25}),
    "duplicate": ("delivers every tenth packet twice", 8, {"duplicate": 0.1}, {"duplicate": 0.1}),
    "corrupt": ("flips a bit in every twentieth packet", 8, {"corrupt": 0.05}, {"corrupt": 0.05}),
    "cut": ("is cut", 20, CUT, CUT),
    "deaf": ("delivers no requests, but responses", 20, CUT, NOTHING),
    "mute": ("delivers requests, but no responses", 20, NOTHING, CUT),
    "mtu": ("swallows packets over 576 bytes", 12, {"mtu": 576}, {"mtu": 576}),
}


def on_link(link, toward, back, hosts, load):
    getattr(hosts, link).set(toward, back)
    yield
    getattr(hosts, link).heal()


for prefix, where, device in (
    ("callbacks", "the link from the service to the wallets", "service_link"),
    ("sql", "the link from the wallets to the database", "database_link"),
):
    for name, (does, seconds, toward, back) in NETWORK.items():
        fault(prefix + "-" + name, where + " " + does, seconds)(functools.partial(on_link, device, toward, back))


# --- processes ------------------------------------------------------------------------------------------------------------------


@fault("wallet-killed", "a wallet is killed (kill -9) and started again", 1)
def kill_wallet(hosts, load):
    hosts.wallets[0].kill()
    yield
    hosts.wallets[0].start()


@fault("wallet-stopped", "a wallet is stopped (SIGTERM) and started again", 1)
def stop_wallet(hosts, load):
    hosts.wallets[0].stop()
    yield
    hosts.wallets[0].start()


@fault("wallet-suspended", "a wallet is suspended", 12)
def suspend_wallet(hosts, load):
    hosts.wallets[1].process.send_signal(signal.SIGSTOP)
    yield
    hosts.wallets[1].process.send_signal(signal.SIGCONT)


@fault("wallet-older", "a wallet is replaced with one of an older build for a while, beside one of this build", 20)
def older_wallet(hosts, load):
    wallet = hosts.wallets[0]
    wallet.build = hosts.older or wallet.build
    wallet.restart()
    yield
    wallet.build = machines.ROOT
    wallet.restart()


@fault("wallet-short", "a wallet has 64 MiB of heap and 160 files, and 400 idle connections", 15)
def short_wallet(hosts, load):
    wallet = hosts.wallets[0]
    wallet.restart(heap="64m", files=160)
    connections = idle.IdleConnections(machines.STRANGERS, wallet.address, 400, idle_request(load))
    yield
    connections.close()
    wallet.restart()


@fault("wallet-idle", "%d idle connections are opened to a wallet" % IDLE, 45)
def idle_connections(hosts, load):
    connections = idle.IdleConnections(machines.STRANGERS, hosts.wallets[1].address, IDLE, idle_request(load))
    yield
    load.notes.append("idle connections: %d opened, %d of them closed by the wallet" % tuple(connections.close()))


def idle_request(load):
    return load.callers[0].request("debit", {"transactionId": "idle"})


@fault("database-killed", "PostgreSQL is killed (kill -9 of all its processes) and started again", 1)
def kill_database(hosts, load):
    hosts.database.kill()
    yield
    hosts.database.start()


@fault("database-session-killed", "one session of PostgreSQL is killed, so that it recovers", 3)
def kill_session(hosts, load):
    pid = hosts.database.ask("select pid from pg_stat_activity where application_name like '%movements' limit 1")
    for pid in pid.split():
        machines.run("kill", "-9", pid)
    yield


@fault("database-stopped", "PostgreSQL is stopped (fast) and started again")
def stop_database(hosts, load):
    hosts.database.stop()
    yield
    hosts.database.start()


@fault("database-suspended", "PostgreSQL is suspended", 12)
def suspend_database(hosts, load):
    hosts.database.signal(signal.SIGSTOP)
    yield
    hosts.database.signal(signal.SIGCONT)


@fault("database-locked", "another session holds a quarter of the accounts locked")
def lock_accounts(hosts, load):
    sql = "begin; select id from accounts where id like '%5' or id like '%1' for update; select pg_sleep(8); commit"
    holder = threading.Thread(target=hosts.database.ask, args=(sql,), kwargs={"check": False})
    holder.start()
    yield
    holder.join()


# --- the disk -------------------------------------------------------------------------------------------------------------------


@fault("disk-full", "the disk of the database is full", 12)
def fill_disk(hosts, load):
    hosts.database.fill()
    # A new file for the write-ahead log is needed at once, and not only after 16 MiB.
    hosts.database.ask("select pg_switch_wal()", check=False)
    yield
    machines.run("rm", "-f", hosts.database.filler)


@fault("disk-slow", "the disk of the database stalls for 0.7 s, again and again", 12)
def slow_disk(hosts, load):
    over = threading.Event()

    def stall():
        while not over.is_set():
            machines.run("fsfreeze", "-f", hosts.database.mount, check=False)
            time.sleep(STALL)
            machines.run("fsfreeze", "-u", hosts.database.mount, check=False)
            over.wait(STALL / 2)

    thread = threading.Thread(target=stall)
    thread.start()
    yield
    over.set()
    thread.join()


@fault("disk-read-only", "the file system of the database turns read-only")
def read_only_disk(hosts, load):
    machines.run("mount", "-o", "remount,abort", hosts.database.mount, check=False)
    yield
    hosts.database.repair()


@fault("disk-power", "the disk of the database loses its power, and with it what was not synced", 1)
def lose_power(hosts, load):
    hosts.database.cut_power()
    yield
    hosts.database.repair()


# --- clocks ---------------------------------------------------------------------------------------------------------------------


@fault("clock-service", "the service's clock is four minutes ahead")
def skew_service(hosts, load):
    load.skew = 240
    yield
    load.skew = 0


@fault("clock-service-wrong", "the service's clock is an hour behind, so that every callback gets 401")
def wrong_service(hosts, load):
    load.skew = -3600
    yield
    load.skew = 0


def step_wallet(hosts, load):
    wallet = hosts.wallets[0]
    wallet.restart(clock=True)
    wallet.clock.step(-240)
    time.sleep(8)
    wallet.clock.step(3600)
    yield
    wallet.clock.step(0)
    wallet.restart()


def step_database(hosts, load):
    hosts.database.clock.step(-3600)
    yield
    hosts.database.clock.step(0)


if machines.LIBFAKETIME:
    fault("clock-wallet", "a wallet's clock steps four minutes back, and then an hour ahead")(step_wallet)
    fault("clock-database", "the database's clock steps an hour back, and ahead again")(step_database)


# --- a cluster with failover ----------------------------------------------------------------------------------------------------


def add_cluster(name, description, *command):
    def strike(cluster, load):
        node = cluster.command(*command).split()[-1]
        yield
        if command[0] == "cut":
            cluster.command("heal", node)

    fault(name, description, 30, CLUSTER_FAULTS)(strike)


add_cluster("wallet", "a wallet is killed (kill -9)", "kill", "wallet-1")
add_cluster("machine", "the primary loses its machine", "kill", "primary")
add_cluster("postmaster", "the primary loses its PostgreSQL", "kill-postmaster", "primary")
add_cluster("partition", "the primary loses its network", "cut", "primary")

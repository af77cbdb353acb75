"""Runs PostgreSQL and two wallets, each side in a network namespace of its own, with PostgreSQL on a small disk of its own."""

import fcntl
import functools
import glob
import os
import signal
import struct
import subprocess
import threading
import time

from faults import wire

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
SERVICE, WALLETS_FOR_SERVICE, WALLETS_FOR_DATABASE, DATABASE = "198.18.78.1", "198.18.78.2", "198.18.79.1", "198.18.79.2"
STRANGERS = ["198.18.78.%d" % number for number in range(11, 15)]
BACKGROUND = {"loss": 0.001, "duplicate": 0.001, "reorder": 0.01}
FIRST_PORT = 8101
PATIENCE = 300
PLAYERS = 64
EXT4_IOC_SHUTDOWN, WITHOUT_FLUSH = 0x8004587D, 2
LIBFAKETIME = next(iter(sorted(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1"))), None)


def run(*command, check=True):
    result = subprocess.run(command, capture_output=True, text=True)
    if check and result.returncode:
        raise SystemExit("%s failed: %s" % (" ".join(command), result.stderr.strip()))
    return result


@functools.lru_cache
def help_of(build):
    return run(build + "/bin/wallet", "--help").stdout


def namespace():
    """Starts a process that keeps a network namespace."""
    keeper = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
    while os.readlink("/proc/%d/ns/net" % keeper.pid) == os.readlink("/proc/self/ns/net"):
        time.sleep(0.01)
    run("nsenter", "-t", str(keeper.pid), "-n", "ip", "link", "set", "lo", "up")
    return keeper.pid


def usage(pid):
    """Returns the live heap (MiB that a full collection leaves), resident memory in MiB, open files and threads."""
    histogram = run("jcmd", str(pid), "GC.class_histogram", check=False).stdout.splitlines()
    totals = [line.split() for line in histogram if line.startswith("Total")]
    heap = round(int(totals[0][2]) / 1024 / 1024, 1) if totals else None
    with open("/proc/%d/status" % pid) as file:
        status = dict(line.split(":", 1) for line in file)
    files = len(os.listdir("/proc/%d/fd" % pid))
    return heap, int(status["VmRSS"].split()[0]) // 1024, files, int(status["Threads"])


class Clock:
    """Sets the clock of a process by libfaketime, if it is installed."""

    def __init__(self, file):
        self.file = file
        self.step(0)

    def step(self, seconds):
        with open(self.file + ".new", "w") as new:
            new.write("%+d" % seconds)
        os.chmod(self.file + ".new", 0o644)
        os.rename(self.file + ".new", self.file)

    def environment(self):
        if not LIBFAKETIME:
            return {}
        return {
            "LD_PRELOAD": LIBFAKETIME,
            "FAKETIME_TIMESTAMP_FILE": self.file,
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
        }


class Database:
    """Runs PostgreSQL on an ext4 file system in an image, which can become full, read-only, slow, or lose its power."""

    def __init__(self, folder, pid, megabytes, fsync):
        self.image, self.mount = folder + "/disk", folder + "/database"
        self.data, self.filler = self.mount + "/data", self.mount + "/filler"
        self.log = folder + "/database.log"
        self.enter = ["nsenter", "-t", str(pid), "-n"]
        self.clock = Clock(folder + "/database.clock")
        programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        if not programs:
            raise SystemExit("PostgreSQL is missing. Install it (Debian: apt-get install postgresql).")
        self.programs = programs[-1]
        os.mkdir(self.mount)
        with open(self.image, "wb") as image:
            image.truncate(megabytes * 1024 * 1024)
        run("mkfs.ext4", "-q", "-F", "-m", "0", self.image)
        self.attach()
        os.mkdir(self.data, 0o700)
        run("chown", "postgres", self.mount, self.data)
        initdb = [self.programs + "/initdb", "-D", self.data, "-A", "trust", "-E", "UTF8", "--locale", "C.UTF-8"]
        run(*self.as_user(*initdb))
        settings = {
            "listen_addresses": DATABASE,
            "unix_socket_directories": "",
            "fsync": fsync,
            "max_wal_size": "512MB",
            "max_connections": "100",
        }
        with open(self.data + "/postgresql.conf", "a") as file:
            file.writelines("%s = '%s'\n" % setting for setting in settings.items())
        with open(self.data + "/pg_hba.conf", "a") as file:
            file.write("host all all 198.18.79.0/24 trust\n")
        self.process = None
        self.start()
        self.ask("create database wallet", "postgres")

    def as_user(self, *command):
        return [*self.enter, "setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups", *command]

    def ask(self, sql, database="wallet", check=True):
        found = run(*self.enter, "psql", "-h", DATABASE, "-U", "postgres", "-d", database, "-Atc", sql, check=False)
        if check and found.returncode:
            raise SystemExit("PostgreSQL refused %r: %s" % (sql, found.stderr))
        return found.stdout if found.returncode == 0 else None

    def start(self):
        """Starts PostgreSQL and waits until it answers."""
        with open(self.log, "a") as log:
            # The library marks the first user that loads it as the owner of its semaphores.
            clock = ["env", *("%s=%s" % setting for setting in self.clock.environment().items())]
            command = self.as_user(*clock, self.programs + "/postgres", "-D", self.data)
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        deadline = time.time() + PATIENCE
        while self.ask("select 1", "postgres", check=False) is None:
            if self.process.poll() is not None or time.time() > deadline:
                raise SystemExit("PostgreSQL did not start, see " + self.log)
            time.sleep(0.2)

    def processes(self):
        children = run("pgrep", "-P", str(self.process.pid), check=False).stdout.split()
        return [self.process.pid, *map(int, children)]

    def signal(self, number):
        for pid in self.processes():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def kill(self):
        self.signal(signal.SIGKILL)
        self.process.wait()
        deadline = time.time() + PATIENCE
        while run("pgrep", "-u", "postgres", check=False).stdout and time.time() < deadline:
            time.sleep(0.1)

    def stop(self):
        self.process.send_signal(signal.SIGINT)  # as pg_ctl stop -m fast
        self.process.wait()

    def attach(self):
        run("mount", "-o", "loop", self.image, self.mount)

    def repair(self):
        """Kills PostgreSQL, mounts its disk again as after a power failure, and starts it."""
        self.kill()
        run("umount", self.mount)
        run("e2fsck", "-p", self.image, check=False)
        self.attach()
        self.start()

    def fill(self):
        with open(self.filler, "wb") as filler:
            size = 0
            step = 1 << 30
            while step >= 4096:
                try:
                    os.posix_fallocate(filler.fileno(), size, step)
                    size += step
                except OSError:
                    step //= 2

    def cut_power(self):
        """Loses everything that was not written to the device, as when the power fails."""
        descriptor = os.open(self.mount, os.O_RDONLY)
        try:
            fcntl.ioctl(descriptor, EXT4_IOC_SHUTDOWN, struct.pack("I", WITHOUT_FLUSH))
        finally:
            os.close(descriptor)


class Wallet:
    """Runs a wallet of this build or of another one."""

    def __init__(self, number, folder, pid, build):
        self.number, self.folder, self.build = number, folder, build
        self.address = (WALLETS_FOR_SERVICE, FIRST_PORT + number)
        self.enter = ["nsenter", "-t", str(pid), "-n"]
        self.clock = Clock("%s/wallet-%d.clock" % (folder, number))
        self.process = None

    def start(self, heap="192m", files=4096, clock=False):
        """Starts the wallet and waits until it is ready; tries again as a supervisor would.

        A clock that can be set costs a JVM much processor time, so it has one only if a fault needs it.
        """
        words = [self.build + "/bin/wallet", "--host", self.address[0], "--port", str(self.address[1])]
        words += ["--secret-file", self.folder + "/secret", "--demo-players", str(PLAYERS), "--back-office-port", "-1"]
        words += ["--db", "jdbc:postgresql://%s/wallet" % DATABASE, "--db-user", "postgres"]
        if "--operations-port" in help_of(self.build):
            words += ["--operations-port", "-1"]
        limited = ["sh", "-c", 'ulimit -n %d && exec "$@"' % files, "sh"]
        environment = dict(os.environ, JAVA_OPTS="-Xmx" + heap, **(self.clock.environment() if clock else {}))
        deadline = time.time() + PATIENCE
        while time.time() < deadline:
            with open("%s/wallet-%d.log" % (self.folder, self.number), "a") as log:
                self.process = subprocess.Popen(
                    [*self.enter, *limited, *words],
                    stdout=subprocess.PIPE,
                    stderr=log,
                    env=environment,
                    cwd=self.folder,
                    text=True,
                )
            if self.process.stdout.readline().startswith("ready "):
                threading.Thread(target=self.process.stdout.read, daemon=True).start()
                return
            self.process.wait()
        raise SystemExit("wallet-%d did not start, see %s/wallet-%d.log" % (self.number, self.folder, self.number))

    @property
    def pid(self):
        return self.process.pid

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def restart(self, **limits):
        self.stop()
        self.start(**limits)


class Hosts:
    """Holds both links, the database and the wallets."""

    def __init__(self, folder, older, megabytes, fsync):
        wallets, database = namespace(), namespace()
        self.older = older
        self.secret = os.urandom(24).hex()
        with open(folder + "/secret", "w") as file:
            file.write(self.secret)
        self.service_link = wire.Link("service", (None, SERVICE), (wallets, WALLETS_FOR_SERVICE))
        self.database_link = wire.Link("data", (wallets, WALLETS_FOR_DATABASE), (database, DATABASE))
        for source in STRANGERS:
            run("ip", "addr", "add", source + "/32", "dev", "service0")
        run("nsenter", "-t", str(wallets), "-n", "ip", "route", "add", "198.18.78.0/24", "dev", "service1")
        for link in (self.service_link, self.database_link):
            link.background(**BACKGROUND)
        self.database = Database(folder, database, megabytes, fsync)
        self.wallets = [Wallet(number, folder, wallets, ROOT) for number in (0, 1)]
        for wallet in self.wallets:
            wallet.start()

    def await_complete(self):
        """Returns at once: nothing of these hosts recovers in the background."""

    def supervise(self):
        """Starts what has ended by itself, as a supervisor would, and returns a sentence for each."""
        ended = []
        if self.database.process.poll() is not None:
            ended.append("PostgreSQL ended with code %d" % self.database.process.returncode)
            self.database.start()
        for wallet in self.wallets:
            if wallet.process.poll() is not None:
                ended.append("wallet-%d ended with code %d" % (wallet.number + 1, wallet.process.returncode))
                wallet.start()
        return ended

    def ask(self, sql):
        return self.database.ask(sql).splitlines()

    def audit(self):
        """Returns the exit code of the audit."""
        url = "jdbc:postgresql://%s/wallet" % DATABASE
        command = [*self.wallets[1].enter, ROOT + "/bin/wallet", "audit", "--db", url, "--db-user", "postgres"]
        return subprocess.run(command, stdout=subprocess.DEVNULL).returncode

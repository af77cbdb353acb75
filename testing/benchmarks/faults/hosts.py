"""Runs PostgreSQL and two wallets, each side in its network namespace, with PostgreSQL on a small disk."""

import fcntl
import glob
import os
import signal
import struct
import subprocess
import threading
import time

from faults import wire

ROOT = os.path.abspath(__file__ + "/../../../..")
SERVICE, WALLETS_FOR_SERVICE, WALLETS_FOR_DATABASE, DATABASE = "198.18.78.1", "198.18.78.2", "198.18.79.1", "198.18.79.2"
BACKGROUND = {"loss": 0.001, "duplicate": 0.001, "reorder": 0.01}
PATIENCE, PLAYERS, MEBIBYTE = 300, 64, 1 << 20
EXT4_IOC_SHUTDOWN, WITHOUT_FLUSH = 0x8004587D, 2


def run(*command, check=True):
    result = subprocess.run(command, capture_output=True, text=True)
    if check and result.returncode:
        raise SystemExit("%s failed: %s" % (" ".join(command), result.stderr.strip()))
    return result


def namespace():
    """Starts a process that keeps a network namespace, and returns its id and the words that enter it."""
    keeper = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
    while os.readlink("/proc/%d/ns/net" % keeper.pid) == os.readlink("/proc/self/ns/net"):
        time.sleep(0.01)
    enter = ["nsenter", "-t", str(keeper.pid), "-n"]
    run(*enter, "ip", "link", "set", "lo", "up")
    return keeper.pid, enter


class Database:
    """Runs PostgreSQL on an ext4 file system in an image, which can become full, read-only, slow, or lose its power."""

    def __init__(self, folder, enter, fsync):
        self.image, self.mount, self.log = folder + "/disk", folder + "/database", folder + "/database.log"
        self.data, self.filler = self.mount + "/data", self.mount + "/filler"
        self.enter = enter
        programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        if not programs:
            raise SystemExit("PostgreSQL is missing. Install it (Debian: apt-get install postgresql).")
        self.programs = programs[-1]
        os.mkdir(self.mount)
        with open(self.image, "wb") as image:
            image.truncate(4096 * MEBIBYTE)
        run("mkfs.ext4", "-q", "-F", "-m", "0", self.image)
        run("mount", "-o", "loop", self.image, self.mount)
        os.mkdir(self.data, 0o700)
        run("chown", "postgres", self.mount, self.data)
        run(*self.as_user("initdb", "-D", self.data, "-A", "trust", "-E", "UTF8", "--locale", "C.UTF-8"))
        settings = {"listen_addresses": DATABASE, "unix_socket_directories": "", "fsync": fsync, "max_wal_size": "512MB"}
        with open(self.data + "/postgresql.conf", "a") as file:
            file.writelines("%s = '%s'\n" % setting for setting in settings.items())
        with open(self.data + "/pg_hba.conf", "a") as file:
            file.write("host all all 198.18.79.0/24 trust\n")
        self.start()
        self.ask("create database wallet", "postgres")

    def as_user(self, program, *words):
        user = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"]
        return [*self.enter, *user, self.programs + "/" + program, *words]

    def ask(self, sql, database="wallet", check=True):
        found = run(*self.enter, "psql", "-h", DATABASE, "-U", "postgres", "-d", database, "-Atc", sql, check=False)
        if check and found.returncode:
            raise SystemExit("PostgreSQL refused %r: %s" % (sql, found.stderr))
        return found.stdout if found.returncode == 0 else None

    def start(self):
        """Starts PostgreSQL and waits until it answers."""
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(self.as_user("postgres", "-D", self.data), stdout=log, stderr=log)
        deadline = time.time() + PATIENCE
        while self.ask("select 1", "postgres", check=False) is None:
            if self.process.poll() is not None or time.time() > deadline:
                raise SystemExit("PostgreSQL did not start, see " + self.log)
            time.sleep(0.2)

    def signal(self, number):
        children = run("pgrep", "-P", str(self.process.pid), check=False).stdout.split()
        for pid in [self.process.pid, *map(int, children)]:
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

    def repair(self):
        """Kills PostgreSQL, mounts its disk again as after a power failure, and starts it."""
        self.kill()
        run("umount", self.mount)
        run("e2fsck", "-p", self.image, check=False)
        run("mount", "-o", "loop", self.image, self.mount)
        self.start()

    def fill(self):
        """Fills the disk, and lets PostgreSQL need a new file immediately instead of after 16 MiB."""
        with open(self.filler, "wb") as filler:
            size, step = 0, 1 << 30
            while step >= 4096:
                try:
                    os.posix_fallocate(filler.fileno(), size, step)
                    size += step
                except OSError:
                    step //= 2
        self.ask("select pg_switch_wal()", check=False)

    def cut_power(self):
        """Loses everything that was not written to the device, as when the power fails."""
        descriptor = os.open(self.mount, os.O_RDONLY)
        fcntl.ioctl(descriptor, EXT4_IOC_SHUTDOWN, struct.pack("I", WITHOUT_FLUSH))
        os.close(descriptor)


class Wallet:
    """Runs a wallet."""
    def __init__(self, number, folder, enter):
        self.name, self.folder, self.enter = "wallet-%d" % number, folder, enter
        self.address = (WALLETS_FOR_SERVICE, 8101 + number)
        self.start()

    def start(self, heap="192m", files=4096):
        """Starts the wallet and waits until it is ready; tries again as a supervisor would."""
        words = [ROOT + "/bin/wallet", "--bind", self.address[0], "--port", str(self.address[1]), "--demo-players", str(PLAYERS)]
        words += ["--secret-file", self.folder + "/secret", "--back-office-port", "-1", "--operations-port", "-1"]
        words += ["--db", "jdbc:postgresql://%s/wallet" % DATABASE, "--db-user", "postgres"]
        command = [*self.enter, "sh", "-c", 'ulimit -n %d && exec "$@"' % files, "sh", *words]
        environment = dict(os.environ, JAVA_OPTS="-Xmx" + heap)
        log = "%s/%s.log" % (self.folder, self.name)
        deadline = time.time() + PATIENCE
        while time.time() < deadline:
            with open(log, "a") as errors:
                self.process = subprocess.Popen(
                    command, stdout=subprocess.PIPE, stderr=errors, env=environment, cwd=self.folder, text=True
                )
            if self.process.stdout.readline().startswith("ready "):
                threading.Thread(target=self.process.stdout.read, daemon=True).start()
                return
            self.process.wait()
        raise SystemExit("%s did not start, see %s" % (self.name, log))

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait()


class Hosts:
    """Holds both links, the database and the wallets."""

    def __init__(self, folder, fsync):
        (wallets, self.enter), (database, at_database) = namespace(), namespace()
        self.secret = os.urandom(24).hex()
        with open(folder + "/secret", "w") as file:
            file.write(self.secret)
        self.callbacks = wire.Link("service", (None, SERVICE), (wallets, WALLETS_FOR_SERVICE), BACKGROUND)
        self.sql = wire.Link("data", (wallets, WALLETS_FOR_DATABASE), (database, DATABASE), BACKGROUND)
        self.database = Database(folder, at_database, fsync)
        self.wallets = [Wallet(number, folder, self.enter) for number in (0, 1)]

    def supervise(self):
        """Starts what has ended, as a supervisor would, and returns a sentence for each."""
        watched = [("PostgreSQL", self.database)] + [(wallet.name, wallet) for wallet in self.wallets]
        ended = [(name, one) for name, one in watched if one.process.poll() is not None]
        sentences = ["%s ended with code %d" % (name, one.process.returncode) for name, one in ended]
        for _, one in ended:
            one.start()
        return sentences

    def audit(self):
        """Returns the exit code of the audit."""
        url = "jdbc:postgresql://%s/wallet" % DATABASE
        return run(*self.enter, ROOT + "/bin/wallet", "audit", "--db", url, "--db-user", "postgres", check=False).returncode

"""Runs two wallets on three PostgreSQL servers with failover, by bin/cluster."""

import os
import subprocess
import time

from faults import hosts

FIRST_PORT = 24100


class Node:
    """Holds the address and the process of a wallet, which bin/cluster starts again when it died."""

    def __init__(self, number, folder):
        self.address = ("127.0.0.1", FIRST_PORT + 11 + number)
        self.file = "%s/wallet-%d.pid" % (folder, number + 1)

    @property
    def pid(self):
        with open(self.file) as file:
            return int(file.read())


class Cluster:
    """Starts bin/cluster, whose processes end with the namespace of this one."""

    def __init__(self, folder):
        self.folder = folder + "/cluster"
        os.environ.update(CLUSTER_DIR=self.folder, CLUSTER_PORT=str(FIRST_PORT))
        command = [hosts.ROOT + "/bin/cluster", "up", "--workers", "0", "--namespaces"]
        self.up = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        if not self.up.stdout.readline().startswith("ready "):
            raise SystemExit("the cluster did not start, see " + self.folder)
        with open(self.folder + "/secret") as file:
            self.secret = file.read().strip()
        with open(self.folder + "/password") as file:
            self.password = file.read()
        self.wallets = [Node(number, self.folder) for number in (0, 1)]

    def command(self, *words):
        return hosts.run(hosts.ROOT + "/bin/cluster", *words).stdout.strip()

    def await_complete(self):
        """Waits until both wallets are ready and the primary has its standbys."""
        deadline = time.time() + hosts.PATIENCE
        while time.time() < deadline:
            state = self.command("status")
            roles = [line.split()[1].strip(",") for line in state.splitlines()]
            if roles.count("ready") == 2 and roles.count("standby") == 2 and "standby: postgres" in state:
                return
            time.sleep(1)
        raise SystemExit("the cluster is not complete:\n" + state)

    def supervise(self):
        """Returns nothing: bin/cluster starts what died, and nothing may end by itself."""
        return []

    def ask(self, sql):
        servers = ",".join("198.18.77.1%d:%d" % (number, FIRST_PORT + 30 + number) for number in (1, 2, 3))
        environment = dict(os.environ, PGPASSWORD=self.password, PGCONNECT_TIMEOUT="5")
        url = "postgresql://wallet@%s/wallet?target_session_attrs=read-write" % servers
        command = ["psql", url, "-Atc", sql]
        return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()

    def audit(self):
        """Returns the exit code of the audit."""
        return hosts.run(hosts.ROOT + "/bin/cluster", "audit", check=False).returncode

"""Connects two network namespaces by two TUN devices and a process between them, which loses, delays and changes packets.

netem does this in the kernel, but not every kernel has it, and this link can also be cut in one direction.
"""

import fcntl
import heapq
import json
import os
import random
import select
import struct
import subprocess
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TUN_WITHOUT_HEADER = 0x1001
LARGEST_PACKET = 65535
LATE = 0.03  # seconds by which a reordered packet is late


class Link:
    """Holds one link. Each direction has its conditions: `toward` the right host, and `back` to the left one.

    Conditions are probabilities (loss, duplicate, reorder, corrupt), delay in seconds, and mtu, above which packets vanish.
    """

    def __init__(self, name, left, right, background):
        """Connects (process id or None for this namespace, address) with the same of the other end; the background is always on."""
        self.names = [name + "0", name + "1"]
        self.process = subprocess.Popen(
            [sys.executable, "-B", os.path.abspath(__file__), *self.names],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if self.process.stdout.readline() != "ready\n":
            raise SystemExit("cannot create a TUN device: this needs /dev/net/tun and root")
        for device, (pid, address), (_, peer) in zip(self.names, (left, right), (right, left)):
            enter = []
            if pid:
                subprocess.run(["ip", "link", "set", device, "netns", str(pid)], check=True)
                enter = ["nsenter", "-t", str(pid), "-n"]
            subprocess.run([*enter, "ip", "addr", "add", address, "peer", peer, "dev", device], check=True)
            subprocess.run([*enter, "ip", "link", "set", device, "up"], check=True)
        self.everywhere = background
        self.set()

    def set(self, toward={}, back={}):  # noqa: B006
        """Sets the conditions of each direction; without any, only those of the background stay."""
        conditions = [dict(self.everywhere, **toward), dict(self.everywhere, **back)]
        self.process.stdin.write(json.dumps(conditions) + "\n")
        self.process.stdin.flush()


def open_tun(name):
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN_WITHOUT_HEADER))
    return device


def fates(packet, conditions):
    """Yields (delay, packet) for each copy that arrives."""
    if len(packet) > conditions.get("mtu", LARGEST_PACKET) or random.random() < conditions.get("loss", 0):
        return
    if random.random() < conditions.get("corrupt", 0):
        place = random.randrange(len(packet))
        packet = packet[:place] + bytes([packet[place] ^ 1 << random.randrange(8)]) + packet[place + 1 :]
    for _ in range(2 if random.random() < conditions.get("duplicate", 0) else 1):
        yield conditions.get("delay", 0) + (LATE if random.random() < conditions.get("reorder", 0) else 0), packet


def write(device, packet):
    try:
        os.write(device, packet)
    except OSError:
        pass  # the other end is gone, or its queue is full: the packet is lost


def relay(left, right):
    """Passes packets until standard input ends, which has the conditions of both directions, a line for each change."""
    conditions = [{}, {}]
    waiting = []
    serial = 0
    poll = select.poll()
    for descriptor in (left, right, 0):
        poll.register(descriptor, select.POLLIN)
    changes = b""
    while True:
        pause = None if not waiting else max(0, (waiting[0][0] - time.monotonic()) * 1000)
        for descriptor, _ in poll.poll(pause):
            if descriptor == 0:
                changes += os.read(0, 65536)
                if not changes:
                    return
                *lines, changes = changes.split(b"\n")
                conditions = json.loads(lines[-1]) if lines else conditions
                continue
            side = 0 if descriptor == left else 1
            try:
                packet = os.read(descriptor, LARGEST_PACKET)
            except OSError:
                continue
            for delay, copy in fates(packet, conditions[side]):
                if delay == 0:
                    write((right, left)[side], copy)
                else:
                    serial += 1
                    heapq.heappush(waiting, (time.monotonic() + delay, serial, (right, left)[side], copy))
        while waiting and waiting[0][0] <= time.monotonic():
            _, _, device, packet = heapq.heappop(waiting)
            write(device, packet)


if __name__ == "__main__":
    devices = [open_tun(name) for name in sys.argv[1:3]]
    print("ready", flush=True)
    relay(*devices)

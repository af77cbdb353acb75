"""Opens connections to a wallet that stay idle, half of them after one request, and counts those that the wallet closed."""

import select
import socket
import subprocess
import sys

FILES = 16_000  # of one process, each with an address of its own


class IdleConnections:
    """Holds so many idle connections, in as many processes as the limit of open files needs."""

    def __init__(self, sources, address, count, request):
        self.holders = []
        for source, first in zip(sources, range(0, count, FILES)):
            part = [str(word) for word in (source, *address, min(FILES, count - first))]
            holder = subprocess.Popen(
                [sys.executable, "-B", __file__, *part], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            holder.stdin.write(request + b"\0")
            holder.stdin.flush()
            self.holders.append(holder)

    def close(self):
        """Closes them and returns how many were opened, and how many of those the wallet had closed."""
        counts = [holder.communicate()[0].split() for holder in self.holders]
        return [sum(int(count[place]) for count in counts if count) for place in (0, 1)]


def hold(source, host, port, count, request):
    poll = select.epoll()
    held = {}
    opened = closed = 0
    for number in range(count):
        try:
            connection = socket.create_connection((host, port), timeout=5, source_address=(source, 0))
            if number % 2:
                connection.sendall(request)
        except OSError:
            continue
        opened += 1
        held[connection.fileno()] = connection
        poll.register(connection.fileno(), select.EPOLLIN | select.EPOLLRDHUP)
        closed += drop_closed(poll, held, 0)
        if select.select([0], [], [], 0)[0]:
            break
    while not select.select([0], [], [], 0.2)[0]:
        closed += drop_closed(poll, held, 0)
    print(opened, closed)


def drop_closed(poll, held, pause):
    closed = 0
    for descriptor, event in poll.poll(pause):
        try:
            alive = bool(held[descriptor].recv(65536)) and not event & (select.EPOLLRDHUP | select.EPOLLHUP)
        except OSError:
            alive = False
        if not alive:
            poll.unregister(descriptor)
            held.pop(descriptor).close()
            closed += 1
    return closed


if __name__ == "__main__":
    wanted = b""
    while not wanted.endswith(b"\0"):
        wanted += sys.stdin.buffer.raw.read(1)
    hold(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), wanted[:-1])

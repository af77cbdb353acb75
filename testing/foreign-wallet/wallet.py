"""An operator wallet for the five callbacks, with unusual variants to choose from.

Run `wallet.py --port 21001 --prefix /wallet --secret-file secret.txt --players 16`.
"""
import argparse
import signal
import sys
import threading

from answers import Answers
from callbacks import Callbacks
from ledger import Ledger, Locking
from rules import Rules
from server import Server
from signing import Signing
from variants import VARIANTS


class Wallet(Callbacks, Rules, Answers, Signing, Locking, Server):
    """The right wallet. A variant is a class put in front of this one."""

    CURRENCY = "EUR"
    BALANCE = 1_000_000
    PREFIX = None

    def __init__(self, options):
        self.options = options
        self.secret = options.secret
        if self.PREFIX is not None:
            self.options.prefix = self.PREFIX
        self.init_locking()
        self.ledger = Ledger(self)
        places = self.decimals(self.CURRENCY)
        self.ledger.open_accounts(options.players, self.CURRENCY, self.opening_balance(places))
        self.set_up()
        if options.state:
            self.ledger.open_journal(options.state)

    def opening_balance(self, places):
        return self.BALANCE * 10 ** places

    def set_up(self):
        """Gives variants a place for state."""


def build_wallet(options):
    """Puts the variant, if any, in front of the right wallet."""
    fronts = (VARIANTS[options.variant].wallet,) if options.variant else ()
    return type("Wallet", fronts + (Wallet,), {})(options)


def read_options(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1 (0: any free port)")
    parser.add_argument("--prefix", default="/wallet", help="path prefix as registered; may be empty")
    parser.add_argument("--secret-file", help="file that holds the secret key")
    parser.add_argument("--players", type=int, default=16)
    parser.add_argument("--state", help="journal file; a restarted wallet continues from it")
    parser.add_argument("--source", dest="sources", action="append", default=[], help="allowed source address")
    parser.add_argument("--variant", choices=sorted(VARIANTS), metavar="NAME")
    parser.add_argument("--list-variants", action="store_true")
    options = parser.parse_args(arguments)
    options.prefix = options.prefix.rstrip("/")
    return parser, options


def main():
    parser, options = read_options()
    if options.list_variants:
        for variant in VARIANTS.values():
            print("%-28s %-24s %s" % (variant.name, " ".join(variant.rules), variant.says))
        return
    if not options.secret_file:
        parser.error("--secret-file is required")
    with open(options.secret_file, "rb") as file:
        options.secret = file.read().strip()
    wallet = build_wallet(options)
    wallet.listen(options.port)
    if not options.sources:
        print("warning: callbacks are accepted from any source address (--source)", file=sys.stderr)
    print("ready http://127.0.0.1:%d%s" % (wallet.port, wallet.options.prefix), flush=True)
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    stopped.wait()
    wallet.stop()


if __name__ == "__main__":
    main()

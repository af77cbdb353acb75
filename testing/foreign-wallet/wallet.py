"""An operator wallet for the five callbacks, with unusual variants to choose from.

Run `wallet.py --port 21001 --prefix /wallet --secret-file secret.txt --players 16`.
"""
import argparse
import signal
import threading

import money
from answers import Answers
from callbacks import Callbacks
from ledger import Ledger
from rules import Rules
from server import Server
from signing import Signing
from variants import VARIANTS


class Wallet(Callbacks, Rules, Answers, Signing, Server):
    """The right wallet. A variant is a class put in front of this one."""

    CURRENCY = "EUR"
    BALANCE = 1_000_000
    PREFIX = None

    def __init__(self, options):
        self.options = options
        self.secret = options.secret
        self.lock = threading.RLock()
        self.ledger = Ledger()
        if self.PREFIX is not None:
            options.prefix = self.PREFIX
        self.ledger.open_accounts(options.players, self.CURRENCY, self.BALANCE * 10 ** money.decimals_of(self.CURRENCY))


def build_wallet(options):
    """Puts the variant, if any, in front of the right wallet."""
    fronts = (VARIANTS[options.variant].wallet,) if options.variant else ()
    return type("Wallet", fronts + (Wallet,), {})(options)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1 (0: any free port)")
    parser.add_argument("--prefix", default="/wallet", help="path prefix as registered; may be empty")
    parser.add_argument("--secret-file", help="file that holds the secret key")
    parser.add_argument("--players", type=int, default=16)
    parser.add_argument("--variant", choices=sorted(VARIANTS), metavar="NAME")
    parser.add_argument("--list-variants", action="store_true")
    options = parser.parse_args()
    options.prefix = options.prefix.rstrip("/")
    if options.list_variants:
        for variant in VARIANTS.values():
            print("%-28s %-24s %s" % (variant.name, variant.rules, variant.says))
        return
    if not options.secret_file:
        parser.error("--secret-file is required")
    with open(options.secret_file, "rb") as file:
        options.secret = file.read().strip()
    wallet = build_wallet(options)
    wallet.listen(options.port)
    print("ready http://127.0.0.1:%d%s" % (wallet.port, options.prefix), flush=True)
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    stopped.wait()


if __name__ == "__main__":
    main()

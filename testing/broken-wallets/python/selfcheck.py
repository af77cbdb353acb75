"""Checks that every fault changes an observable behaviour, and that the variants answer calls.

Every fault names a short sequence of calls. The sequence is run against the right wallet and against the faulty one,
both in this process on free loopback ports; the observations must differ. `--twice` also runs each sequence twice
against the right wallet and compares. `selfcheck.py NAME...` checks some faults and prints the first difference.
"""
import io
import os
import sys
import tempfile
import time
from argparse import Namespace
from contextlib import redirect_stderr

from checks import amounts, ids, load, rounds, verification
from checks.client import SECRET, Client
from faults import FAULTS
from variants import VARIANTS
from wallet import build_wallet

TIME_SCALE = 0.01
SEQUENCES = {name: value for module in (amounts, ids, load, rounds, verification)
             for name, value in vars(module).items() if callable(value) and value.__module__ == module.__name__}


def observe(check, fault=None, variant=None):
    """Runs one sequence against a fresh wallet and returns what was observed."""
    with tempfile.TemporaryDirectory() as folder:
        state = os.path.join(folder, "journal") if check.startswith("restart") else None

        def start():
            wallet = build_wallet(Namespace(
                secret=SECRET, prefix="/wallet", players=4, state=state, sources=[], fault=fault, variant=variant,
                time_scale=TIME_SCALE))
            wallet.listen(0)
            return wallet
        client = Client(start)
        try:
            SEQUENCES[check](client)
        except (AttributeError, TypeError, KeyError, ValueError, OSError) as error:
            client.note("the sequence stopped", type(error).__name__)
        finally:
            client.stop()
        return client.log


def first_difference(right, actual):
    for place, (one, other) in enumerate(zip(right, actual)):
        if one != other:
            return place, one, other
    return min(len(right), len(actual)), len(right), len(actual)


def main():
    names = [name for name in sys.argv[1:] if not name.startswith("--")]
    started = time.monotonic()
    right, problems = {}, []
    errors = io.StringIO()
    with redirect_stderr(errors):
        for fault in FAULTS.values():
            if names and fault.name not in names:
                continue
            key = (fault.check, fault.variant)
            if key not in right:
                right[key] = observe(fault.check, None, fault.variant)
                if any("stopped" in str(entry[0]) for entry in right[key]):
                    problems.append("sequence %s stops against the right wallet: %s" % (fault.check, right[key][-1]))
                if "--twice" in sys.argv and observe(fault.check, None, fault.variant) != right[key]:
                    problems.append("sequence %s differs from run to run" % fault.check)
            before = errors.tell()
            actual = observe(fault.check, fault.name)
            if errors.tell() != before:
                problems.append("fault %s raises: %s" % (fault.name, errors.getvalue().strip().splitlines()[-1]))
            if actual == right[key] and fault.shows == "load":
                actual = observe(fault.check, fault.name)  # a race may be lost once
            if actual == right[key]:
                problems.append("fault %s does not show in %s" % (fault.name, fault.check))
            elif names:
                print(fault.name, *first_difference(right[key], actual), sep="\n  ")
    if not names:
        for variant in VARIANTS:
            for check in ("plain_round", "replays", "bad_signature", "lookup_each"):
                if variant == "slow-first-byte" and check != "plain_round":
                    continue
                actual = [entry[0] for entry in observe(check, None, variant)]
                if actual != [entry[0] for entry in observe(check)]:
                    problems.append("variant %s answers %s in %s" % (variant, actual, check))
    for problem in problems:
        print(problem)
    print("%d faults, %d sequences, %d variants, %d problems, %.0f s" % (
        len(names) or len(FAULTS), len(right), len(VARIANTS), len(problems), time.monotonic() - started))
    if "--trace" in sys.argv:
        print(errors.getvalue()[-3000:])
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

"""Writes FAULTS.md and VARIANTS.md from the tables in the code."""
from collections import Counter
from contextlib import redirect_stderr
from io import StringIO

from faults import FAULTS
from selfcheck import observe
from variants import VARIANTS


def in_plain_round(fault):
    """Tells whether one ordinary round of debit, credit, lookups and /player already shows the fault."""
    with redirect_stderr(StringIO()):
        return observe("plain_round", fault.name) != observe("plain_round", None, fault.variant)


def main():
    counts = Counter(fault.basis for fault in FAULTS.values())
    lines = [
        "# Faults", "",
        "%d wrong wallets. Start one with `wallet.py --fault NAME`. Made by `make_pages.py`." % len(FAULTS), "",
        "Basis: **rule** breaks the text of a rule (%d); **books** breaks a binding decision, and money or the report "
        "of it goes wrong (%d); **decision** breaks a decision alone, so that a suite may observe it but not fail the "
        "wallet (%d); **unsure**: rule or good practice, open to argument (%d)." % (
            counts["rule"], counts["books"], counts["decision"], counts["unsure"]), "",
        "Shows: what it takes to see the fault: an exchange or a short sequence, load (concurrent calls), volume (many "
        "transactions), time, restart (`--state`), or variant (another currency, chosen by itself). Plain: whether one "
        "ordinary round already shows it.", ""]
    by_file = {}
    for fault in FAULTS.values():
        by_file.setdefault(fault.wallet.__module__.split(".")[-1], []).append(fault)
    for file, faults in sorted(by_file.items()):
        if file == "registry":
            continue
        lines += ["## faults/%s.py" % file, "", "| Name | What is wrong | Breaks | Basis | Shows | Plain |",
                  "|---|---|---|---|---|---|"]
        lines += ["| `%s` | %s | %s | %s | %s | %s |" % (
            fault.name, fault.says.replace("|", "\\|"), " ".join(fault.rules), fault.basis, fault.shows,
            "yes" if in_plain_round(fault) else "") for fault in faults] + [""]
    with open("FAULTS.md", "w", encoding="utf-8") as page:
        page.write("\n".join(lines).rstrip() + "\n")
    lines = [
        "# Variants", "",
        "%d wallets that are right by the specification, and unusual. Start one with `wallet.py --variant NAME`. "
        "Made by `make_pages.py`." % len(VARIANTS), "",
        "The variants whose name begins with `prefix-` replace `--prefix`; the line `ready` prints the address.", "",
        "| Name | What is unusual | Allowed by | Why |", "|---|---|---|---|"]
    lines += ["| `%s` | %s | %s | %s |" % (variant.name, variant.says, " ".join(variant.rules), variant.why)
              for variant in VARIANTS.values()]
    with open("VARIANTS.md", "w", encoding="utf-8") as page:
        page.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

"""The table of faults. A fault is one class that replaces one step of the right wallet."""
from dataclasses import dataclass


@dataclass
class Fault:
    """`basis` says what the fault breaks:
    rule      the text of a rule of rules.md,
    books     a binding decision, and money is lost, invented or misreported,
    decision  a decision alone; a suite may observe it, not fail it,
    unsure    whether it breaks a rule or only good practice is open to argument.
    `shows` says what it takes to see it: exchange, load, volume, time, restart."""
    name: str
    says: str
    rules: list
    check: str
    basis: str
    shows: str
    variant: str
    wallet: type


FAULTS = {}


def fault(name, says, rules, check, basis="rule", shows="exchange", variant=None):
    """Registers a fault; `check` names the sequence in checks/ that shows it."""
    def register(wallet):
        if name in FAULTS:
            raise ValueError("fault %s exists" % name)
        FAULTS[name] = Fault(name, says, rules.split(), check, basis, shows, variant, wallet)
        return wallet
    return register

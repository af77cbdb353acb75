"""All faults, by name: `FAULTS`."""
from faults.registry import FAULTS  # noqa: F401
from faults import (answer, concurrency, connection, freeround, idempotency, ids, lookup, money_faults,  # noqa: F401
                    parsing, player, rounds, signature, status, timing, tombstone)

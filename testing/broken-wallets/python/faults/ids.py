"""Faults of identity: scope, spelling and length of ids."""
import unicodedata
import zlib
from urllib.parse import unquote

from errors import Refusal
from faults.registry import fault


def scope(name, says, rules, check, key, basis="rule"):
    """The unique index covers more than the id."""
    @fault(name, says, rules, check, basis=basis)
    class _(object):
        def transaction_key(self, call):
            return call.transaction_id + "\x1f" + key(call)

        def reference_key(self, call):
            for found, transaction in self.ledger.transactions.items():
                if transaction.id == call.reference and transaction.kind == "debit" and (
                        call.account is None or transaction.account == call.account.id):
                    return found
            return call.reference

        def find_for_lookup(self, account_id, transaction_id):
            for transaction in self.ledger.transactions.values():
                if transaction.id == transaction_id and transaction.account == account_id:
                    return transaction
            return None


scope("id-per-player", "Ids are unique per player only.", "IDM-3 D-52", "id_of_other_account",
      lambda call: str(call.field("playerId", "")), basis="decision")
scope("id-per-round", "Ids are unique per round only.", "IDM-1 IDM-3", "id_in_other_round",
      lambda call: str(call.field("gameRoundId", "")))
scope("id-per-kind", "Debits, credits and rollbacks have unique ids of their own.", "IDM-3 D-52", "id_of_other_kind",
      lambda call: call.kind)
scope("id-per-game", "Ids are unique per game only.", "IDM-1 IDM-3", "id_with_other_game",
      lambda call: str(call.field("gameId", "")))
scope("id-with-amount", "The unique index is over id and amount.", "IDM-1 IDM-3", "id_with_other_amount",
      lambda call: str(call.field("stake.amount", call.field("payout.amount", ""))))


def spelling(name, says, rules, check, change, basis="rule"):
    """Ids are changed before they are stored and compared."""
    @fault(name, says, rules, check, basis=basis)
    class _(object):
        def stored_id(self, value):
            return change(value)


def numeric(value):
    try:
        return repr(float(value))
    except ValueError:
        return value


spelling("id-lower-case", "Ids are compared without regard to case.", "IDM-1 WAL-4", "ids_that_differ_by_case",
         str.lower)
spelling("id-trimmed", "White space around ids is cut off.", "IDM-1 WAL-4", "ids_that_differ_by_space", str.strip)
spelling("id-trailing-space", "Trailing spaces of ids do not count (a PAD SPACE collation).", "IDM-1 WAL-4",
         "ids_that_differ_by_space", lambda value: value.rstrip(" ") or value)
spelling("id-cut-to-36", "Ids are cut to 36 characters.", "IDM-1 WAL-4", "ids_with_long_heads", lambda value: value[:36])
spelling("id-cut-to-64", "Ids are cut to 64 characters.", "IDM-1 WAL-4", "ids_with_long_heads", lambda value: value[:64])
spelling("id-cut-to-128", "Ids are cut to 128 characters.", "IDM-1 WAL-4", "ids_with_long_heads",
         lambda value: value[:128])
spelling("id-cut-to-254", "Ids are cut to 254 characters.", "IDM-1 WAL-4", "ids_with_long_heads",
         lambda value: value[:254])
spelling("id-cut-to-255-bytes", "Ids are cut to 255 bytes of UTF-8.", "IDM-1 WAL-4", "long_unicode_ids",
         lambda value: value.encode()[:255].decode("utf-8", "ignore"))
spelling("id-nfc", "Ids are Unicode-normalised (NFC).", "IDM-1 WAL-4", "ids_that_normalise",
         lambda value: unicodedata.normalize("NFC", value))
spelling("id-nfkc", "Ids are Unicode-normalised (NFKC).", "IDM-1 WAL-4", "ids_that_normalise",
         lambda value: unicodedata.normalize("NFKC", value))
spelling("id-accents-ignored", "Accents of ids do not count (a general collation).", "IDM-1 WAL-4",
         "ids_that_differ_by_accent", lambda value: "".join(
             char for char in unicodedata.normalize("NFD", value) if unicodedata.category(char) != "Mn"))
spelling("id-as-number", "Ids that look like numbers are compared as numbers: 007 and 7 are one.", "IDM-1 WAL-4",
         "ids_that_look_numeric", numeric)
spelling("id-astral-lost", "Characters outside the basic plane become a question mark (three-byte UTF-8).",
         "IDM-1 WAL-4", "ids_that_differ_by_emoji",
         lambda value: "".join(char if ord(char) < 0x10000 else "?" for char in value))
spelling("id-ascii-only", "Non-ASCII characters of ids become a question mark.", "IDM-1 WAL-4",
         "ids_that_differ_by_accent", lambda value: value.encode("ascii", "replace").decode())
spelling("id-punctuation-lost", "Only letters, digits, dashes and underscores of ids are kept.", "IDM-1 WAL-4",
         "ids_that_differ_by_punctuation",
         lambda value: "".join(char for char in value if char.isalnum() or char in "-_") or "x")
spelling("id-crc16", "Ids are kept as a 16-bit hash.", "IDM-1 WAL-4", "many_ids",
         lambda value: "%04x" % (zlib.crc32(value.encode()) & 0xFFFF))
spelling("id-decoded", "Ids in bodies are percent-decoded, as ids in paths are.", "IDM-1 WAL-12",
         "ids_with_percent", unquote)
spelling("id-backslash-lost", "Backslashes of ids are lost (escaping for SQL undone twice).", "IDM-1 WAL-4",
         "ids_that_differ_by_punctuation", lambda value: value.replace("\\", "") or "x")


def refuses_ids(name, says, rules, check, is_bad, status=422, basis="decision"):
    @fault(name, says, rules, check, basis=basis)
    class _(object):
        def check_id(self, name, value, longest=255):
            super().check_id(name, value, longest)
            if is_bad(value):
                raise Refusal(status, name + " is not valid")


refuses_ids("id-over-64-refused", "Ids over 64 characters are refused.", "WAL-3 D-36", "ids_with_long_heads",
            lambda value: len(value) > 64)
refuses_ids("id-over-64-500", "Ids over 64 characters end in a 500 of the database.", "ERR-4 D-36",
            "ids_with_long_heads", lambda value: len(value) > 64, status=500, basis="rule")
refuses_ids("id-over-255-bytes-500", "Ids over 255 bytes end in a 500 of the database.", "ERR-4 D-36",
            "long_unicode_ids", lambda value: len(value.encode()) > 255, status=500, basis="rule")
refuses_ids("id-astral-500", "Ids with characters outside the basic plane end in a 500.", "ERR-4 D-36",
            "ids_that_differ_by_emoji", lambda value: any(ord(char) > 0xFFFF for char in value), status=500,
            basis="rule")
refuses_ids("id-pattern", "Ids must match [A-Za-z0-9_-]+.", "WAL-3 D-36", "lookup_odd_ids",
            lambda value: not all(char.isalnum() or char in "-_" for char in value) or not value.isascii())


@fault("id-number-read", "A transactionId that is a JSON number is read as text.", "D-36", "id_types",
       basis="decision")
class _(object):
    def read_id(self, call, name):
        value = call.field(name, None)
        return str(value) if isinstance(value, str) and value.isdigit() else super().read_id(call, name)


@fault("id-empty-accepted", "An empty transactionId is a key like any other.", "D-36", "id_types", basis="decision")
class _(object):
    def check_id(self, name, value, longest=255):
        if value:
            super().check_id(name, value, longest)


@fault("id-missing-accepted", "A debit without transactionId is applied under an id of the wallet's own.",
       "IDM-1 IDM-3", "id_types", basis="books")
class _(object):
    def read_id(self, call, name):
        if name == "transactionId" and call.field(name, None) is None:
            return self.new_operator_id()
        return super().read_id(call, name)


def round_spelling(name, says, check, change):
    @fault(name, says, "RND-1 RND-2", check)
    class _(object):
        def round_key(self, account, round_id):
            return (account, change(round_id))


round_spelling("round-cut-to-32", "Round keys are cut to 32 characters.", "rounds_with_long_heads",
               lambda value: value[:32])
round_spelling("round-lower-case", "Round keys are compared without regard to case.", "rounds_that_differ_by_case",
               str.lower)
round_spelling("round-as-number", "Round keys that look like numbers are compared as numbers.",
               "rounds_that_look_numeric", numeric)
round_spelling("round-trimmed", "White space around round keys is cut off.", "rounds_that_differ_by_space", str.strip)


@fault("round-of-all-players", "A round key belongs to whichever account used it first.", "RND-1 D-51",
       "round_of_two_players", basis="decision")
class _(object):
    def round_key(self, account, round_id):
        return ("", round_id)

"""Faults of reading JSON and the body."""
import json
import re
from urllib.parse import parse_qsl

import jsontext
from errors import Refusal
from faults.registry import fault
from jsontext import Malformed, Number


def parses(name, says, rules, check, parse, basis="rule"):
    """A fault in the parsing of the body; `parse` gets the wallet's right parser and the text."""
    @fault(name, says, rules, check, basis=basis)
    class _(object):
        def parse_json(self, text):
            return parse(super().parse_json, text)


def doubles(right, text):
    """Parses numbers as doubles, as most languages do."""
    def change(value):
        if isinstance(value, Number):
            number = float(value)
            return Number(repr(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number))
        if isinstance(value, dict):
            return {key: change(item) for key, item in value.items()}
        return [change(item) for item in value] if isinstance(value, list) else value
    return change(right(text))


def lower_keys(right, text):
    def change(value):
        if isinstance(value, dict):
            names = {name.lower(): name for name in (
                "transactionId", "gameRoundId", "playerId", "stake", "payout", "amount", "currency", "token", "reason",
                "referenceTransactionId", "gameId")}
            return {names.get(key.lower(), key): change(item) for key, item in value.items()}
        return value
    return change(right(text))


def first_amount(right, text):
    """Takes the first number called amount anywhere in the text."""
    found = right(text)
    match = re.search(r'"amount"\s*:\s*(-?[0-9][0-9.eE+-]*)', text)
    for name in ("stake", "payout"):
        if match and isinstance(found, dict) and isinstance(found.get(name), dict) and "amount" in found[name]:
            found[name]["amount"] = Number(match.group(1))
    return found


def first_id(right, text):
    found = right(text)
    match = re.search(r'"transactionId"\s*:\s*"((?:[^"\\]|\\.)*)"', text)
    if match and isinstance(found, dict) and isinstance(found.get("transactionId"), str):
        found["transactionId"] = json.loads('"' + match.group(1) + '"')
    return found


def raw_escapes(right, text):
    """Finds strings by a pattern and leaves their escapes as they are."""
    found = right(text)
    for name in ("transactionId", "referenceTransactionId", "gameRoundId"):
        match = re.search(r'"%s"\s*:\s*"((?:[^"\\]|\\.)*)"' % name, text)
        if match and isinstance(found, dict) and name in found:
            found[name] = match.group(1)
    return found


def surrogates(right, text):
    """Keeps \\ud83d\\ude00 apart from the character itself, as CESU-8 does."""
    return right(re.sub(r"(?i)\\ud([89ab][0-9a-f]{2})\\ud([c-f][0-9a-f]{2})", r"<\1\2>", text))


def known_fields(right, text):
    found = right(text)
    allowed = {"transactionId", "gameRoundId", "stake", "payout", "reason", "freeRoundData", "playerId", "gameId",
               "token", "referenceTransactionId"}
    if isinstance(found, dict) and set(found) - allowed:
        raise Malformed("unknown field")
    return found


def known_inner_fields(right, text):
    found = right(text)
    for name in ("stake", "payout"):
        inner = found.get(name) if isinstance(found, dict) else None
        if isinstance(inner, dict) and set(inner) - {"amount", "currency"}:
            raise Malformed("unknown field")
    return found


def fixed_order(right, text):
    found = right(text)
    if isinstance(found, dict) and found and next(iter(found)) != "transactionId":
        raise Malformed("transactionId must be the first field")
    return found


def nulls_refused(right, text):
    found = right(text)
    if isinstance(found, dict) and any(value is None for value in found.values()):
        raise Malformed("null")
    return found


def in_a_list(right, text):
    found = right(text)
    return found[0] if isinstance(found, list) and len(found) == 1 else found


def in_an_envelope(right, text):
    found = right(text)
    return found["data"] if isinstance(found, dict) and isinstance(found.get("data"), dict) else found


parses("numbers-as-doubles", "Numbers are parsed as doubles: surplus digits disappear.", "WAL-16 D-19",
       "long_fractions", doubles, basis="books")
parses("keys-any-case", "Field names are matched without regard to case.", "WAL-3 WAL-4", "keys_by_case", lower_keys,
       basis="books")
parses("first-amount-wins", "The first field called amount counts, even that of freeRoundData.", "WAL-15 WAL-10",
       "nested_amounts", first_amount)
parses("first-id-wins", "The first field called transactionId counts, even inside another object.", "IDM-1 WAL-3",
       "nested_ids", first_id)
parses("escapes-kept", "JSON escapes in ids are not decoded: two spellings of one id apply twice.", "IDM-1",
       "escaped_ids", raw_escapes)
parses("surrogates-apart", "An escaped surrogate pair is another id than the character.", "IDM-1", "escaped_ids",
       surrogates)
parses("unknown-fields-refused", "Unknown fields are refused.", "WAL-3", "unknown_fields", known_fields)
parses("unknown-inner-fields-refused", "Unknown fields of stake and payout are refused.", "WAL-3", "unknown_fields",
       known_inner_fields)
parses("first-field-fixed", "transactionId must be the first field.", "WAL-3 GEN-8", "field_orders", fixed_order)
parses("nulls-refused", "A null in an optional field is refused.", "WAL-3", "null_fields", nulls_refused,
       basis="unsure")
parses("list-of-one-accepted", "A list with one object is read as the object.", "D-38", "malformed", in_a_list,
       basis="decision")
parses("envelope-accepted", "A body {\"data\": {...}} is read as its inner object.", "D-38", "envelope", in_an_envelope,
       basis="decision")


@fault("null-field-500", "A null in an optional field ends in a 500.", "ERR-4", "null_fields")
class _(object):
    def text_field(self, call, name):
        if call.field(name, "") is None:
            raise Refusal(500, "AttributeError: 'NoneType' object has no attribute 'strip'")
        return super().text_field(call, name)


@fault("wrong-type-500", "A field of the wrong type ends in a 500.", "ERR-4", "wrong_types")
class _(object):
    def read_amount(self, call, name):
        if not isinstance(call.field(name, {}), dict):
            raise Refusal(500, "TypeError: string indices must be integers")
        return super().read_amount(call, name)

    def text_field(self, call, name):
        if isinstance(call.field(name, None), (list, dict, bool)):
            raise Refusal(500, "TypeError")
        return super().text_field(call, name)


@fault("nan-accepted", "NaN passes every comparison: the debit is recorded and nothing is subtracted.", "D-20 D-38",
       "not_a_number", basis="books")
class _(object):
    def parse_json(self, text):
        return jsontext.parse(text, constant=Number)

    def minor_units(self, number, currency):
        if number in ("NaN", "Infinity", "-Infinity"):
            return 0
        return super().minor_units(number, currency)


@fault("nan-500", "NaN ends in a 500.", "ERR-4 D-38", "not_a_number")
class _(object):
    def parse_json(self, text):
        def fail(name):
            raise Refusal(500, "cannot convert float NaN to integer")
        return jsontext.parse(text, constant=fail)


@fault("bom-accepted", "A byte order mark before the JSON is skipped.", "D-38", "byte_order_mark", basis="unsure")
class _(object):
    def decode_body(self, raw):
        return raw.decode("utf-8-sig")


@fault("invalid-utf8-replaced", "Invalid UTF-8 is replaced by U+FFFD: different ids become one.", "D-38 IDM-1",
       "invalid_utf8", basis="decision")
class _(object):
    def decode_body(self, raw):
        return raw.decode("utf-8", "replace")


@fault("invalid-utf8-500", "Invalid UTF-8 ends in a 500.", "ERR-4 D-38", "invalid_utf8")
class _(object):
    def decode_body(self, raw):
        try:
            return super().decode_body(raw)
        except UnicodeDecodeError:
            raise Refusal(500, "UnicodeDecodeError") from None


@fault("latin-1-body", "The body is decoded as Latin-1: ids in lookups do not match.", "WAL-12 GEN-2", "lookup_odd_ids")
class _(object):
    def decode_body(self, raw):
        return raw.decode("latin-1")


@fault("deep-nesting-500", "A deeply nested body overflows the parser's stack: 500.", "ERR-4 D-38", "deep_nesting")
class _(object):
    def parse_json(self, text):
        try:
            return jsontext.parse_any_depth(text)
        except RecursionError:
            raise Refusal(500, "RecursionError: maximum recursion depth exceeded") from None


@fault("deep-nesting-accepted", "There is no limit on nesting.", "D-38", "deep_nesting", basis="decision")
class _(object):
    def parse_json(self, text):
        return jsontext.parse_any_depth(text) if text.count("[") < 900 else super().parse_json(text)


@fault("content-type-ignored", "Any content type is processed.", "GEN-2", "content_types")
class _(object):
    def check_content_type(self, request):
        pass


@fault("content-type-exact", "application/json with a parameter is refused.", "GEN-2 D-37", "content_types", basis="decision")
class _(object):
    def check_content_type(self, request):
        if request.value("Content-Type") != "application/json":
            raise Refusal(422, "Content-Type must be application/json")


@fault("content-type-prefix", "application/json-patch+json and the like are processed.", "GEN-2", "content_types")
class _(object):
    def check_content_type(self, request):
        if not request.value("Content-Type").lower().startswith("application/json"):
            super().check_content_type(request)


@fault("content-type-missing-open", "A body without a content type is processed.", "GEN-2 D-37", "content_types",
       basis="unsure")
class _(object):
    def check_content_type(self, request):
        if request.values("Content-Type"):
            super().check_content_type(request)


@fault("content-type-case", "Application/JSON is refused.", "GEN-2", "content_types", basis="unsure")
class _(object):
    def check_content_type(self, request):
        if "json" not in request.value("Content-Type"):
            raise Refusal(422, "Content-Type must be application/json")
        super().check_content_type(request)


@fault("form-accepted", "A form with the fields of a debit is processed.", "GEN-2", "form_body")
class _(object):
    def check_content_type(self, request):
        if "form" not in request.value("Content-Type"):
            super().check_content_type(request)

    def parse_json(self, text):
        if "=" in text and not text.startswith("{"):
            fields = dict(parse_qsl(text))
            fields["stake"] = {"amount": Number(fields.pop("stake.amount", "0"))}
            return fields
        return super().parse_json(text)


def limit(name, says, check, size, status, basis):
    @fault(name, says, "WAL-3 D-36", check, basis=basis)
    class _(object):
        def read_call(self, request, kind):
            if len(request.body) > size:
                raise Refusal(status, "the body is too large")
            return super().read_call(request, kind)


limit("body-over-2k-413", "A body over 2 KiB is refused with 413.", "large_body", 2048, 413, "decision")
limit("body-over-8k-500", "A body over 8 KiB ends in a 500.", "large_body", 8192, 500, "rule")
limit("body-over-32k-422", "A body over 32 KiB is refused.", "large_body", 32768, 422, "decision")


@fault("query-overrides-body", "Query parameters of a POST override fields of the body.", "SIG-13 D-41",
       "query_on_post")
class _(object):
    def read_call(self, request, kind):
        call = super().read_call(request, kind)
        for part in request.query.split("&"):
            name, _, value = part.partition("=")
            if name == "playerId" and value:
                call.body["playerId"] = value
                call.body.pop("token", None)
        return call


@fault("query-on-post-refused", "A POST with a query is answered 404.", "D-41", "query_on_post", basis="unsure")
class _(object):
    def dispatch(self, request):
        if request.method == "POST" and request.query:
            raise Refusal(404, "unknown path")
        return super().dispatch(request)


@fault("player-from-token-only", "A debit's player is taken from the token; playerId is not read.", "WAL-4 D-16",
       "token_against_player", basis="books")
class _(object):
    def resolve_bettor(self, call):
        owner = self.account_of_token(call.field("token", ""))
        return owner or super().resolve_bettor(call)


@fault("token-ignored", "A debit's token is not compared with its playerId.", "D-16", "token_against_player",
       basis="decision")
class _(object):
    def resolve_bettor(self, call):
        player = self.text_field(call, "playerId")
        return self.account_of_player(player) if player else super().resolve_bettor(call)


@fault("token-required", "A debit without a token is refused.", "WAL-3 D-16", "debit_without_token", basis="decision")
class _(object):
    def resolve_bettor(self, call):
        if call.field("token", None) is None:
            raise Refusal(422, "token is missing")
        return super().resolve_bettor(call)


@fault("player-id-required", "A debit without playerId is refused though its token names the account.", "WAL-3 D-16",
       "debit_without_player", basis="decision")
class _(object):
    def resolve_bettor(self, call):
        if call.field("playerId", None) is None:
            raise Refusal(422, "playerId is missing")
        return super().resolve_bettor(call)


@fault("currency-required", "A debit without stake.currency is refused.", "WAL-3 D-54", "without_currency")
class _(object):
    def check_currency(self, call, name):
        if call.field(name + ".currency", None) is None:
            raise Refusal(422, name + ".currency is missing")
        super().check_currency(call, name)


@fault("game-id-required", "A debit without gameId is refused.", "WAL-3 D-16", "without_game")
class _(object):
    def judge_debit(self, call):
        if call.field("gameId", None) is None:
            raise Refusal(422, "gameId is missing")
        super().judge_debit(call)

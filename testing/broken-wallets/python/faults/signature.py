"""Faults of verification: signature, timestamp, headers."""
import hashlib
import json
import time
import unicodedata
from urllib.parse import parse_qsl, unquote_to_bytes, urlencode

import jsontext
from errors import Refusal
from faults.registry import fault


def peek(request):
    """Reads the body the way careless code does before verification; None when it cannot be read."""
    try:
        body = json.loads(request.body)
        return body if isinstance(body, dict) else None
    except ValueError:
        return None


class Also:
    """Accepts a second form of the signed content beside the right one."""

    def other_forms(self, request, stamp):
        return []

    def check_signature(self, request, stamp, signature):
        forms = [self.expected_signature(request, stamp)] + list(self.other_forms(request, stamp))
        if not any(self.signature_matches(form, signature) for form in forms):
            raise Refusal(401, "X-Svc-Signature does not match")


@fault("sig-unchecked", "The signature is never compared.", "SIG-13", "bad_signature")
class _(object):
    def check_signature(self, request, stamp, signature):
        pass


@fault("sig-upper-case", "Upper-case hex is accepted.", "SIG-1 D-39", "upper_case_signature", basis="decision")
class _(object):
    def signature_matches(self, expected, given):
        return super().signature_matches(expected, given.lower())


@fault("sig-first-64", "Only the first 64 hex digits are compared (the length of SHA-256).", "SIG-1 SIG-13",
       "altered_tail")
class _(object):
    def signature_matches(self, expected, given):
        return super().signature_matches(expected[:64], given[:64])


@fault("sig-prefix", "The comparison stops at the end of the shorter text, so a cut signature passes.",
       "SIG-13", "cut_signature")
class _(object):
    def signature_matches(self, expected, given):
        size = min(len(expected), len(given))
        return expected[:size] == given[:size]


@fault("sig-longer-accepted", "Digits after the 128th are ignored.", "SIG-1 SIG-13", "long_signature")
class _(object):
    def signature_matches(self, expected, given):
        return super().signature_matches(expected, given[:128])


@fault("sig-sha256-too", "An HMAC-SHA256 signature of an older version is still accepted.", "SIG-1",
       "sha256_signature")
class _(Also):
    def other_forms(self, request, stamp):
        return [self.hmac_hex(self.signed_path(request), stamp.encode(), self.signed_data(request), hashlib.sha256)]


@fault("sig-plain-hash-too", "SHA-512 of secret and text without HMAC is accepted too.", "SIG-1",
       "plain_hash_signature")
class _(Also):
    def other_forms(self, request, stamp):
        text = self.signed_path(request) + b"|" + stamp.encode() + b"|" + self.signed_data(request)
        return [hashlib.sha512(self.secret + text).hexdigest()]


@fault("sig-empty-secret-too", "A second secret that was never set (empty) verifies as well.", "SIG-1 SIG-13",
       "empty_secret_signature")
class _(Also):
    def other_forms(self, request, stamp):
        kept, self.secret = self.secret, b""
        try:
            return [self.expected_signature(request, stamp)]
        finally:
            self.secret = kept


def canonical(body):
    """Re-serialises a body as JSON.stringify does; None when it is not JSON."""
    try:
        value = jsontext.parse(body.decode("utf-8"))
    except (jsontext.Malformed, UnicodeDecodeError):
        return None
    return jsontext.write(value).encode("utf-8")


@fault("sig-reserialised", "The signature is computed over the parsed and re-serialised body.", "SIG-14 SIG-5",
       "pretty_body")
class _(object):
    def signed_data(self, request):
        return (canonical(request.body) or request.body) if request.body else super().signed_data(request)


@fault("sig-reserialised-too", "The re-serialised body is accepted beside the raw one.", "SIG-8 SIG-14",
       "respaced_body")
class _(Also):
    def other_forms(self, request, stamp):
        body = canonical(request.body) if request.body else None
        if body is not None:
            yield self.hmac_hex(self.signed_path(request), stamp.encode(), body)


@fault("sig-body-trimmed", "The body is trimmed before it is signed, so appended white space passes.", "SIG-8",
       "appended_newline")
class _(object):
    def signed_data(self, request):
        return super().signed_data(request).strip()


@fault("sig-body-sorted-keys", "The body's keys are sorted before the signature is computed.", "SIG-8 SIG-14",
       "pretty_body")
class _(object):
    def signed_data(self, request):
        body = peek(request)
        return super().signed_data(request) if body is None else json.dumps(
            body, sort_keys=True, separators=(",", ":")).encode()


@fault("sig-ascii-body", "Non-ASCII bytes are dropped before the body is signed.", "SIG-5 SIG-14", "unicode_body")
class _(object):
    def signed_data(self, request):
        return super().signed_data(request).decode("ascii", "ignore").encode()


@fault("sig-nfc-body", "The body is Unicode-normalised (NFC) before it is signed.", "SIG-5 SIG-14",
       "decomposed_body")
class _(object):
    def signed_data(self, request):
        return unicodedata.normalize("NFC", super().signed_data(request).decode("utf-8", "replace")).encode()


@fault("sig-first-4096", "Only the first 4096 bytes of the body are signed.", "SIG-5", "large_body")
class _(object):
    def signed_data(self, request):
        return super().signed_data(request)[:4096]


@fault("sig-unsigned-tail", "Bytes of the body after the first 1024 are not covered by the signature.",
       "SIG-5 SIG-8", "altered_large_body")
class _(Also):
    def check_signature(self, request, stamp, signature):
        memory = self.__dict__.setdefault("heads", set())
        head = (request.path, stamp, signature, request.body[:1024])
        if len(request.body) > 1024 and head in memory:
            return
        super().check_signature(request, stamp, signature)
        memory.add(head)


@fault("sig-decoded-path", "The path is percent-decoded before it is signed.", "SIG-2 D-40", "lookup_odd_ids")
class _(object):
    def signed_path(self, request):
        return unquote_to_bytes(super().signed_path(request))


@fault("sig-decoded-path-too", "A signature over the decoded path is accepted as well.", "SIG-2 D-40",
       "decoded_path_signature", basis="decision")
class _(Also):
    def other_forms(self, request, stamp):
        return [self.hmac_hex(unquote_to_bytes(self.signed_path(request)), stamp.encode(), self.signed_data(request))]


@fault("sig-path-ignored-prefix", "A signature over the path without the prefix is accepted as well.", "SIG-3",
       "path_without_prefix")
class _(Also):
    def other_forms(self, request, stamp):
        path = request.path[len(self.options.prefix):].encode("latin-1")
        return [self.hmac_hex(path, stamp.encode(), self.signed_data(request))]


@fault("sig-path-unchecked", "The path of a signature is not compared: any of the five paths passes.",
       "SIG-2 SIG-13", "signature_of_other_path")
class _(Also):
    def other_forms(self, request, stamp):
        return [self.hmac_hex((self.options.prefix + "/" + kind).encode(), stamp.encode(), self.signed_data(request))
                for kind in ("debit", "credit", "rollback")]


@fault("sig-query-sorted", "Query parameters are sorted before they are signed.", "SIG-6", "query_orders")
class _(object):
    def signed_data(self, request):
        if request.body or not request.query:
            return super().signed_data(request)
        return "&".join(sorted(request.query.split("&"))).encode("latin-1")


@fault("sig-query-reencoded", "The query is decoded and encoded again before it is signed.", "SIG-6",
       "query_encodings")
class _(object):
    def signed_data(self, request):
        if request.body or not request.query:
            return super().signed_data(request)
        return urlencode(parse_qsl(request.query, keep_blank_values=True)).encode()


@fault("sig-query-decoded", "The percent-decoded query is signed.", "SIG-6", "query_encodings")
class _(object):
    def signed_data(self, request):
        if request.body:
            return request.body
        return unquote_to_bytes(request.query)


@fault("sig-query-unsigned-too", "A GET whose signature leaves the query out is accepted as well.", "SIG-6 SIG-13",
       "query_unsigned")
class _(Also):
    def other_forms(self, request, stamp):
        if not request.body:
            yield self.hmac_hex(self.signed_path(request), stamp.encode(), b"")


@fault("sig-no-trailing-separator", "With neither body nor query the second separator is left out.", "SIG-7",
       "plain_lookup")
class _(object):
    def hmac_hex(self, path, stamp, data, algorithm=hashlib.sha512):
        if data:
            return super().hmac_hex(path, stamp, data, algorithm)
        import hmac
        return hmac.new(self.secret, path + b"|" + stamp, algorithm).hexdigest()


@fault("sig-stamp-as-number", "The timestamp is signed as a number, so leading zeros are lost.", "SIG-4",
       "stamp_with_zeros", basis="unsure")
class _(object):
    def expected_signature(self, request, stamp):
        return super().expected_signature(request, str(int(stamp)))


@fault("sig-header-case", "The signature headers are found in one spelling of their names only.", "SIG-13 ERR-2",
       "header_spellings")
class _(object):
    def header_values(self, request, name):
        return [value for key, value in request.headers if key == name]


@fault("sig-duplicate-header", "Of several signature headers any right one is enough.", "SIG-13 D-55",
       "two_signatures", basis="decision")
class _(Also):
    def verify(self, request):
        values = request.values("X-Svc-Signature")
        if len(values) < 2:
            return super().verify(request)
        others = [pair for pair in request.headers if pair[0].lower() != "x-svc-signature"]
        for number, value in enumerate(values):
            request.headers = others + [("X-Svc-Signature", value)]
            try:
                return super().verify(request)
            except Refusal:
                if number == len(values) - 1:
                    raise


@fault("sig-missing-open", "A request with no signature header is let through.", "SIG-13", "no_signature")
class _(object):
    def verify(self, request):
        if request.values("X-Svc-Signature"):
            super().verify(request)


@fault("sig-empty-open", "An empty signature header is let through.", "SIG-13", "empty_signature")
class _(object):
    def signature_matches(self, expected, given):
        return not given or super().signature_matches(expected, given)


def open_for(name, says, kinds, check):
    @fault(name, says, "SIG-13", check)
    class _(object):
        def check_signature(self, request, stamp, signature):
            if not any(kind in request.path for kind in kinds):
                super().check_signature(request, stamp, signature)


open_for("sig-lookup-open", "The lookup is not verified.", ["/transactions/"], "bad_signature")
open_for("sig-player-open", "The player callback is not verified.", ["/player?", "/player"], "bad_signature")
open_for("sig-rollback-open", "The rollback is not verified.", ["/rollback"], "bad_signature")
open_for("sig-credit-open", "The credit is not verified.", ["/credit"], "bad_signature")


@fault("sig-replay-open", "A repeated transactionId is answered before the signature is checked.", "SIG-13",
       "replay_with_bad_signature")
class _(object):
    def verify(self, request):
        body = peek(request) if request.method == "POST" else None
        if not body or str(body.get("transactionId")) not in self.ledger.transactions:
            super().verify(request)


def open_when(name, says, rules, check, is_open):
    @fault(name, says, rules, check)
    class _(object):
        def check_signature(self, request, stamp, signature):
            body = peek(request)
            try:
                skipped = body is not None and is_open(body)
            except (AttributeError, TypeError, KeyError):
                skipped = False
            if not skipped:
                super().check_signature(request, stamp, signature)


open_when("sig-zero-open", "A movement of amount 0 is not verified, since no money moves.", "SIG-13",
          "zero_with_bad_signature",
          lambda body: (body.get("stake") or body.get("payout"))["amount"] == 0)
open_when("sig-freeround-open", "A free round is not verified (an older callback without a signature).",
          "SIG-13", "freeround_with_bad_signature", lambda body: body.get("reason") == "freeround")
open_when("sig-refund-open", "A callback with reason refund is not verified.", "SIG-13",
          "refund_with_bad_signature", lambda body: body.get("reason") == "refund")


@fault("sig-after-parse", "The body is parsed before the signature is checked: 422 instead of 401.", "SIG-13",
       "malformed_with_bad_signature")
class _(object):
    def verify(self, request):
        if request.body:
            self.parse_body(request.body)
        super().verify(request)


@fault("sig-after-fields", "Required fields are checked before the signature: 422 instead of 401.", "SIG-13",
       "missing_field_with_bad_signature")
class _(object):
    def verify(self, request):
        body = peek(request)
        if body is not None and "transactionId" not in body:
            raise Refusal(422, "transactionId is missing")
        super().verify(request)


@fault("sig-after-apply", "The movement is applied, then the signature is checked and 401 answered.", "SIG-13",
       "bad_signature")
class _(object):
    def handle(self, request):
        response = super().handle(request)
        try:
            super().verify(request)
        except Refusal as refusal:
            return self.refuse(request, refusal)
        return response

    def verify(self, request):
        if request.method != "POST":
            super().verify(request)


@fault("sig-once-per-connection", "Only the first request of a connection is verified.", "SIG-13",
       "bad_signature_second_on_connection")
class _(object):
    def verify(self, request):
        if request.connection.memory.get("verified"):
            return
        super().verify(request)
        request.connection.memory["verified"] = True


@fault("sig-cached-without-body", "A verdict is cached by path, timestamp and signature: the body may change.",
       "SIG-8 SIG-13", "same_headers_other_body")
class _(object):
    def check_signature(self, request, stamp, signature):
        memory = self.__dict__.setdefault("verdicts", set())
        if (request.path, stamp, signature) not in memory:
            super().check_signature(request, stamp, signature)
            memory.add((request.path, stamp, signature))


@fault("sig-replay-cache", "A signature is accepted once: the same bytes sent again get 401.", "IDM-2 D-43",
       "same_bytes_twice", basis="unsure")
class _(object):
    def check_signature(self, request, stamp, signature):
        super().check_signature(request, stamp, signature)
        used = self.__dict__.setdefault("used", set())
        if signature in used:
            raise Refusal(401, "the signature was used before")
        used.add(signature)


@fault("sig-lockout", "After three bad signatures every call of that address gets 401 for a minute.",
       "ERR-2 SIG-13", "good_after_bad_signatures", basis="unsure")
class _(object):
    def verify(self, request):
        bad = self.__dict__.setdefault("bad", [])
        if len([at for at in bad if time.monotonic() - at < 60]) >= 3:
            raise Refusal(401, "too many failed attempts")
        try:
            super().verify(request)
        except Refusal:
            bad.append(time.monotonic())
            raise


@fault("sig-secret-trimmed-compare", "The given signature is trimmed of dots, dashes and colons first.", "SIG-1",
       "dashed_signature", basis="decision")
class _(object):
    def signature_matches(self, expected, given):
        return super().signature_matches(expected, "".join(char for char in given if char.isalnum()))


def refused_as(name, says, rules, check, status, applies):
    @fault(name, says, rules, check)
    class _(object):
        def verify(self, request):
            try:
                super().verify(request)
            except Refusal as refusal:
                raise Refusal(status if applies(refusal) else refusal.status, refusal.message) from None


refused_as("sig-403", "A wrong signature is answered 403.", "ERR-2 SIG-13", "bad_signature", 403,
           lambda refusal: "match" in refusal.message)
refused_as("sig-missing-400", "A missing header is answered 400.", "ERR-2 SIG-13", "no_signature", 400,
           lambda refusal: "once" in refusal.message)
refused_as("ts-stale-422", "A stale timestamp is answered 422.", "ERR-2 SIG-10", "stale_stamps", 422,
           lambda refusal: "minutes" in refusal.message)
refused_as("ts-malformed-400", "A timestamp that is not a number is answered 400.", "ERR-2 GEN-4",
           "malformed_stamps", 400, lambda refusal: "milliseconds" in refusal.message)


@fault("ts-malformed-500", "A timestamp that is not a number ends in a 500.", "ERR-2 ERR-4", "malformed_stamps")
class _(object):
    def handle(self, request):
        try:
            int(request.value("X-Svc-Timestamp", "0"))
        except ValueError:
            return self.failure(500, "invalid literal for int()")
        return super().handle(request)


@fault("ts-seconds-too", "A timestamp in seconds is accepted as well.", "GEN-4 SIG-10", "stamp_in_seconds")
class _(object):
    def stamp_millis(self, stamp):
        millis = super().stamp_millis(stamp)
        return millis * 1000 if millis < 100_000_000_000 else millis


@fault("ts-micros-too", "A timestamp in microseconds is accepted as well.", "GEN-4 SIG-10", "stamp_in_micros")
class _(object):
    def stamp_millis(self, stamp):
        millis = super().stamp_millis(stamp)
        return millis // 1000 if millis > 100_000_000_000_000 else millis


@fault("ts-iso-too", "An ISO-8601 timestamp is accepted as well.", "GEN-4", "stamp_as_iso")
class _(object):
    def stamp_millis(self, stamp):
        if "T" in stamp:
            import calendar
            return calendar.timegm(time.strptime(stamp[:19], "%Y-%m-%dT%H:%M:%S")) * 1000
        return super().stamp_millis(stamp)


def fresh_when(name, says, rules, rule, check="stale_stamps", basis="rule"):
    @fault(name, says, rules, check, basis=basis)
    class _(object):
        def is_fresh(self, millis):
            return rule(self.now_millis() - millis)


fresh_when("ts-unchecked", "The timestamp is not compared with the clock.", "SIG-10", lambda age: True)
fresh_when("ts-future-open", "Only old timestamps are refused.", "SIG-10", lambda age: age <= 300_000)
fresh_when("ts-past-open", "Only timestamps of the future are refused.", "SIG-10", lambda age: age >= -300_000)
fresh_when("ts-window-15-minutes", "The window is 15 minutes.", "SIG-10", lambda age: abs(age) <= 900_000)
fresh_when("ts-window-330-seconds", "The window is five minutes and a half, for clock drift.", "SIG-10",
           lambda age: abs(age) <= 330_000, check="barely_stale_stamps")
fresh_when("ts-window-60-seconds", "The window is one minute.", "SIG-10", lambda age: abs(age) <= 60_000,
           check="old_but_fresh_stamps", basis="unsure")
fresh_when("ts-no-future", "A timestamp 5 seconds ahead is refused.", "SIG-10", lambda age: -5000 <= age <= 300_000,
           check="old_but_fresh_stamps", basis="unsure")


@fault("ts-only-on-post", "The timestamp is checked on POST only.", "SIG-10", "stale_stamps")
class _(object):
    def check_freshness(self, request, stamp):
        if request.method == "POST":
            super().check_freshness(request, stamp)


@fault("ts-not-on-replay", "The timestamp of a repeated transactionId is not checked.", "SIG-10",
       "stale_replay")
class _(object):
    def check_freshness(self, request, stamp):
        body = peek(request) if request.body else None
        if not body or str(body.get("transactionId")) not in self.ledger.transactions:
            super().check_freshness(request, stamp)


@fault("ts-not-on-settlement", "Credits and rollbacks may come days later, so their timestamp is not checked.",
       "SIG-10 WAL-8", "stale_stamps")
class _(object):
    def check_freshness(self, request, stamp):
        if not request.path.endswith(("/credit", "/rollback")):
            super().check_freshness(request, stamp)


@fault("leak-signature", "The 401 message names the signature that was expected.", "SIG-13 GEN-7", "leaks",
       basis="unsure")
class _(object):
    def check_signature(self, request, stamp, signature):
        expected = self.expected_signature(request, stamp)
        if not self.signature_matches(expected, signature):
            raise Refusal(401, "expected signature %s, got %s" % (expected, signature))


@fault("leak-secret", "The 401 message quotes the key with which the signature was computed.", "SIG-17", "leaks")
class _(object):
    def check_signature(self, request, stamp, signature):
        if not self.signature_matches(self.expected_signature(request, stamp), signature):
            raise Refusal(401, "bad signature, key=%s" % self.secret.decode("latin-1"))


@fault("leak-secret-in-trace", "Malformed JSON is answered with a debug page that prints the settings.", "SIG-17",
       "leaks")
class _(object):
    def parse_body(self, raw):
        try:
            return super().parse_body(raw)
        except Refusal as refusal:
            raise Refusal(422, "Traceback (most recent call last): ... settings={'SECRET_KEY': '%s'} %s"
                          % (self.secret.decode("latin-1"), refusal.message)) from None


@fault("sig-body-on-get-ignored", "A body on GET is ignored instead of refused.", "SIG-13 D-53", "body_on_get",
       basis="decision")
class _(object):
    def verify(self, request):
        if request.method == "GET":
            request.body = b""
        super().verify(request)


@fault("sig-not-after-idle-pool", "Requests of a connection that served ten are trusted (a proxy's shortcut).",
       "SIG-13", "bad_signature_after_ten")
class _(object):
    def verify(self, request):
        if request.connection.served < 10:
            super().verify(request)

"""Verification of a callback, before its body is parsed (SIG-1 to SIG-14, NET-2)."""
import hashlib
import hmac
import re
import time

from errors import Refusal

FRESH_MILLIS = 5 * 60 * 1000


class Signing:
    """Verifies source, timestamp and signature. Every step is a method that a variant may replace."""

    def verify(self, request):
        """Raises Refusal(401) unless the request is authentic and fresh."""
        self.check_source(request)
        self.check_body_is_signed(request)
        signature = self.header_once(request, "X-Svc-Signature")
        stamp = self.header_once(request, "X-Svc-Timestamp")
        self.check_freshness(request, stamp)
        self.check_signature(request, stamp, signature)

    def check_source(self, request):
        """NET-2, D-35."""
        if self.options.sources and request.peer not in self.options.sources:
            raise Refusal(401, "source address %s is not allowed" % request.peer)

    def check_body_is_signed(self, request):
        """D-53: the scheme does not cover a body on GET or DELETE."""
        if request.body and request.method not in ("POST", "PUT"):
            raise Refusal(401, "a %s request must not have a body" % request.method)

    def header_once(self, request, name):
        """Returns the single value of a header (D-55)."""
        values = self.header_values(request, name)
        if len(values) != 1:
            raise Refusal(401, "%s must be sent exactly once" % name)
        return values[0]

    def header_values(self, request, name):
        return request.values(name)

    def check_freshness(self, request, stamp):
        """SIG-10."""
        if not self.is_fresh(self.stamp_millis(stamp)):
            raise Refusal(401, "X-Svc-Timestamp is more than 5 minutes from now")

    def stamp_millis(self, stamp):
        """GEN-4: digits only."""
        if not re.fullmatch(r"[0-9]{1,19}", stamp):
            raise Refusal(401, "X-Svc-Timestamp must be Unix milliseconds")
        return int(stamp)

    def is_fresh(self, millis):
        return abs(self.now_millis() - millis) <= FRESH_MILLIS

    def now_millis(self):
        return int(time.time() * 1000)

    def check_signature(self, request, stamp, signature):
        if not self.signature_matches(self.expected_signature(request, stamp), signature):
            raise Refusal(401, "X-Svc-Signature does not match")

    def expected_signature(self, request, stamp):
        return self.hmac_hex(self.signed_path(request), stamp.encode("latin-1"), self.signed_data(request))

    def hmac_hex(self, path, stamp, data, algorithm=hashlib.sha512):
        return hmac.new(self.secret, path + b"|" + stamp + b"|" + data, algorithm).hexdigest()

    def signed_path(self, request):
        """SIG-2, SIG-3, D-40: the path as on the wire."""
        return request.path.encode("latin-1")

    def signed_data(self, request):
        """SIG-5, SIG-6, SIG-7."""
        if request.body:
            return request.body
        return request.query.encode("latin-1")

    def signature_matches(self, expected, given):
        """SIG-11: constant time; SIG-1: lower-case hex."""
        return hmac.compare_digest(expected.encode("latin-1"), given.encode("latin-1", "replace"))

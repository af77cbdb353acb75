"""Verification of a callback, before its body is parsed (SIG-1 to SIG-14)."""
import hashlib
import hmac
import re
import time

from server import Refusal

FRESH_MILLIS = 5 * 60 * 1000


class Signing:
    """Verifies timestamp and signature."""

    def verify(self, request):
        """Raises Refusal(401) unless the request is authentic and fresh. A body on GET or DELETE is not signed (D-53)."""
        if request.body and request.method not in ("POST", "PUT"):
            raise Refusal(401, "a %s request must not have a body" % request.method)
        signature = self.header_once(request, "X-Svc-Signature")
        stamp = self.header_once(request, "X-Svc-Timestamp")
        if not re.fullmatch(r"[0-9]{1,19}", stamp):
            raise Refusal(401, "X-Svc-Timestamp must be Unix milliseconds")
        if abs(self.now_millis() - int(stamp)) > FRESH_MILLIS:
            raise Refusal(401, "X-Svc-Timestamp is more than 5 minutes from now")
        self.check_signature(request, stamp, signature)

    def header_once(self, request, name):
        """Returns the single value of a header (D-55)."""
        values = request.values(name)
        if len(values) != 1:
            raise Refusal(401, "%s must be sent exactly once" % name)
        return values[0]

    def now_millis(self):
        return int(time.time() * 1000)

    def check_signature(self, request, stamp, signature):
        """Compares in constant time (SIG-11). The path and the query are signed as received (SIG-2, SIG-6, D-40)."""
        data = request.body or request.query.encode("latin-1")
        message = request.path.encode("latin-1") + b"|" + stamp.encode("latin-1") + b"|" + data
        expected = [hmac.new(secret, message, hashlib.sha512).hexdigest().encode() for secret in self.secrets()]
        if not any([hmac.compare_digest(each, signature.encode("latin-1", "replace")) for each in expected]):
            raise Refusal(401, "X-Svc-Signature does not match")

    def secrets(self):
        return [self.secret]

#!/usr/bin/env python3
"""An operator's client of the Customer API, written from the specification alone. Python 3 standard library. Right by default, wrong in one way
with --fault NAME, unusual in one way with --variant NAME. See README.md for the tasks."""
import argparse, base64, copy, datetime, email.utils, gzip, hashlib, hmac, ipaddress, json, os, random, re, secrets, socket, ssl, sys, threading, time
import traceback, urllib.parse, uuid
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import FAULTS, VARIANTS, FAULT_NAMES, VARIANT_NAMES

READ_STATUSES_TO_REPEAT = (429, 500, 502, 503, 504)


class Refused(Exception):
    def __init__(self, answer):
        super().__init__("%d %s" % (answer.status, answer.message))
        self.answer = answer


class NoAnswer(Exception):
    """Nothing, or nothing whole, came back. `sent` says whether a byte of the request may have arrived."""
    def __init__(self, why, sent):
        super().__init__(why)
        self.sent = sent


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def message(self):
        try:
            return str(json.loads(self.body)["message"])
        except Exception:
            return self.body[:120].decode("utf-8", "replace")

    def header(self, name):
        return self.headers.get(name.lower())


def quote(text, safe=""):
    return urllib.parse.quote(text, safe=safe)


def iso(when, form="ms"):
    if form == "min" and not when.second:
        return when.strftime("%Y-%m-%dT%H:%MZ")
    base = when.strftime("%Y-%m-%dT%H:%M:%S")
    return base + {"ms": ".%03dZ" % (when.microsecond // 1000), "s": "Z", "ns": ".%06d000Z" % when.microsecond, "+0": ".000+00:00", "min": "Z"}[form]


class Client:
    def __init__(self, args):
        self.fault, self.variant = args.fault, args.variant
        with open(args.secret_file, "rb") as f:
            raw = f.read()
        self.secret = raw.rstrip(b"\r\n")
        if self.on("sig-other-key"):
            self.secret = self.secret + b"\n"
        if self.on("sig-key-hex-decoded"):
            self.secret = hashlib.sha512(self.secret).digest()
        self.operator = args.operator
        u = urllib.parse.urlsplit(args.base)
        self.scheme, self.host = u.scheme, u.hostname
        self.port = u.port or (443 if u.scheme == "https" else 80)
        self.root = u.path.rstrip("/")
        self.host_header = u.netloc
        self.ca = args.ca_cert
        self.timeout = args.timeout
        self.socket = None
        self.catalogue_copy, self.etag, self.modified, self.first_etag = None, None, None, None
        self.signatures, self.urls, self.tokens, self.count = {}, {}, {}, 0
        self.attempt_signature = None
        self.proxies = [ipaddress.ip_network("10.0.0.0/8")]
        self.shared_timestamp, self.seeded, self.cut = None, random.Random(42), False
        self.idle = [self.connect() for _ in range(3)] if self.v("warm-pool") else []

    def on(self, *names):
        return self.fault in names

    def v(self, *names):
        return self.variant in names

    # ---------------------------------------------------------------- wire

    def connect(self):
        try:
            s = socket.create_connection((self.host, self.port), 2)
        except OSError as e:
            raise NoAnswer("no connection: %s" % e, False)
        s.settimeout(self.timeout)
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.scheme == "https" and not self.on("plain-http"):
            context = ssl.create_default_context(cafile=self.ca)
            if self.on("tls-unverified"):
                context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            try:
                s = context.wrap_socket(s, server_hostname=self.host)
            except (OSError, ssl.SSLError) as e:
                raise NoAnswer("TLS: %s" % e, False)
        return s

    def pick(self, table, default):
        """The entry of the fault or the variant; a function is called only when it is chosen."""
        chosen = table.get(self.fault, table.get(self.variant, default))
        return chosen() if callable(chosen) else chosen

    def timestamp(self):
        shift = self.pick({"ts-stale": -360, "ts-future": 360, "ts-local": 7200, "clock-four-minutes-slow": -240,
                           "clock-four-minutes-fast": 240, "clock-61-seconds-slow": -61}, 0)
        ms = int((time.time() + shift) * 1000)
        if self.v("timestamp-shared"):
            self.shared_timestamp = self.shared_timestamp or str(ms)
        return self.pick({
            "ts-seconds": str(ms // 1000),
            "ts-iso": lambda: iso(datetime.datetime.utcfromtimestamp(ms / 1000)),
            "ts-micros": str(ms * 1000),
            "ts-fraction": "%d.0" % ms,
            "ts-plus": "+%d" % ms,
            "ts-exponent": "%.12e" % ms,
            "ts-arabic": str(ms).translate({ord("0") + n: 0x660 + n for n in range(10)}),
            "sig-timestamp-number": "0%d" % ms,
            "timestamp-shared": self.shared_timestamp}, str(ms))

    def sign(self, method, path, query, body, ts, headers):
        f = self.fault
        signed_path = self.pick({
            "sig-with-host": self.host_header + path,
            "sig-full-url": "%s://%s%s" % (self.scheme, self.host_header, path),
            "sig-path-with-query": path + "?" + query if query else path,
            "sig-path-with-query-twice": path + "?" + query if query else path,
            "sig-path-without-version": path.replace("/api/v1", ""),
            "sig-path-with-fragment": path + "#",
            "sig-path-decoded": urllib.parse.unquote(path),
            "sig-path-upper-escapes": re.sub("%[0-9a-f]{2}", lambda m: m.group().upper(), path),
            "sig-route-template": "/api/v1/free-rounds/campaigns/{code}" if method == "DELETE" else path}, path)
        if body is not None:
            data = self.pick({
                "sig-body-reserialised": lambda: json.dumps(json.loads(body), separators=(",", ":"), ensure_ascii=False).encode(),
                "sig-body-key-order": lambda: json.dumps(json.loads(body), sort_keys=True, ensure_ascii=False).encode(),
                "sig-body-unescaped": lambda: json.dumps(json.loads(body), ensure_ascii=False).encode(),
                "sig-body-number-form": body.replace(b"0.2,", b"0.20,"),
                "sig-body-newline": body[:-1],
                "sig-body-left-out": b"",
                "sig-body-digest": hashlib.sha256(body).hexdigest().encode()}, body)
        elif query:
            data = self.pick({
                "sig-path-with-query": b"",
                "sig-query-sorted": "&".join(sorted(query.split("&"))).encode(),
                "sig-query-decoded": urllib.parse.unquote_plus(query).encode(),
                "sig-query-question-mark": b"?" + query.encode(),
                "sig-query-reencoded": query.replace("+", "%20").encode(),
                "sig-query-lower-escapes": re.sub("%[0-9A-F]{2}", lambda m: m.group().lower(), query).encode(),
                "sig-query-left-out": b""}, query.encode("utf-8"))
        else:
            data = self.pick({"sig-empty-json-for-get": b"{}", "sig-null-for-get": b"null"}, b"")
        if f == "sig-conditional-headers":
            data += (headers.get("If-None-Match") or "").encode()
        signed_ts = self.pick({"sig-timestamp-other": lambda: str(int(ts) - 1), "sig-timestamp-number": ts.lstrip("0")}, ts)
        sep = b"." if f == "sig-dots" else b"|"
        parts = [signed_path.encode("utf-8"), signed_ts.encode()]
        if f == "sig-parts-swapped":
            parts.reverse()
        if f == "sig-with-method":
            parts.insert(0, method.encode())
        text = sep.join(parts)
        if not (f == "sig-no-trailing-bar" and not data):
            text += sep + data
        digest = self.pick({
            "sig-sha256": lambda: hmac.new(self.secret, text, hashlib.sha256),
            "sig-plain-sha512": lambda: hashlib.sha512(self.secret + text)}, lambda: hmac.new(self.secret, text, hashlib.sha512))
        out = digest.hexdigest()
        return self.pick({
            "sig-base64": base64.b64encode(digest.digest()).decode(),
            "sig-upper-hex": out.upper(),
            "sig-prefixed": "sha512=" + out,
            "sig-truncated": out[:64],
            "sig-cached-by-path": lambda: self.signatures.setdefault((method, path), out)}, out)

    def exchange(self, method, path, query="", body=None, extra=(), first=True):
        """One attempt: signed now, sent once, read whole."""
        f = self.fault
        headers = dict(extra)
        path = self.root + self.pick({
            "path-v2": path.replace("/api/v1", "/api/v2"),
            "path-no-version": path.replace("/api/v1", "/api"),
            "path-trailing-slash": path + "/" if path.endswith("/games") else path,
            "path-double-slash": "/" + path}, path)
        more = {"secret-in-query": "key=" + quote(self.secret.decode("latin-1")), "operator-in-query": "operator=" + quote(self.operator)}
        if f in more:
            query = "&".join(x for x in (query, more[f]) if x)
        if f == "query-on-post" and body is not None:
            query = "dryRun=false"
        sent_body = body
        if (f, method) in (("body-on-get", "GET"), ("body-on-delete", "DELETE")):
            sent_body = b'{"reason":"over"}'
        if f == "gzip-body" and body is not None:
            sent_body = gzip.compress(body)
        if f == "query-html-escaped":
            query = query.replace("&", "&amp;")
        ts = self.timestamp()
        sig = self.sign(method, path, query, sent_body, ts, headers)
        if f == "gzip-after-signing" and body is not None:
            sent_body = gzip.compress(body)
        if f == "retry-same-signature":
            if first:
                self.attempt_signature = (ts, sig)
            ts, sig = self.attempt_signature
        if f == "secret-in-log":
            print("signing %s %s with %s" % (method, path, self.secret.decode("latin-1")), file=sys.stderr)
        if f == "secret-in-header":
            headers["Authorization"] = "Bearer " + self.secret.decode("latin-1")
        lines = [("Host", "outbound.casino.example" if f == "host-of-the-proxy" else self.host_header)]
        if not self.v("no-accept"):
            lines += [("User-Agent", "casino-backend/4.2"), ("Accept", "application/json")]
        unsigned = f == "conditional-unsigned" and ("If-None-Match" in headers or "If-Modified-Since" in headers)
        if not unsigned:
            if not self.on("no-operator", "operator-in-query"):
                lines += [("X-Operator", self.operator)] * (2 if f == "operator-twice" else 1)
            if f != "no-timestamp":
                lines.append(("X-Svc-Timestamp", ts))
            if f != "no-signature":
                lines.append(("X-Svc-Signature", sig))
            if f == "signature-twice":
                lines.append(("X-Svc-Signature", sig))
        content_type = self.pick({
            "content-type-form": "application/x-www-form-urlencoded", "form-body": "application/x-www-form-urlencoded",
            "content-type-text": "text/plain", "content-type-vendor": "application/vnd.api+json",
            "utf-16-body": "application/json; charset=utf-16", "charset": "application/json; charset=utf-8",
            "charset-upper": "Application/JSON;Charset=UTF-8"}, "application/json")
        with_type = sent_body is not None and f != "content-type-missing"
        with_type |= (f, method) in (("content-type-on-get", "GET"), ("content-type-on-delete", "DELETE"))
        if with_type:
            lines.append(("Content-Type", content_type))
        if sent_body is not None and f in ("gzip-body", "gzip-after-signing"):
            lines.append(("Content-Encoding", "gzip"))
        if self.v("accept-gzip"):
            lines.append(("Accept-Encoding", "gzip, deflate, br"))
        lines += list(headers.items())
        chunked = self.v("chunked-body") and sent_body is not None
        if chunked:
            lines.append(("Transfer-Encoding", "chunked"))
        elif sent_body is not None:
            lines.append(("Content-Length", str(len(sent_body))))
        if self.v("expect-continue") and sent_body is not None:
            lines.append(("Expect", "100-continue"))
        if self.v("connection-close"):
            lines.append(("Connection", "close"))
        if self.v("extra-headers"):
            lines += [("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"), ("Cookie", "a=b; c=d"), ("Accept-Encoding", "identity"),
                      ("Accept-Language", "de"), ("X-Forwarded-Proto", "https"), ("X-Request-Id", secrets.token_hex(8))]
            lines += [("X-Extra-%d" % i, "v" * i) for i in range(24)]
        if self.v("header-order"):
            lines.reverse()
        if self.v("header-case"):
            lines = [(k.lower(), x) for k, x in lines]
        sep = ":   " if self.v("header-spaces") else ": "
        end = " \t" if self.v("header-spaces") else ""
        target = path + ("?" + query if query else "")
        if self.v("absolute-form"):
            target = "%s://%s%s" % (self.scheme, self.host_header, target)
        verb, version = method.lower() if f == "method-lower" else method, "1.0" if f == "http-1-0" else "1.1"
        head = ("%s %s HTTP/%s\r\n" % (verb, target, version)).encode("utf-8")
        charset = "utf-8" if f == "ts-arabic" else "latin-1"
        head += b"".join((k + sep + x + end + "\r\n").encode(charset) for k, x in lines) + b"\r\n"
        payload = b""
        if sent_body is not None:
            payload = sent_body
            if chunked:
                pieces = [sent_body[i:i + 11] for i in range(0, len(sent_body), 11)]
                payload = b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in pieces) + b"0\r\n\r\n"
        if self.v("patient"):
            time.sleep(2)
        return self.transmit(method, head, payload)

    def transmit(self, method, head, payload):
        if self.v("connection-probe"):
            self.connect().close()
        if self.v("cut-while-sending") and not self.cut:
            whole, lost = head + payload, self.connect()
            lost.sendall(whole[:len(head) + len(payload) // 2 if payload else len(head) // 2])
            lost.close()
            self.cut = True
        for again in (True, False):
            kept = self.socket is not None
            if not kept:
                self.socket = self.connect()
            s = self.socket
            try:
                if self.v("small-packets"):
                    whole = head + payload
                    for i in range(0, len(whole), 7):
                        s.sendall(whole[i:i + 7])
                elif self.v("head-then-body") and payload:
                    s.sendall(head)
                    time.sleep(0.2)
                    s.sendall(payload)
                elif self.v("expect-continue") and payload:
                    s.sendall(head)
                    first, rest = self.read_head(s, 3)
                    if first is None or b" 100 " in first.split(b"\r\n")[0]:
                        s.sendall(payload)
                        answer = self.read_answer(s, method, rest)
                    else:
                        answer = self.read_answer(s, method, first + b"\r\n\r\n" + rest)
                    return self.finish(s, answer)
                else:
                    s.sendall(head + payload)
                return self.finish(s, self.read_answer(s, method, b""))
            except (OSError, ValueError) as e:
                self.close()
                stale = kept and isinstance(e, (ConnectionError, BrokenPipeError)) and str(e) != "cut"
                if stale and again and method == "GET":
                    continue  # an idle connection that the service closed
                raise NoAnswer("%s: %s" % (type(e).__name__, e), True)
        raise NoAnswer("no answer", True)

    def read_head(self, s, seconds):
        data = b""
        s.settimeout(seconds)
        try:
            while b"\r\n\r\n" not in data:
                d = s.recv(65536)
                if not d:
                    return None, data
                data += d
        except socket.timeout:
            return None, data
        finally:
            s.settimeout(self.timeout)
        head, _, rest = data.partition(b"\r\n\r\n")
        return head, rest

    def read_answer(self, s, method, data):
        end = time.time() + self.timeout
        def more():
            s.settimeout(max(0.05, end - time.time()))
            d = s.recv(65536)
            if not d:
                raise ConnectionError("closed")
            return d
        while True:
            while b"\r\n\r\n" not in data:
                data += more()
            head, _, data = data.partition(b"\r\n\r\n")
            lines = head.decode("latin-1").split("\r\n")
            m = re.match(r"HTTP/1\.[01] (\d{3})", lines[0])
            if not m:
                raise ValueError("no status line")
            status = int(m.group(1))
            if status >= 200:
                break
        headers = {}
        for line in lines[1:]:
            k, _, x = line.partition(":")
            headers[k.strip().lower()] = x.strip()
        body = b""
        if status not in (204, 304) and method != "HEAD":
            if "chunked" in headers.get("transfer-encoding", "").lower():
                while True:
                    while b"\r\n" not in data:
                        data += more()
                    size, _, data = data.partition(b"\r\n")
                    n = int(size.split(b";")[0], 16)
                    while len(data) < n + 2:
                        data += more()
                    body += data[:n]
                    data = data[n + 2:]
                    if n == 0:
                        break
            elif "content-length" in headers:
                n = int(headers["content-length"])
                while len(data) < n:
                    data += more()
                body = data[:n]
            else:
                try:
                    while True:
                        data += more()
                except ConnectionError:
                    body = data
                headers["connection"] = "close"
        return Answer(status, headers, body)

    def finish(self, s, answer):
        if "close" in answer.headers.get("connection", "").lower() or self.v("connection-close"):
            self.close()
        return answer

    def close(self):
        if self.socket is not None:
            try:
                self.socket.close()
            except OSError:
                pass
        self.socket = None

    # ---------------------------------------------------------------- repetition

    def read(self, method, path, query="", extra=()):
        """A read or a disable: repeated after no answer, 429 and 5xx, with full jitter, and never before Retry-After."""
        attempts = {"retry-storm": 40, "retry-storm-after-429": 30, "retry-never": 1}.get(self.fault, 4)
        for n in range(attempts):
            wait = 0 if self.on("retry-storm") else random.uniform(0.05, min(5.0, 0.2 * 2 ** n))
            try:
                a = self.exchange(method, path, query, extra=extra, first=n == 0)
                if a.status in READ_STATUSES_TO_REPEAT:
                    if n == attempts - 1:
                        raise Refused(a)
                    after = a.header("Retry-After") or ""
                    if after.isdigit() and not self.on("retry-after-ignored", "retry-storm"):
                        wait = max(wait, min(30, int(after)))
                    if self.on("retry-after-ignored", "retry-storm-after-429") and a.status == 429:
                        wait = 0
                elif (a.status == 401 and self.on("retry-refused")) or (a.status == 404 and self.on("retry-missing")):
                    for _ in range(4):
                        a = self.exchange(method, path, query, extra=extra)
                    raise Refused(a)
                elif a.status >= 400:
                    raise Refused(a)
                else:
                    return a
            except NoAnswer:
                if n == attempts - 1:
                    raise
            time.sleep(wait)

    def create(self, path, obj, look):
        """A creation: sent once, and repeated only when no byte of it can have arrived. When nobody knows, `look` finds out."""
        body = self.serialise(obj)
        for n in range(3):
            try:
                a = self.exchange("POST", path, body=body)
            except NoAnswer as e:
                if not e.sent and n < 2:
                    time.sleep(random.uniform(0.05, 0.3 * 2 ** n))
                    continue
                if e.sent and self.on("retry-creation", "retry-creation-new-code") and n < 2:
                    if self.on("retry-creation-new-code"):
                        obj = dict(obj, campaignCode=obj["campaignCode"] + "-b%d" % n)
                        body = self.serialise(obj)
                    continue
                if e.sent and look and look():
                    return Answer(200, {}, b"")
                raise
            if a.status >= 500 and self.on("retry-creation", "retry-creation-new-code") and n < 2:
                if self.on("retry-creation-new-code"):
                    obj = dict(obj, campaignCode=obj["campaignCode"] + "-b%d" % n)
                    body = self.serialise(obj)
                continue
            if a.status >= 500 and look and look():
                return Answer(200, {}, b"")
            if not 200 <= a.status < 300:
                raise Refused(a)
            return a
        raise NoAnswer("gave up", True)

    def serialise(self, obj):
        f = self.fault
        if f == "form-body":
            flat = {k: (",".join(map(str, x)) if isinstance(x, list) else x) for k, x in obj.items()}
            return urllib.parse.urlencode(flat).encode()
        if f == "body-enveloped":
            obj = {"data": obj}
        elif f == "body-array":
            obj = [obj]
        if f == "field-names-snake":
            obj = {re.sub("([A-Z])", lambda m: "_" + m.group().lower(), k): x for k, x in obj.items()}
        if f == "body-over-limit":
            obj = dict(obj, notes="n" * 1_200_000)
        if self.v("unknown-fields") and isinstance(obj, dict):
            obj = dict(obj, brand="north", tags=["a", {"b": None}], priority=7)
        if self.v("json-key-order") and isinstance(obj, dict):
            obj = dict(reversed(list(obj.items())))
        raw = self.v("json-utf8") or f in ("latin-1-body",)
        text = json.dumps(obj, ensure_ascii=not raw, indent=2 if self.v("json-pretty") else None)
        amount = {"amount-exponent": "2e-1", "amount-zeros": "0.2000"}.get(self.variant)
        amount = {"amount-float": "0.20000000000000001", "nan-amount": "NaN"}.get(f, amount)
        if amount:
            text = re.sub(r'("amount": )[-0-9.eE+]+', lambda m: m.group(1) + amount, text)
        if self.v("json-escaped"):
            text = re.sub(r'"(?:[^"\\]|\\.)*"', lambda m: '"' + "".join("\\u%04x" % ord(c) for c in json.loads(m.group())) + '"', text)
        if self.v("json-pretty"):
            text += "\n"
        if f == "duplicate-keys":
            text = text.replace('"amount":', '"amount": 99.99, "amount":')
        elif f == "trailing-comma":
            text = text[:-1] + ",}"
        elif f == "sig-body-newline":
            text += "\n"
        if f == "latin-1-body":
            return text.encode("latin-1", "replace")
        if f == "utf-16-body":
            return text.encode("utf-16")
        if f == "bom":
            return b"\xef\xbb\xbf" + text.encode()
        return text.encode("utf-8")

    # ---------------------------------------------------------------- what an operator does

    def catalogue(self):
        """The catalogue, by conditional request once a copy is held."""
        f = self.fault
        extra = []
        if self.catalogue_copy is not None and f not in ("no-validators",):
            etag, modified = self.etag, self.modified
            if f in ("date-iso", "date-local-clock", "etag-in-modified-since"):
                modified = self.pick({"date-iso": iso(datetime.datetime.utcnow()),
                                      "date-local-clock": email.utils.formatdate(usegmt=True)}, etag)
            elif etag:
                etag = self.pick({
                    "etag-unquoted": re.sub(r'^(W/)?"|"$', "", etag),
                    "etag-first-forever": self.first_etag,
                    "etag-star": "*",
                    "etag-suffix": etag[:-1] + '-gzip"',
                    "etag-weak": etag if etag.startswith("W/") else "W/" + etag,
                    "etag-list": '"an-older-one", ' + etag}, etag)
            only_date = f in ("date-iso", "date-local-clock", "etag-in-modified-since") or self.v("date-alone")
            if etag and not only_date:
                extra.append(("If-None-Match", etag))
            if modified and (only_date or self.v("both-validators") or not etag):
                extra.append(("If-Modified-Since", modified))
        a = self.read("GET", "/api/v1/games", extra=extra)
        if a.status == 304:
            if f == "304-fetches-again":
                a = self.read("GET", "/api/v1/games")
            elif f == "304-drops-copy":
                self.catalogue_copy = None
                return []
            else:
                if not extra or self.catalogue_copy is None:
                    raise NoAnswer("304 to an unconditional request", True)
                return self.catalogue_copy
        data = a.json["data"]
        games = data["list"] if isinstance(data, dict) else data
        self.catalogue_copy, self.etag, self.modified = games, a.header("ETag"), a.header("Last-Modified")
        self.first_etag = self.first_etag or self.etag
        return games

    def poll(self, times, interval):
        counts = []
        if self.v("two-nodes"):
            return self.poll_by_two_nodes(times, interval)
        if self.on("poll-no-schedule"):
            times, interval = 60, 0
        for n in range(1 if self.on("poll-once") else times):
            if n:
                time.sleep(interval)
            counts.append(len(self.catalogue()))
        return counts

    def poll_by_two_nodes(self, times, interval):
        """Polls from two threads, each with its own connection, over one copy of the catalogue."""
        other = copy.copy(self)
        other.socket = None
        counts = []
        for n in range(times):
            if n:
                time.sleep(interval)
            for node in (self, other):
                node.catalogue_copy, node.etag, node.modified = self.catalogue_copy, self.etag, self.modified
            threads = [threading.Thread(target=lambda node=node: counts.append(len(node.catalogue()))) for node in (self, other)]
            for t in threads:
                t.start()
            for t in threads:
                t.join()
        return counts

    def token(self, player):
        """A session's token: random, kept for the session."""
        self.count += 1
        own = self.pick({
            "token-counts": "session-%d" % self.count,
            "token-time": str(int(time.time() * 1000)),
            "token-of-player": hashlib.md5(player.encode()).hexdigest(),
            "token-shared": "c0ffee" * 6,
            "token-short": lambda: "%04d" % random.randrange(10000),
            "token-uuid-of-time": lambda: str(uuid.uuid1()),
            "token-seeded": lambda: "%048x" % self.seeded.getrandbits(192),
            "token-too-long": lambda: secrets.token_urlsafe(2250)[:3000],
            "secret-as-token": self.secret.decode("latin-1"),
            "token-uuid": lambda: str(uuid.uuid4()),
            "long-token": lambda: secrets.token_urlsafe(1536)[:2048]}, None)
        if own:
            return own
        if self.v("token-uuid-v7"):
            bits = int(time.time() * 1000) << 80 | 7 << 76 | secrets.randbits(12) << 64 | 2 << 62 | secrets.randbits(62)
            return str(uuid.UUID(int=bits))
        if self.v("token-jwt"):
            part = lambda x: base64.urlsafe_b64encode(x).rstrip(b"=").decode()
            claims = {"iss": "casino", "sub": player, "iat": int(time.time()), "exp": int(time.time()) + 10800, "jti": secrets.token_hex(16)}
            text = part(b'{"alg":"HS256","typ":"JWT"}') + "." + part(json.dumps(claims).encode())
            return text + "." + part(hmac.new(hashlib.sha256(self.secret).digest(), text.encode(), hashlib.sha256).digest())
        if self.v("odd-token", "query-plus", "query-lower-escapes"):
            return base64.b64encode(secrets.token_bytes(24)).decode() + "+/ =="
        return secrets.token_urlsafe(24)

    def browser_address(self, peer, forwarded):
        """The leftmost trustworthy entry: from the right, as far as each hop is one of our proxies (LAU-4)."""
        hops = [x.strip() for x in forwarded.split(",") if x.strip()] if forwarded else []
        if hops and self.on("ip-leftmost"):
            return hops[0]
        if hops and self.on("ip-of-proxy"):
            return hops[-1]
        if hops and self.on("ip-whole-header"):
            return forwarded
        address = peer
        while hops and any(ipaddress.ip_address(address) in net for net in self.proxies):
            address = hops.pop()
        return address

    def launch(self, slug, ip, currency, token, lang, demo=False, name=None):
        f = self.fault
        is_v4 = ":" not in ip
        ip = self.pick({
            "ip-of-server": "127.0.0.1",
            "ip-with-port": ip + ":52044",
            "ip-masked": ip.rpartition(".")[0] + ".0",
            "ip-empty": "",
            "ip-brackets": ip if is_v4 else "[%s]" % ip,
            "ip-mapped": "::ffff:" + ip if is_v4 else ip,
            "ipv6-in-full": lambda: ip if is_v4 else ipaddress.ip_address(ip).exploded.upper()}, ip)
        free = self.pick({"free-to-play-number": "01"[demo], "free-to-play-capital": str(demo),
                          "free-to-play-swapped": str(not demo).lower()}, str(demo).lower())
        currency = self.pick({"currency-lower": currency.lower(), "currency-name": "Euro", "currency-numeric": "978",
                              "currency-other": "USD"}, currency)
        lang = self.pick({"lang-locale": "en-GB", "lang-three": "eng", "lang-empty": "", "lang-name": "English", "no-lang": None,
                          "lang-upper": lambda: lang.upper()}, lang)
        params = [("ipAddress", "127.0.0.1")] if f == "ip-twice" else []
        params += [("ipAddress", ip), ("freeToPlay", free)]
        if demo:
            params += self.pick({
                "demo-currency": [("currency", "FUN")],
                "demo-token": [("token", token)],
                "demo-undefined-parameters": [("currency", "undefined"), ("token", "undefined")],
                "demo-empty-parameters": [("currency", ""), ("token", "")]}, [])
        elif f != "free-to-play-swapped":
            params += [("currency", currency), ("token", token)] + [("token", token)] * (f == "launch-parameters-twice")
        if f == "demo-as-fun" and demo:
            params = [("ipAddress", ip), ("freeToPlay", "false"), ("currency", "FUN"), ("token", token)]
        missing = self.pick({"ip-missing": "ipAddress", "free-to-play-missing": "freeToPlay", "currency-missing": "currency",
                             "token-missing": "token"}, None)
        params = [x for x in params if x[0] != missing]
        if lang is not None:
            params.append(("lang", lang))
        if self.v("query-order"):
            params.reverse()
        segment = quote(self.pick({"launch-slug-name": name or slug.replace("-", " ").title(), "launch-slug-upper": slug.upper()}, slug))
        if self.v("path-encoded"):
            segment = "".join("%%%02X" % ord(c) for c in slug)
        path = "/api/v1/games/" + segment
        if f == "launch-post":
            a = self.exchange("POST", path, body=json.dumps(dict(params)).encode())
            if a.status != 200:
                raise Refused(a)
            return a.json["data"]["url"]
        if self.v("query-encoded"):
            enc = lambda x: "".join("%%%02X" % b for b in x.encode())
        elif self.v("query-plus") or f == "sig-query-reencoded":
            enc = urllib.parse.quote_plus
        else:
            enc = quote
        query = "&".join("%s=%s" % (k, enc(x)) for k, x in params)
        if self.v("query-lower-escapes"):
            query = re.sub("%[0-9A-F]{2}", lambda m: m.group().lower(), query)
        extra = [("If-None-Match", self.etag or '"launch"')] if f == "conditional-launch" else []
        if f == "catalogue-before-launch":
            self.read("GET", "/api/v1/games")
        if f == "launch-twice":
            self.read("GET", path, query)
        a = self.read("GET", path, query, extra=extra)
        if a.status == 304:
            return self.urls.get(slug)
        return a.json["data"]["url"]

    def campaign(self, p):
        f = self.fault
        code = p.get("code") or "camp-" + secrets.token_hex(6)
        told = lambda name, default: datetime.datetime.strptime(p[name], "%Y-%m-%dT%H:%M:%SZ") if p.get(name) else default
        start = told("start", datetime.datetime.utcnow().replace(microsecond=0) + datetime.timedelta(hours=1))
        end = told("end", start + datetime.timedelta(days=30))
        rounds = p.get("rounds")
        amount = p.get("amount", 0.2)
        slugs = p.get("slugs") or [self.game(lambda g: g.get("available") and g.get("freeRound"))["slug"]]
        form = {"dates-plus-zero": "+0", "dates-seconds": "s", "dates-nanos": "ns", "dates-minutes": "min"}.get(self.variant, "ms")
        dates = [iso(start, form), iso(end, form)]
        zone = datetime.timedelta(hours=2)
        dates = {"dates-offset": lambda: [(d + zone).strftime("%Y-%m-%dT%H:%M:%S.000+02:00") for d in (start, end)],
                 "dates-no-zone": lambda: [d.strftime("%Y-%m-%dT%H:%M:%S.000") for d in (start, end)],
                 "dates-epoch": lambda: [int(d.replace(tzinfo=datetime.timezone.utc).timestamp() * 1000) for d in (start, end)],
                 "dates-zone-name": lambda: [iso(d, "s") + "[UTC]" for d in (start, end)],
                 "dates-space": lambda: [d.strftime("%Y-%m-%d %H:%M:%S+00:00") for d in (start, end)],
                 "dates-basic": lambda: [d.strftime("%Y%m%dT%H%M%SZ") for d in (start, end)],
                 "dates-only": lambda: [d.strftime("%Y-%m-%d") for d in (start, end)],
                 "dates-local-as-utc": lambda: [iso(d + zone) for d in (start, end)],
                 "dates-american": lambda: [d.strftime("%m/%d/%Y %H:%M:%S") for d in (start, end)],
                 "dates-swapped": lambda: [iso(end), iso(start)]}.get(f, lambda: dates)()
        other = lambda test, default: next((g["slug"] for g in self.catalogue_or_copy() if test(g)), default)
        slugs = {"slugs-string": lambda: ",".join(slugs), "slugs-objects": lambda: [{"slug": s} for s in slugs], "slugs-empty": lambda: [],
                 "slugs-twice": lambda: slugs + slugs[:1], "slugs-not-free": lambda: slugs + [other(lambda g: not g.get("freeRound"), "no-free-rounds")],
                 "slugs-unknown": lambda: slugs + ["a-game-that-nobody-made"]}.get(f, lambda: slugs)()
        amount = {"amount-string": "%.2f" % amount, "amount-minor": round(amount * 100), "amount-total": round(amount * (rounds or 1), 2),
                  "amount-object": {"amount": amount, "currency": "EUR"}, "amount-comma": ("%.2f" % amount).replace(".", ","),
                  "amount-zero": 0}.get(f, amount)
        rounds = {"rounds-string": str(rounds or 10), "rounds-zero": 0, "rounds-fraction": 10.5, "rounds-float": float(rounds or 10)}.get(f, rounds)
        obj = {"campaignCode": code, "campaignName": p.get("name") or "Spring", "amount": amount,
               "currencyCode": (p.get("currency") or "EUR"), "startDate": dates[0], "endDate": dates[1], "gameSlugs": slugs, "maxRounds": rounds}
        if f == "campaign-currency-lower":
            obj["currencyCode"] = obj["currencyCode"].lower()
        if f == "field-missing":
            del obj["campaignName"]
        if rounds is None or f == "code-no-rounds":
            del obj["maxRounds"]
        return obj

    def create_campaign(self, p):
        obj = self.campaign(p)
        if self.v("first-400-then-right"):
            try:
                self.create("/api/v1/free-rounds/campaigns", dict(obj, gameSlugs=[]), None)
            except Refused:
                pass
        if self.on("campaign-put"):
            a = self.exchange("PUT", "/api/v1/free-rounds/campaigns/" + quote(obj["campaignCode"]), body=self.serialise(obj))
            if a.status >= 300:
                raise Refused(a)
        else:
            self.create("/api/v1/free-rounds/campaigns", obj, lambda: self.exists(obj["campaignCode"]))
        return obj

    def exists(self, code):
        try:
            return any(c["campaignCode"] == code for c in self.search({"campaign": code}))
        except (Refused, NoAnswer):
            return False

    def create_code(self, campaign, player, code, currency, rounds):
        f = self.fault
        user = {"user-is-name": player["name"], "user-is-token": player["token"], "user-is-number": int(re.sub(r"\D", "", player["id"]) or 7),
                "user-case": player["id"].upper(), "users-list": player.get("all") or [player["id"]]}.get(f, player["id"])
        if f == "code-currency-other":
            currency = "USD" if currency != "USD" else "EUR"
        elif f == "code-shared":
            code = "SPRING"
        obj = {"campaignCode": campaign, "userId": user, "currencyCode": currency, "bonusCode": code}
        if rounds is not None and f != "code-no-rounds":
            obj["maxRounds"] = rounds
        elif self.v("rounds-null"):
            obj["maxRounds"] = None
        self.create("/api/v1/free-rounds/campaigns/codes", obj, None)
        return obj

    def search(self, p):
        f = self.fault
        found, page = [], 1
        base = {"perPage": p.get("perPage", 50)}
        if self.v("per-page-one"):
            base["perPage"] = 1
        for name, field in (("campaign", "campaignCode"), ("name", "campaignName"), ("currency", "currencyCode"), ("from", "from"), ("to", "to")):
            if p.get(name):
                base[field] = p[name]
        base["perPage"] = {"per-page-zero": 0, "per-page-large": 1000, "per-page-negative": -1}.get(f, base["perPage"])
        if f == "search-from-offset":
            base["from"] = "2026-01-01T00:00:00.000+02:00"
        elif f == "search-from-seconds":
            base["from"] = 1767225600
        path = "/api/v1/free-rounds/campaigns/search"
        for n in range(200):
            number = {"page-zero": page - 1, "page-string": str(page)}.get(f, page)
            body = dict(base, page=number)
            if self.v("search-unfiltered") and page == 1:
                body = {}
            for n in range(4):
                if f == "search-get":
                    a = self.exchange("GET", path, query=urllib.parse.urlencode(body))
                elif f == "search-no-body":
                    a = self.exchange("POST", path)
                else:
                    a = self.exchange("POST", path, body=self.serialise(body))
                if a.status not in READ_STATUSES_TO_REPEAT or n == 3 or self.on("retry-never"):
                    break
                after = a.header("Retry-After") or ""
                wait = random.uniform(0.05, min(5.0, 0.2 * 2 ** n))
                if after.isdigit() and not self.on("retry-after-ignored", "retry-storm"):
                    wait = max(wait, min(30, int(after)))
                time.sleep(0 if self.on("retry-storm", "retry-after-ignored") else wait)
            if a.status != 200:
                raise Refused(a)
            data = a.json["data"]
            found += data["list"]
            if f == "search-first-page":
                break
            if f == "search-past-end":
                if not data["list"]:
                    break
            elif page >= data["pagination"]["totalPages"]:
                break
            page += 1
        if f == "search-hot":
            for _ in range(19):
                self.exchange("POST", path, body=self.serialise(dict(base, page=1)))
        return found

    def disable(self, code, name="Spring"):
        f = self.fault
        base = "/api/v1/free-rounds/campaigns"
        if f == "disable-post":
            a = self.exchange("POST", "%s/%s/disable" % (base, quote(code)))
            if a.status != 200:
                raise Refused(a)
            return
        if f == "disable-query":
            self.read("DELETE", base, "code=" + quote(code))
            return
        lower = re.sub("%[0-9A-F]{2}", lambda m: m.group().lower(), quote(code))
        segment = self.pick({
            "disable-by-name": quote(name),
            "disable-unencoded": quote(code, safe="/"),
            "disable-double-encoded": quote(quote(code)),
            "disable-plus": quote(code).replace("%20", "+"),
            "path-encoded": "".join("%%%02X" % b for b in code.encode()),
            "path-lower-escapes": lower,
            "sig-path-upper-escapes": lower}, quote(code))
        self.read("DELETE", "%s/%s" % (base, segment))
        if f == "disable-twice":
            self.read("DELETE", "%s/%s" % (base, segment))

    def catalogue_or_copy(self):
        return self.catalogue_copy if self.catalogue_copy is not None else self.catalogue()

    def game(self, test):
        if self.v("no-catalogue") and self.catalogue_copy is None:
            return {"slug": "cherry-rush", "name": "Cherry Rush"}
        for g in self.catalogue_or_copy():
            if test(g):
                return g
        raise Refused(Answer(404, {}, b'{"message":"the catalogue has no such game"}'))


class Driver:
    """Does one task."""
    def __init__(self, client):
        self.c = client

    def token(self, p, player):
        """The token of the task, unless the fault or the variant is about tokens; else one for a new session."""
        own = self.c.fault and self.c.fault.startswith(("token-", "secret-as")) or self.c.v(
            "long-token", "odd-token", "token-uuid", "token-uuid-v7", "token-jwt")
        return p["token"] if p.get("token") and not own else self.c.token(player)

    def run(self, p):
        do = p["do"].replace("-", "_")
        if not hasattr(self, "do_" + do):
            raise SystemExit("unknown task %r; known: %s" % (p["do"], ", ".join(sorted(x[3:].replace("_", "-") for x in dir(self) if x.startswith("do_")))))
        return getattr(self, "do_" + do)(p)

    def do_catalogue(self, p):
        return {"games": len(self.c.catalogue())}

    def do_poll(self, p):
        return {"games": self.c.poll(int(p["times"]), float(p["interval"]))}

    def do_launch(self, p, demo=False):
        c = self.c
        g = {"slug": p.get("slug")}
        if not g["slug"]:
            shut = [x for x in c.catalogue() if not x.get("available")] if c.on("launch-unavailable") else []
            g = shut[0] if shut else c.game(lambda x: x.get("available"))
        try:
            url = c.launch(g["slug"], p["ip"], p.get("currency") or "EUR", self.token(p, "player-1"), p.get("lang"), demo, g.get("name"))
        except Refused as e:
            if c.on("secret-in-trace"):
                try:
                    raise RuntimeError("launch failed, key=" + c.secret.decode("latin-1")) from e
                except RuntimeError:
                    traceback.print_exc()
            raise
        return {"url": url}

    def do_launch_demo(self, p):
        return self.do_launch(p, demo=True)

    def do_launch_proxied(self, p):
        """A click that came through two proxies of the operator; the browser wrote an entry of its own before."""
        self.c.proxies = [ipaddress.ip_network(x.strip()) for x in p["proxies"].split(",")]
        address = self.c.browser_address(p["peer"], p["forwarded"])
        return dict(self.do_launch(dict(p, ip=address)), ipAddress=address)

    def do_visit(self, p):
        """Players open the lobby, each in a new session, and click. No request for a URL before a click."""
        c = self.c
        games = [g for g in c.catalogue() if g.get("available")]
        tokens = {}
        for click in p["clicks"]:
            if click["player"] not in tokens:
                tokens[click["player"]] = self.token(p, click["player"])
        first = p["clicks"][0]
        if c.on("launch-in-advance"):
            for g in games[:5]:
                c.urls[(first["player"], g["slug"])] = c.launch(g["slug"], first["ip"], p["currency"], tokens[first["player"]], p.get("lang"))
        urls = []
        for click in p["clicks"]:
            time.sleep(0.05)
            key = click["slug"] if c.on("launch-shared") else (click["player"], click["slug"])
            if c.on("launch-reused", "launch-shared", "launch-in-advance") and key in c.urls:
                url = c.urls[key]
            else:
                url = c.launch(click["slug"], click["ip"], p["currency"], tokens[click["player"]], p.get("lang"))
                c.urls[key] = url
            urls.append(url)
        return {"urls": urls}

    def do_create_campaign(self, p):
        return {"campaign": self.c.create_campaign(p)["campaignCode"]}

    def do_create_codes(self, p):
        """One campaign, one code per player."""
        c = self.c
        currency, campaign, rounds = p["currency"], c.create_campaign(p)["campaignCode"], p.get("codeRounds")
        if c.on("code-of-disabled"):
            c.disable(campaign)
        made, shared = [], "B-" + secrets.token_hex(5).upper()
        for n, player in enumerate(p["players"]):
            q = dict(player, token=c.token(player["id"]), all=[x["id"] for x in p["players"]])
            code = "WELCOME-%d" % (n + 1) if c.on("code-counter") else "B-" + secrets.token_hex(5).upper()
            if c.on("code-across-campaigns"):
                code = shared
                if n:
                    campaign = c.create_campaign(dict(p, code=p["code"] + "-b"))["campaignCode"]
            if c.on("campaign-currencies-in-one") and n:
                currency = "USD"
            made.append(c.create_code(campaign, q, code, currency, rounds)["bonusCode"])
            if c.on("users-list"):
                break
        return {"campaign": campaign, "codes": made}

    def do_search(self, p):
        return {"campaigns": len(self.c.search(p))}

    def do_disable(self, p):
        self.c.disable(p["campaign"])
        if self.c.on("disable-unknown"):
            try:
                self.c.disable("no-such-campaign-" + secrets.token_hex(3))
            except Refused:
                pass
        return {"disabled": p["campaign"]}


def parse(text):
    text = text.strip()
    if text.startswith("{"):
        return json.loads(text)
    word, *rest = text.split()
    return dict([("do", word)] + [x.split("=", 1) for x in rest])


def main():
    a = argparse.ArgumentParser(description=__doc__)
    e = os.environ.get
    a.add_argument("--base", default=e("OPERATORKIT_BASE_URL"))
    a.add_argument("--operator", default=e("OPERATORKIT_OPERATOR"))
    a.add_argument("--secret-file", default=e("OPERATORKIT_SECRET_FILE"))
    a.add_argument("--ca-cert")
    a.add_argument("--timeout", type=float, default=10)
    a.add_argument("--fault", choices=FAULT_NAMES, metavar="NAME")
    a.add_argument("--variant", choices=VARIANT_NAMES, metavar="NAME")
    a.add_argument("--list-faults", action="store_true")
    a.add_argument("--list-variants", action="store_true")
    a.add_argument("task", nargs="*", help="word, word key=value, or JSON; default: OPERATORKIT_SCENARIO, else lines of standard input")
    o = a.parse_args()
    if o.list_faults or o.list_variants:
        for row in FAULTS if o.list_faults else VARIANTS:
            print("\t".join(row))
        return 0
    if not (o.base and o.operator and o.secret_file):
        a.error("needs --base, --operator and --secret-file (or OPERATORKIT_BASE_URL, OPERATORKIT_OPERATOR, OPERATORKIT_SECRET_FILE)")
    driver = Driver(Client(o))
    given = " ".join(o.task) or e("OPERATORKIT_SCENARIO")
    worst = 0
    for line in [given] if given and given != "-" else sys.stdin:
        if not line.strip():
            continue
        p = parse(line)
        try:
            result = dict(did=p["do"], ok=True, **driver.run(p))
        except Refused as r:
            result, worst = {"did": p["do"], "ok": False, "status": r.answer.status, "message": r.answer.message}, max(worst, 1)
        except (NoAnswer, KeyError, TypeError, ValueError) as n:
            result, worst = {"did": p["do"], "ok": False, "status": 0, "message": "%s: %s" % (type(n).__name__, n)}, max(worst, 3)
        print(json.dumps(result), flush=True)
    return worst


if __name__ == "__main__":
    sys.exit(main())

"""The faults and the correct but unusual variants of the client, one row each. A row changes one point that a call passes: `request` is what is
sent and signed, `signing` only the copy that is signed, `sending` only what is sent. A function gets the value of its point and the client."""
import base64
import gzip
import hashlib
import hmac
import ssl
import time
import traceback
import urllib.parse
import uuid
from collections import namedtuple
from dataclasses import replace

# rules: those that a fault breaks; a fault without one is unusual, not wrong. scenario: the one that shows it, or a star for the whole run
Deviation = namedtuple("Deviation", "name rules scenario point change")

GET, POLL, LAUNCH, DEMO, VISIT = (
    "catalogue-is-read", "catalogue-is-polled-with-validators", "real-money-launch", "demo-launch", "url-for-every-click")
CAMPAIGN, CODES, PAGES, DISABLED, RESERVED = (
    "campaign-is-created", "codes-for-two-players", "page-after-page", "campaign-is-disabled", "code-of-reserved-characters-is-disabled")
OFFSET = "2026-03-01T00:00:00.000+02:00"


def header(name, value):
    """Sets a header, or removes it."""
    return lambda request, _: replace(request, headers=[
        each for each in request.headers if each[0] != name] + ([] if value is None else [(name, value)]))


def path(change):
    return lambda request, _: replace(request, path=change(request.path))


def query(change):
    return lambda request, _: replace(request, query=change(request.query))


def body(change):
    return lambda request, _: replace(request, body=change(request.body)) if request.body else request


def fields(**changed):
    return lambda value, _: dict(value, **changed)


def in_demo(**changed):
    return lambda value, _: dict(value, **changed) if value["freeToPlay"] == "true" else value


def without(name):
    return lambda value, _: {key: item for key, item in value.items() if key != name}


def validators(name, change):
    return lambda found, _: [(name, change(value)) for _, value in found]


def shifted(seconds):
    return lambda value, _: str(int(value) + seconds * 1000)


def shown_in_a_trace(refused, client):
    try:
        raise RuntimeError("launch failed, key=" + client.secret.decode()) from refused
    except RuntimeError:
        traceback.print_exc()


FAULTS = [Deviation(*row) for row in (
    ("sig-upper-hex", "SIG-1", GET, "signature", lambda value, _: value.upper()),
    ("sig-sha256", "SIG-1", GET, "signature", lambda _, c: hmac.new(c.secret, c.text, hashlib.sha256).hexdigest()),
    ("sig-base64", "SIG-1", GET, "signature", lambda value, _: base64.b64encode(bytes.fromhex(value)).decode()),
    ("sig-other-key", "SIG-1", GET, "secret", lambda value, _: value + b"\n"),
    ("sig-dots", "SIG-1", GET, "text", lambda value, _: value.replace(b"|", b".")),
    ("sig-no-trailing-bar", "SIG-7", GET, "text", lambda value, _: value.rstrip(b"|")),
    ("sig-empty-json-for-get", "SIG-7", GET, "signing", lambda r, _: replace(r, body=b"{}")),
    ("sig-full-url", "SIG-2", GET, "signing", lambda r, c: replace(r, path=c.base.geturl() + r.path)),
    ("sig-path-with-query", "SIG-2 SIG-6", LAUNCH, "signing",
     lambda r, _: replace(r, path=r.path + "?" + r.query, query="") if r.query else r),
    ("sig-path-without-version", "SIG-2", GET, "signing", path(lambda value: value.replace("/api/v1", ""))),
    ("sig-path-decoded", "SIG-2", RESERVED, "signing", path(urllib.parse.unquote)),
    ("sig-query-sorted", "SIG-6", LAUNCH, "signing", query(lambda value: "&".join(sorted(value.split("&"))))),
    ("sig-query-decoded", "SIG-6", "launch-with-special-characters", "signing", query(urllib.parse.unquote_plus)),
    ("sig-query-left-out", "SIG-6", LAUNCH, "signing", query(lambda value: "")),
    ("sig-body-left-out", "SIG-5", CAMPAIGN, "signing", body(lambda value: b"")),
    ("sig-body-compact", "SIG-5", CAMPAIGN, "signing", body(lambda value: value.replace(b": ", b":"))),
    ("sig-body-newline", "SIG-5", CAMPAIGN, "sending", body(lambda value: value + b"\n")),
    ("gzip-after-signing", "SIG-5", CAMPAIGN, "sending", body(gzip.compress)),
    ("sig-timestamp-other", "SIG-4", GET, "signing", lambda r, _: replace(r, timestamp=str(int(r.timestamp) - 1))),
    ("sig-conditional-headers", "SIG-9", POLL, "text", lambda value, c: value + dict(c.sent.headers).get("If-None-Match", "").encode()),
    ("conditional-unsigned", "CAC-3 SIG-15", POLL, "sending",
     lambda r, c: header("X-Svc-Signature", None)(r, c) if dict(r.headers).get("If-None-Match") else r),
    ("ts-seconds", "GEN-4", GET, "timestamp", lambda value, _: value[:-3]),
    ("ts-fraction", "GEN-4", GET, "timestamp", lambda value, _: value + ".0"),
    ("ts-stale", "SIG-10", GET, "timestamp", shifted(-360)),
    ("ts-future", "SIG-10", GET, "timestamp", shifted(360)),
    ("no-operator", "SIG-15", GET, "sending", header("X-Operator", None)),
    ("no-signature", "SIG-15", GET, "sending", header("X-Svc-Signature", None)),
    ("no-timestamp", "SIG-15", GET, "sending", header("X-Svc-Timestamp", None)),
    ("signature-twice", "", GET, "sending", lambda r, _: replace(r, headers=r.headers + [h for h in r.headers if h[0] == "X-Svc-Signature"])),
    ("content-type-on-get", "SIG-15", GET, "sending", header("Content-Type", "application/json")),
    ("content-type-missing", "SIG-15 GEN-2", CAMPAIGN, "sending", header("Content-Type", None)),
    ("content-type-form", "GEN-2 SIG-15", CAMPAIGN, "sending", header("Content-Type", "application/x-www-form-urlencoded")),
    ("secret-in-query", "SIG-17", GET, "request", lambda r, c: replace(r, query="key=" + c.secret.decode())),
    ("secret-in-header", "SIG-17", GET, "sending", lambda r, c: header("Authorization", "Bearer " + c.secret.decode())(r, c)),
    ("secret-in-trace", "SIG-17", "launch-of-an-unknown-game", "refused", shown_in_a_trace),
    ("secret-as-token", "SIG-17 LAU-10", LAUNCH, "token", lambda _, c: c.secret.decode()),
    ("path-v2", "VER-1", GET, "request", path(lambda value: value.replace("v1", "v2"))),
    ("path-trailing-slash", "CAT-1", GET, "request", path(lambda value: value + "/")),
    ("tls-unverified", "GEN-1", "untrusted-certificate-is-refused", "tls", lambda *_: ssl._create_unverified_context()),
    ("body-over-limit", "", CAMPAIGN, "campaign", fields(notes="n" * 1_200_000)),
    ("trailing-comma", "ERR-1", CAMPAIGN, "request", body(lambda value: value[:-1] + b",}")),
    ("retry-storm", "", "unavailable-for-good", "attempts", lambda *_: 12),
    ("retry-never", "", "server-error-once", "attempts", lambda *_: 1),
    ("no-validators", "CAT-3", POLL, "validators", lambda *_: []),
    ("etag-unquoted", "CAT-3", POLL, "validators", validators("If-None-Match", lambda value: value.strip('"'))),
    ("etag-star", "CAT-3", POLL, "validators", validators("If-None-Match", lambda value: "*")),
    ("etag-in-modified-since", "CAT-3", POLL, "validators", validators("If-Modified-Since", lambda value: value)),
    ("date-iso", "CAT-3", POLL, "validators", validators("If-Modified-Since", lambda value: "2026-03-01T00:00:00Z")),
    ("poll-no-schedule", "CAT-3", POLL, "schedule", lambda *_: (60, 0)),
    ("poll-once", "CAT-3", POLL, "schedule", lambda *_: (1, 0)),
    ("conditional-launch", "", VISIT, "request", lambda r, c: header("If-None-Match", c.etag)(r, c) if r.query else r),
    ("ip-of-server", "LAU-2", LAUNCH, "launch", fields(ipAddress="127.0.0.1")),
    ("ip-of-proxy", "LAU-2 LAU-4", "click-through-proxies", "address", lambda _, c: c.hops[-1]),
    ("ip-leftmost", "LAU-4", "click-through-proxies", "address", lambda _, c: c.hops[0]),
    ("ip-missing", "LAU-2", LAUNCH, "launch", without("ipAddress")),
    ("ip-brackets", "LAU-2", "launch-over-ipv6", "launch", lambda p, _: dict(p, ipAddress="[%s]" % p["ipAddress"])),
    ("free-to-play-missing", "LAU-5", LAUNCH, "launch", without("freeToPlay")),
    ("free-to-play-number", "LAU-5", LAUNCH, "launch", fields(freeToPlay="0")),
    ("currency-missing", "LAU-6", LAUNCH, "launch", without("currency")),
    ("token-missing", "LAU-6", LAUNCH, "launch", without("token")),
    ("demo-empty-parameters", "LAU-6", DEMO, "launch", in_demo(currency="", token="")),
    ("demo-as-fun", "LAU-5 LAU-6", DEMO, "launch", in_demo(freeToPlay="false", currency="FUN", token="canary-of-a-demo")),
    ("currency-lower", "GEN-5", LAUNCH, "launch", fields(currency="eur")),
    ("currency-other", "BON-3", LAUNCH, "launch", fields(currency="USD")),
    ("lang-locale", "LAU-7", LAUNCH, "launch", fields(lang="en-GB")),
    ("token-counts", "LAU-10", "*", "token", lambda _, c: "session-%d" % c.sessions),
    ("token-shared", "LAU-10", VISIT, "token", lambda *_: "c0ffee" * 6),
    ("token-uuid-of-time", "LAU-10", "*", "token", lambda *_: str(uuid.uuid1())),
    ("launch-in-advance", "LAU-9", VISIT, "lobby", lambda _, c: [game["slug"] for game in c.catalogue()][:5]),
    ("launch-reused", "LAU-8 LAU-9", VISIT, "click", lambda _, c: (c.clicked["player"], c.clicked["slug"])),
    ("launch-shared", "LAU-8 LAU-9", VISIT, "click", lambda _, c: c.clicked["slug"]),
    ("launch-slug-upper", "CAT-2", LAUNCH, "request", path(lambda value: value.replace("cherry", "CHERRY"))),
    ("launch-unavailable", "", "switched-off-game", "offered", lambda *_: False),
    ("amount-string", "CAM-1", CAMPAIGN, "campaign", fields(amount="0.20")),
    ("amount-minor", "CAM-2", CAMPAIGN, "campaign", fields(amount=20)),
    ("amount-total", "CAM-2", CAMPAIGN, "campaign", fields(amount=2.0)),
    ("dates-offset", "GEN-3", CAMPAIGN, "campaign", fields(startDate=OFFSET)),
    ("dates-epoch", "GEN-3", CAMPAIGN, "campaign", fields(startDate=1772366400000)),
    ("slugs-string", "CAM-1", CAMPAIGN, "campaign", fields(gameSlugs="cherry-rush")),
    ("slugs-unknown", "CAM-3", CAMPAIGN, "campaign", fields(gameSlugs=["a-game-that-nobody-made"])),
    ("rounds-zero", "", CAMPAIGN, "campaign", fields(maxRounds=0)),
    ("rounds-fraction", "CAM-1", CAMPAIGN, "campaign", fields(maxRounds=10.5)),
    ("field-missing", "", CAMPAIGN, "campaign", without("campaignName")),
    ("campaign-currency-lower", "GEN-5", CAMPAIGN, "campaign", fields(currencyCode="eur")),
    ("user-is-name", "BON-2", CODES, "code", lambda code, c: dict(code, userId=c.player["name"])),
    ("user-is-number", "BON-1 BON-2", CODES, "code", fields(userId=7)),
    ("code-shared", "BON-1 BON-4", CODES, "code", fields(bonusCode="SPRING")),
    ("code-counter", "BON-4", "*", "code", lambda code, c: dict(code, bonusCode="WELCOME-" + c.player["id"])),
    ("code-currency-other", "BON-3", CODES, "code", fields(currencyCode="USD")),
    ("code-no-rounds", "BON-5", "campaign-without-rounds", "code", without("maxRounds")),
    ("page-zero", "CAM-4", PAGES, "search", lambda search, _: dict(search, page=search["page"] - 1)),
    ("per-page-large", "CAM-4", PAGES, "search", fields(perPage=1000)),
    ("search-from-offset", "GEN-3", "search-by-time", "search", fields(**{"from": OFFSET})),
    ("disable-by-name", "CAM-7", DISABLED, "segment", lambda *_: "Spring"),
    ("disable-double-encoded", "CAM-7", RESERVED, "segment", lambda value, _: urllib.parse.quote(value)),
    ("body-on-delete", "CAM-7", DISABLED, "request", lambda r, _: replace(r, body=b"{}")),
)]

VARIANTS = [Deviation(name, "", "*", point, change) for name, point, change in (
    ("json-compact", "request", body(lambda value: value.replace(b": ", b":"))),
    ("query-order", "launch", lambda value, _: dict(reversed(list(value.items())))),
    ("query-lower-escapes", "request", query(lambda value: value.replace("%2B", "%2b").replace("%2F", "%2f").replace("%3D", "%3d"))),
    ("charset", "sending", lambda r, c: header("Content-Type", "application/json; charset=utf-8")(r, c) if r.body else r),
    ("extra-headers", "sending", header("Cookie", "a=b; c=d")),
    ("amount-zeros", "request", body(lambda value: value.replace(b'"amount": 0.2,', b'"amount": 0.2000,'))),
    ("dates-plus-zero", "request", body(lambda value: value.replace(b"00.000Z", b"00.000+00:00"))),
    ("unknown-fields", "campaign", fields(brand="north", tags=["a", {"b": None}])),
    ("no-lang", "launch", without("lang")),
    ("token-uuid", "token", lambda *_: str(uuid.uuid4())),
    ("etag-list", "validators", validators("If-None-Match", lambda value: '"an-older-one", ' + value)),
    ("etag-weak", "validators", validators("If-None-Match", lambda value: value if value.startswith("W/") else "W/" + value)),
    ("clock-four-minutes-slow", "timestamp", shifted(-240)),
    ("per-page-one", "search", fields(perPage=1)),
    ("patient", "timestamp", lambda value, _: time.sleep(2) or shifted(2)(value, _)),
)]

#!/usr/bin/env python3
"""An operator's client of the Customer API, and a driver that does one task with it. Python 3.9, standard library. See README.md."""
import argparse
import datetime
import hashlib
import hmac
import http.client
import ipaddress
import json
import os
import random
import secrets
import ssl
import sys
import time
import urllib.parse
from dataclasses import dataclass, replace

from deviations import FAULTS, VARIANTS

REPEATED = (429, 500, 502, 503, 504)
CAMPAIGNS = "/api/v1/free-rounds/campaigns"


class Refused(Exception):
    """The service answered with an error."""
    def __init__(self, answer):
        super().__init__("status %d" % answer.status)
        self.answer = answer


class NoAnswer(Exception):
    """Nothing, or nothing whole, came back. `sent` says whether a byte of the request may have arrived."""
    def __init__(self, why, sent):
        super().__init__("%s: %s" % (type(why).__name__, why))
        self.sent = sent


@dataclass
class Request:
    method: str
    path: str
    query: str
    body: bytes
    headers: list
    timestamp: str


@dataclass
class Answer:
    status: int
    headers: object
    body: bytes

    @property
    def data(self):
        return json.loads(self.body)["data"]


def quote(text):
    return urllib.parse.quote(text, safe="")


class Client:
    def __init__(self, args):
        named = args.fault or args.variant
        self.deviation = next((each for each in FAULTS + VARIANTS if each.name == named), None)
        self.base = urllib.parse.urlsplit(args.base)
        self.operator, self.timeout = args.operator, args.timeout
        with open(args.secret_file, "rb") as file:
            self.secret = self.at("secret", file.read().rstrip(b"\r\n"))
        self.games, self.etag, self.sessions = None, None, 0

    def at(self, point, value):
        """Returns the value of a point, as the fault or the variant changes it."""
        changes = self.deviation and self.deviation.point == point
        return self.deviation.change(value, self) if changes else value

    # --- calls

    def sign(self, request):
        data = request.body if request.body is not None else request.query.encode()
        self.text = self.at("text", b"|".join([request.path.encode(), request.timestamp.encode(), data]))
        return self.at("signature", hmac.new(self.secret, self.text, hashlib.sha512).hexdigest())

    def exchange(self, method, path, query="", body=None, headers=()):
        """One attempt: signed now, sent once on a new connection, read whole."""
        timestamp = self.at("timestamp", str(int(time.time() * 1000)))
        self.sent = self.at("request", Request(method, self.base.path.rstrip("/") + path, query, body, list(headers), timestamp))
        request = self.sent
        request = replace(request, headers=request.headers + [
            ("X-Operator", self.operator), ("X-Svc-Timestamp", timestamp),
            ("X-Svc-Signature", self.sign(self.at("signing", request)))])
        if request.body is not None:
            request.headers.append(("Content-Type", "application/json"))
        return self.transmit(self.at("sending", request))

    def connect(self):
        if self.base.scheme == "https":
            context = self.at("tls", ssl.create_default_context())
            connection = http.client.HTTPSConnection(self.base.netloc, timeout=self.timeout, context=context)
        else:
            connection = http.client.HTTPConnection(self.base.netloc, timeout=self.timeout)
        try:
            connection.connect()
        except OSError as error:
            raise NoAnswer(error, False) from error
        return connection

    def transmit(self, request):
        connection = self.connect()
        try:
            connection.putrequest(request.method, request.path + ("?" + request.query if request.query else ""))
            for name, value in request.headers:
                connection.putheader(name, value)
            if request.body is not None:
                connection.putheader("Content-Length", str(len(request.body)))
            connection.endheaders(request.body)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer(error, True) from error
        finally:
            connection.close()

    def read(self, method, path, query="", body=None, headers=()):
        """Repeats a call that creates nothing after no answer, 429 and 5xx, with random pauses and never before Retry-After."""
        attempts = self.at("attempts", 4)
        for attempt in range(1, attempts + 1):
            pause = random.uniform(0.05, min(5, 0.1 * 2 ** attempt))
            try:
                answer = self.exchange(method, path, query, body, headers)
                if answer.status < 400:
                    return answer
                if answer.status not in REPEATED or attempt == attempts:
                    raise Refused(answer)
                pause = max(pause, min(30, int(answer.headers.get("Retry-After", "0"))))
            except NoAnswer:
                if attempt == attempts:
                    raise
            time.sleep(pause)

    def create(self, path, fields, is_created):
        """Sends a creation once more only when no byte of it can have arrived. Where nobody knows, a search finds out."""
        for attempt in (1, 2, 3):
            try:
                answer = self.exchange("POST", path, body=json.dumps(fields).encode())
                if answer.status < 400 or (answer.status >= 500 and is_created()):
                    return
                raise Refused(answer)
            except NoAnswer as error:
                if error.sent and is_created():
                    return
                if error.sent or attempt == 3:
                    raise
                time.sleep(random.uniform(0.05, 0.3 * 2 ** attempt))

    # --- what an operator does

    def catalogue(self):
        """Returns the games; asks by a conditional request once a copy is held."""
        validators = [("If-None-Match", self.etag)] if self.etag else []
        answer = self.read("GET", "/api/v1/games", headers=self.at("validators", validators))
        if answer.status != 304:
            self.games, self.etag = answer.data, answer.headers.get("ETag")
        return self.games

    def game(self):
        return next(each["slug"] for each in self.catalogue() if each["available"] == self.at("offered", True))

    def token(self, given=None):
        """Returns a new session's token, or that of the task unless the deviation is about tokens."""
        self.sessions += 1
        return self.at("token", given or secrets.token_urlsafe(24))

    def browser_address(self, peer, forwarded, proxies):
        """The leftmost trustworthy entry: from the right, as far as each hop is one of our proxies (LAU-4)."""
        self.hops = [each.strip() for each in forwarded.split(",")]
        known = [ipaddress.ip_network(each.strip()) for each in proxies.split(",")]
        left, address = list(self.hops), peer
        while left and any(ipaddress.ip_address(address) in network for network in known):
            address = left.pop()
        return self.at("address", address)

    def launch(self, slug, task, token=None):
        """Returns the URL of a game; without a token that of a demo."""
        parameters = {"ipAddress": task["ip"], "freeToPlay": str(token is None).lower()}
        if token is not None:
            parameters.update(currency=task["currency"], token=token)
        if "lang" in task:
            parameters["lang"] = task["lang"]
        query = urllib.parse.urlencode(self.at("launch", parameters), quote_via=urllib.parse.quote, safe="")
        try:
            return self.read("GET", "/api/v1/games/" + quote(slug), query).data["url"]
        except Refused as refused:
            self.at("refused", refused)
            raise

    def create_campaign(self, task):
        fields = {"campaignCode": task["code"], "campaignName": task["name"], "amount": task["amount"], "currencyCode": task["currency"],
                  "startDate": instant(task["start"]), "endDate": instant(task["end"]), "gameSlugs": task["slugs"]}
        if "rounds" in task:
            fields["maxRounds"] = task["rounds"]
        self.create(CAMPAIGNS, self.at("campaign", fields), lambda: self.exists(task["code"]))

    def exists(self, code):
        try:
            return any(each["campaignCode"] == code for each in self.search({"campaignCode": code}, 50))
        except (Refused, NoAnswer):
            return False

    def create_code(self, task, player):
        self.player = player
        fields = {"campaignCode": task["code"], "userId": player["id"], "currencyCode": task["currency"],
                  "bonusCode": "B-" + secrets.token_hex(5).upper()}
        if "codeRounds" in task:
            fields["maxRounds"] = task["codeRounds"]
        self.create(CAMPAIGNS + "/codes", self.at("code", fields), lambda: False)

    def search(self, filters, per_page):
        found, page, pages = [], 1, 1
        while page <= pages:
            body = self.at("search", dict(filters, page=page, perPage=per_page))
            data = self.read("POST", CAMPAIGNS + "/search", body=json.dumps(body).encode()).data
            found += data["list"]
            page, pages = page + 1, data["pagination"]["totalPages"]
        return found

    def disable(self, code):
        self.read("DELETE", CAMPAIGNS + "/" + self.at("segment", quote(code)))


def instant(text):
    """Writes a time of a task with milliseconds."""
    return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").strftime("%Y-%m-%dT%H:%M:%S.000Z")


class Driver:
    """Does one task."""
    def __init__(self, client):
        self.client = client

    def do_catalogue(self, task):
        return len(self.client.catalogue())

    def do_poll(self, task):
        times, interval = self.client.at("schedule", (task["times"], task["interval"]))
        for n in range(times):
            time.sleep(interval if n else 0)
            self.client.catalogue()
        return times

    def do_launch(self, task):
        return self.client.launch(task.get("slug") or self.client.game(), task, self.client.token(task.get("token")))

    def do_launch_demo(self, task):
        return self.client.launch(self.client.game(), task)

    def do_launch_proxied(self, task):
        address = self.client.browser_address(task["peer"], task["forwarded"], task["proxies"])
        return self.do_launch(dict(task, ip=address))

    def do_visit(self, task):
        """Players open the lobby, each in a new session, and click. No URL is asked for before a click."""
        self.client.catalogue()
        first, tokens, kept = task["clicks"][0], {}, {}
        for slug in self.client.at("lobby", []):
            self.client.launch(slug, dict(task, **first), self.client.token())
        for number, click in enumerate(task["clicks"]):
            self.client.clicked = click
            if click["player"] not in tokens:
                tokens[click["player"]] = self.client.token()
            key = self.client.at("click", number)
            if key not in kept:
                kept[key] = self.client.launch(click["slug"], dict(task, **click), tokens[click["player"]])
        return len(task["clicks"])

    def do_create_campaign(self, task):
        self.client.create_campaign(task)
        return task["code"]

    def do_create_codes(self, task):
        self.client.create_campaign(task)
        for player in task["players"]:
            self.client.create_code(task, player)
        return len(task["players"])

    def do_search(self, task):
        names = {"campaign": "campaignCode", "currency": "currencyCode", "from": "from"}
        filters = {name: task[key] for key, name in names.items() if key in task}
        return len(self.client.search(filters, task["perPage"]))

    def do_disable(self, task):
        self.client.disable(task["campaign"])
        return task["campaign"]


def main():
    given = os.environ.get
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", default=given("OPERATORKIT_BASE_URL"))
    parser.add_argument("--operator", default=given("OPERATORKIT_OPERATOR"))
    parser.add_argument("--secret-file", default=given("OPERATORKIT_SECRET_FILE"))
    parser.add_argument("--timeout", type=float, default=10)
    parser.add_argument("--fault", choices=[each.name for each in FAULTS], metavar="NAME")
    parser.add_argument("--variant", choices=[each.name for each in VARIANTS], metavar="NAME")
    parser.add_argument("--list-faults", action="store_true")
    parser.add_argument("--list-variants", action="store_true")
    parser.add_argument("task", nargs="?", default=given("OPERATORKIT_SCENARIO"), help="a task as JSON")
    options = parser.parse_args()
    if options.list_faults or options.list_variants:
        for each in FAULTS if options.list_faults else VARIANTS:
            print("\t".join([each.name, each.rules, each.scenario]))
        return 0
    if not (options.base and options.operator and options.secret_file and options.task):
        parser.error("The base address, the operator, the secret file and the task are needed. See README.md.")
    task = json.loads(options.task)
    try:
        result = getattr(Driver(Client(options)), "do_" + task["do"].replace("-", "_"))(task)
        print(json.dumps({"did": task["do"], "result": result}))
        return 0
    except Refused as refused:
        print(json.dumps({"did": task["do"], "status": refused.answer.status, "message": refused.answer.body[:200].decode("utf-8", "replace")}))
        return 1
    except NoAnswer as silence:
        print(json.dumps({"did": task["do"], "message": str(silence)}))
        return 3


if __name__ == "__main__":
    sys.exit(main())

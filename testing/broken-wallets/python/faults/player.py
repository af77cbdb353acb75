"""Faults of the player callback."""
from answers import utc
from errors import Refusal
from faults.registry import fault
from jsontext import Raw


def shows(name, says, rules, check, change, basis="rule"):
    @fault(name, says, rules, check, basis=basis)
    class _(object):
        def player_record(self, account):
            return change(self, account, super().player_record(account))


def without(right, name):
    return {key: value for key, value in right.items() if key != name}


def with_balance(right, **changes):
    return dict(right, balance=dict(right["balance"], **changes))


shows("player-no-name", "displayName is missing.", "WAL-2", "player", lambda wallet, account, right: without(
    right, "displayName"))
shows("player-name-null", "displayName is null.", "WAL-2 D-14", "player", lambda wallet, account, right: dict(
    right, displayName=None))
shows("player-no-balance", "The balance is missing.", "WAL-2", "player", lambda wallet, account, right: without(
    right, "balance"))
shows("player-flat-balance", "The balance is a number instead of an object.", "WAL-2 D-14", "player",
      lambda wallet, account, right: dict(right, balance=right["balance"]["amount"]))
shows("player-account-number", "accountId is a number.", "WAL-2 D-14", "player", lambda wallet, account, right: dict(
    right, accountId=Raw(account.id.split("-")[1])))
shows("player-other-id", "accountId is an internal key that debits, credits and lookups do not know.", "WAL-2 BON-2",
      "player_id_round_trip", lambda wallet, account, right: dict(right, accountId="acc:" + account.id))
shows("player-id-upper-case", "accountId is written in capitals, unlike the id that lookups know.", "WAL-2 WAL-12",
      "player_id_round_trip", lambda wallet, account, right: dict(right, accountId=account.id.upper()))
shows("player-wrong-currency", "The balance is always said to be in USD.", "WAL-2 GEN-5", "player",
      lambda wallet, account, right: with_balance(right, currency="USD"))
shows("player-symbol-currency", "The currency is written as a symbol.", "WAL-2 GEN-5", "player",
      lambda wallet, account, right: with_balance(right, currency="\u20ac"))
shows("player-opening-balance", "The balance is that of the first call of the session.", "WAL-2",
      "player_after_debit", lambda wallet, account, right: dict(right, balance=wallet.__dict__.setdefault(
          "first", {}).setdefault(account.id, right["balance"])))


@fault("player-any-token", "Every token is accepted; an unknown one is the first player.", "WAL-2", "player_tokens")
class _(object):
    def account_of_token(self, token):
        return super().account_of_token(token) or self.ledger.accounts["player-1"]

    def check_same_movement(self, call, known):
        if call.field("token", None) in self.ledger.tokens:
            super().check_same_movement(call, known)


@fault("player-token-prefix", "A token is found by its beginning: token-1x is token-1.", "WAL-2", "player_tokens")
class _(object):
    def account_of_token(self, token):
        return super().account_of_token(token) or super().account_of_token(token[:7])


@fault("player-token-any-case", "A token is compared without regard to case.", "WAL-2", "player_tokens")
class _(object):
    def account_of_token(self, token):
        return super().account_of_token(token.lower())


@fault("player-token-trimmed", "White space around a token does not count.", "WAL-2", "player_tokens", basis="unsure")
class _(object):
    def account_of_token(self, token):
        return super().account_of_token(token.strip())


@fault("player-id-as-token", "An account id is accepted as a token.", "WAL-2 LAU-10", "player_tokens")
class _(object):
    def account_of_token(self, token):
        return super().account_of_token(token) or self.ledger.accounts.get(token)


@fault("player-single-use-token", "A token works for one /player call: a reload of the client fails.", "LAU-10",
       "player_reload")
class _(object):
    def get_player(self, request):
        token = self.query_value(request, "token")
        used = self.__dict__.setdefault("used_tokens", set())
        if token in used:
            raise Refusal(403, "the token was used")
        response = super().get_player(request)
        used.add(token)
        return response


@fault("player-token-dies-with-debit", "The first debit invalidates the token for /player.", "LAU-10", "player_reload")
class _(object):
    def get_player(self, request):
        if self.query_value(request, "token") in self.__dict__.get("spent", ()):
            raise Refusal(403, "the token was used")
        return super().get_player(request)

    def check_funds(self, call):
        super().check_funds(call)
        self.__dict__.setdefault("spent", set()).add(call.field("token", None))


def unknown_as(name, says, rules, status, basis):
    @fault(name, says, rules, "player_tokens", basis=basis)
    class _(object):
        def get_player(self, request):
            try:
                return super().get_player(request)
            except Refusal as refusal:
                raise Refusal(status if refusal.status == 403 else refusal.status, refusal.message) from None


unknown_as("player-unknown-401", "An unknown token is answered 401.", "ERR-2 D-15", 401, "decision")
unknown_as("player-unknown-500", "An unknown token ends in a 500.", "ERR-4 D-62", 500, "rule")
unknown_as("player-unknown-409", "An unknown token is answered 409.", "ERR-2 D-15", 409, "rule")


@fault("player-unknown-200", "An unknown token is answered 200 with an error object.", "WAL-2 ERR-2", "player_tokens")
class _(object):
    def get_player(self, request):
        try:
            return super().get_player(request)
        except Refusal as refusal:
            return self.success({"error": {"code": 12, "message": refusal.message}})


@fault("player-query-order", "The parameters are read by position: gameId first, then token.", "WAL-2 SIG-6",
       "query_orders")
class _(object):
    def query_value(self, request, name):
        parts = request.query.split("&")
        place = ["gameId", "token"].index(name)
        return parts[place].partition("=")[2] if place < len(parts) else None


@fault("player-token-not-decoded", "The token in the query is not percent-decoded.", "WAL-2 SIG-6", "query_encodings")
class _(object):
    def query_value(self, request, name):
        for part in request.query.split("&"):
            key, _, value = part.partition("=")
            if key == name:
                return value
        return None


@fault("player-extra-parameter-422", "A query parameter beside gameId and token is refused.", "WAL-2 GEN-8",
       "query_extra", basis="unsure")
class _(object):
    def get_player(self, request):
        if any(part.partition("=")[0] not in ("gameId", "token") for part in request.query.split("&")):
            raise Refusal(422, "unknown parameter")
        return super().get_player(request)


@fault("player-cached", "The player record is cached for 30 seconds.", "WAL-2", "player_after_debit")
class _(object):
    def player_record(self, account):
        records = self.__dict__.setdefault("records", {})
        at, found = records.get(account.id, (0, None))
        if found is None or self.now() - at > self.seconds(30):
            found = super().player_record(account)
            records[account.id] = (self.now(), found)
        return found


@fault("player-game-as-number", "A gameId that is not a number is refused.", "WAL-2", "player")
class _(object):
    def get_player(self, request):
        if not (self.query_value(request, "gameId") or "").isdigit():
            raise Refusal(422, "gameId must be a number")
        return super().get_player(request)


@fault("player-resets-balance", "Opening a game restores the opening balance (a demo's leftover).", "WAL-2 WAL-4",
       "player_after_debit")
class _(object):
    def player_record(self, account):
        account.balance = self.opening_balance(self.decimals(account.currency))
        return super().player_record(account)


@fault("player-updated-at-old", "updatedAt of the player's balance has a local offset.", "GEN-3 WAL-2", "player")
class _(object):
    def player_record(self, account):
        found = super().player_record(account)
        found["balance"]["updatedAt"] = utc(self.now_millis() + 7_200_000).replace("Z", "+02:00")
        return found

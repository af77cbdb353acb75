"""Faults of money: parsing, storage, arithmetic, writing of amounts."""
import json
import struct

import money
from errors import Refusal
from faults.registry import fault
from jsontext import Number


def reads(name, says, rules, check, rule, basis="rule", variant=None):
    """A fault in the conversion of a JSON number; `rule` gets the text and the decimals."""
    @fault(name, says, rules, check, basis=basis, variant=variant)
    class _(object):
        def minor_units(self, number, currency):
            return rule(str(number), self.decimals(currency))


def by_float(text, places):
    return int(float(text) * 10 ** places)


def in_range(minor):
    if not 0 <= minor <= money.LARGEST:
        raise money.AmountError("the amount is out of range")
    return minor


def cut(text, places):
    """Exact for what fits; more decimals are cut off."""
    try:
        return money.to_minor(text, places)
    except money.AmountError as error:
        if "decimals" not in str(error):
            raise
    whole, _, rest = text.partition(".")
    return money.to_minor(whole + "." + rest[:places], places)


def rounded(text, places):
    try:
        return money.to_minor(text, places)
    except money.AmountError as error:
        if "decimals" not in str(error):
            raise
        return in_range(round(float(text) * 10 ** places))


def split(text, places):
    if "e" in text.lower():
        return money.to_minor(text, places)
    whole, _, rest = text.partition(".")
    return in_range(int(whole) * 10 ** places + int((rest or "0")[:places]))


def exponent_cut(text, places):
    return money.to_minor(text.lower().split("e")[0], places)


reads("float-cents-cut", "Minor units are int(amount * 100): 1.15 becomes 114.", "WAL-16 WAL-4", "odd_cents",
      lambda text, places: in_range(by_float(text, places)))
reads("float-double", "The amount goes through a double before it becomes minor units.", "WAL-16 D-20",
      "around_two_to_53", lambda text, places: in_range(round(float(text) * 10 ** places)))
reads("float-single", "The amount goes through a 32-bit float.", "WAL-16 WAL-10", "seven_digits",
      lambda text, places: in_range(round(struct.unpack("f", struct.pack("f", min(float(text), 3e38)))[0]
                                          * 10 ** places)))
reads("decimal-split", "The text is split at the point: 1.5 becomes 1.05.", "WAL-4 WAL-16", "one_decimal", split)
reads("extra-decimals-rounded", "Decimals past the minor unit are rounded.", "WAL-16 D-19", "extra_decimals", rounded,
      basis="books")
reads("extra-decimals-cut", "Decimals past the minor unit are cut off.", "WAL-16 D-19", "extra_decimals", cut,
      basis="books")
reads("exponent-cut", "The exponent of a number is ignored: 1e1 becomes 1.", "WAL-4 WAL-16 D-19", "exponent_amounts",
      exponent_cut, basis="books")
reads("int32-wraps", "Amounts are kept in 32 bits and wrap past 21,474,836.47.", "WAL-10 WAL-16 D-20", "around_two_to_31",
      lambda text, places: money.to_minor(text, places) & 0x7FFFFFFF)
reads("uint32-wraps", "Amounts are kept in 32 unsigned bits and wrap past 42,949,672.95.", "WAL-10 WAL-16 D-20",
      "around_two_to_32", lambda text, places: money.to_minor(text, places) & 0xFFFFFFFF)


def refuses(name, says, rules, check, is_bad, basis="rule"):
    @fault(name, says, rules, check, basis=basis)
    class _(object):
        def minor_units(self, number, currency):
            if is_bad(str(number)):
                raise money.AmountError("the amount is not readable")
            return super().minor_units(number, currency)


refuses("integer-form-refused", "An amount written without a point is refused.", "WAL-16", "number_forms",
        lambda text: "." not in text and text != "0")
refuses("zero-with-decimals-refused", "A zero written 0.00 is not recognised as a zero payout or stake.", "WAL-9 WAL-16",
        "number_forms", lambda text: text == "0.00")
refuses("trailing-zeros-refused", "1.500 is refused in a currency of two decimals.", "WAL-16 D-19", "extra_zeros",
        lambda text: len(text.partition(".")[2]) > 2, basis="decision")
refuses("exponent-refused", "Exponent form is refused.", "WAL-16 D-19", "exponent_amounts",
        lambda text: "e" in text.lower(), basis="decision")


@fault("balance-in-floats", "Balances are kept and written as floating-point numbers.", "WAL-16 WAL-13", "ten_dimes")
class _(object):
    def set_up(self):
        self.floats = {}

    def change_balance(self, call, delta):
        scale = 10.0 ** self.decimals(call.account.currency)
        value = self.floats.get(call.account.id, call.account.balance / scale) + delta / scale
        self.floats[call.account.id] = value
        super().change_balance(call, delta)

    def balance_object(self, account, minor, at):
        scale = 10.0 ** self.decimals(account.currency)
        found = super().balance_object(account, minor, at)
        if account.id in self.floats and minor == account.balance:
            found["amount"] = Number(repr(self.floats[account.id]))
        else:
            found["amount"] = Number(repr(minor / scale))
        return found


@fault("balance-double-above-2-53", "Balances are doubles: past 2^53 minor units cents disappear.", "WAL-16 WAL-13",
       "around_two_to_53")
class _(object):
    def change_balance(self, call, delta):
        call.account.balance = int(float(call.account.balance) + float(delta))


@fault("balance-saturates-int32", "The balance stops at 21,474,836.47.", "WAL-10 WAL-16 D-20", "around_two_to_31")
class _(object):
    def change_balance(self, call, delta):
        call.account.balance = min(call.account.balance + delta, 2 ** 31 - 1)


@fault("payout-capped", "Payouts over 250,000.00 are cut to that limit.", "WAL-10 RND-2", "large_payout")
class _(object):
    def delta(self, call):
        return min(super().delta(call), 250_000 * 10 ** self.decimals(call.account.currency))


@fault("payout-limit-422", "Payouts over 100,000.00 wait for approval and are refused.", "RND-2 WAL-8",
       "large_payout")
class _(object):
    def check_free_payout(self, call):
        if call.amount > 100_000 * 10 ** self.decimals(call.account.currency):
            raise Refusal(422, "the payout needs an approval")


def accepts(name, says, rules, check, convert, basis="decision"):
    """A fault that reads as an amount what is none."""
    @fault(name, says, rules, check, basis=basis)
    class _(object):
        def read_amount(self, call, name):
            value = call.field(name + ".amount", None)
            converted = convert(value)
            if converted is not None:
                call.body = dict(call.body)
                call.body[name] = dict(call.body.get(name) or {}, amount=Number(converted))
            return super().read_amount(call, name)


accepts("amount-string-read", "A string is read as a number.", "WAL-16 D-20", "amount_types",
        lambda value: str(value) if isinstance(value, str) and not isinstance(value, Number)
        and value.replace(".", "").isdigit() else None)
accepts("amount-boolean-read", "true is read as 1.", "WAL-16 D-20", "amount_types",
        lambda value: str(int(value)) if isinstance(value, bool) else None)
accepts("amount-null-read", "A missing or null amount is read as 0.", "WAL-16 D-20", "amount_types",
        lambda value: "0" if value is None else None)
accepts("amount-absolute", "The sign of a negative amount is dropped.", "WAL-4 D-20", "negative_amounts",
        lambda value: value[1:] if isinstance(value, Number) and value.startswith("-") else None, basis="books")


@fault("negative-accepted", "A negative stake adds money and a negative payout takes it.", "WAL-4 RND-2 D-20",
       "negative_amounts", basis="books")
class _(object):
    def minor_units(self, number, currency):
        if number.startswith("-"):
            return -super().minor_units(Number(number[1:]), currency)
        return super().minor_units(number, currency)


@fault("overdraft", "The funds are not checked.", "ERR-2", "insufficient")
class _(object):
    def check_funds(self, call):
        pass


def funds(name, says, rules, check, is_short):
    @fault(name, says, rules, check)
    class _(object):
        def check_funds(self, call):
            if is_short(call.amount, call.account.balance):
                raise Refusal(409, "insufficient funds")


funds("all-in-refused", "A stake of the whole balance is refused.", "ERR-2 WAL-4", "all_in",
      lambda amount, balance: amount >= balance and amount > 0)
funds("overdraft-one-cent", "One minor unit more than the balance is accepted.", "ERR-2", "all_in",
      lambda amount, balance: amount > balance + 1)
funds("funds-in-whole-units", "Stake and balance are compared without their decimals.", "ERR-2", "all_in",
      lambda amount, balance: amount // 100 > balance // 100)
funds("zero-stake-without-funds", "A zero stake on an empty account is refused as insufficient.",
      "ERR-2 WAL-5 RND-1", "free_round_when_broke", lambda amount, balance: balance <= 0 or amount > balance)


def moves(name, says, rules, check, delta, variant=None):
    """A fault in the amount that is added; `delta` gets wallet, call and the right amount."""
    @fault(name, says, rules, check, variant=variant)
    class _(object):
        def delta(self, call):
            return delta(self, call, super().delta(call))


moves("payout-net", "The stake is taken off the payout.", "RND-2 WAL-7", "plain_round",
      lambda self, call, right: right - call.round.stake if call.kind == "credit" and right else right)
moves("payout-plus-stake", "The stake is returned with the payout.", "RND-2 WAL-7", "plain_round",
      lambda self, call, right: right + call.round.stake if call.kind == "credit" else right)
moves("rollback-returns-nothing", "The round is reverted but the stake is kept.", "RND-3 WAL-11", "plain_rollback",
      lambda self, call, right: 0 if call.kind == "rollback" else right)
moves("rollback-takes-again", "The rollback subtracts the stake a second time.", "RND-3 WAL-11", "plain_rollback",
      lambda self, call, right: -right if call.kind == "rollback" else right)
moves("stake-not-taken", "A debit is recorded but the balance stays.", "WAL-4", "plain_round",
      lambda self, call, right: 0 if call.kind == "debit" else right)
moves("small-stake-free", "Stakes under 0.05 are rounded to nothing.", "WAL-4", "smallest_stake",
      lambda self, call, right: 0 if call.kind == "debit" and right > -5 else right)
moves("small-payout-lost", "Payouts under 0.05 are rounded to nothing.", "RND-2 WAL-9", "smallest_payout",
      lambda self, call, right: 0 if call.kind == "credit" and right < 5 else right)


@fault("rollback-returns-latest-stake", "The rollback returns the player's newest stake, not the one named.",
       "RND-3 WAL-11", "rollback_of_older")
class _(object):
    def stake_to_return(self, call):
        mine = [found for found in self.ledger.transactions.values()
                if found.kind == "debit" and found.account == call.account.id]
        return mine[-1].amount


@fault("rollback-amount-from-body", "The rollback returns the amount its body names, if any.", "RND-3 WAL-11",
       "rollback_with_amount")
class _(object):
    def stake_to_return(self, call):
        value = call.field("stake.amount", call.field("amount", None))
        if isinstance(value, Number):
            return self.minor_units(value, call.account.currency)
        return super().stake_to_return(call)


@fault("stake-currency-ignored", "A stake in another currency is taken one to one.", "GEN-5 D-54", "other_currency",
       basis="books")
class _(object):
    def check_currency(self, call, name):
        pass


def decimals_of(name, says, check, variant, places):
    @fault(name, says, "WAL-16 GEN-5", check, shows="variant", variant=variant)
    class _(object):
        def decimals(self, currency):
            return places


@fault("jpy-has-cents", "Yen are stored as they are but divided by 100 in answers.", "WAL-13 WAL-16 GEN-5",
       "smallest_stake", shows="variant", variant="jpy")
class _(object):
    def amount_text(self, minor, currency):
        return money.to_text(minor, 2)


@fault("jpy-multiplied", "Amounts in yen are multiplied by 100 when they are read.", "WAL-4 WAL-16 GEN-5",
       "smallest_stake", shows="variant", variant="jpy")
class _(object):
    def minor_units(self, number, currency):
        return super().minor_units(number, currency) * 100


@fault("jpy-fractions-accepted", "A stake of 0.5 JPY is accepted and taken as half a yen.", "WAL-16 D-19",
       "half_unit_stake", basis="books", shows="variant", variant="jpy")
class _(object):
    def decimals(self, currency):
        return 2


decimals_of("kwd-has-two-decimals", "Dinars are handled with two decimals.", "smallest_stake", "kwd", 2)
decimals_of("btc-has-two-decimals", "Crypto amounts are handled with two decimals.", "smallest_stake", "btc", 2)
decimals_of("btc-has-six-decimals", "Crypto amounts are handled with six decimals.", "smallest_stake", "btc", 6)


def writes(name, says, rules, check, text, basis="rule", variant=None):
    """A fault in how an amount is written; `text` gets the right text and returns JSON."""
    @fault(name, says, rules, check, basis=basis, variant=variant)
    class _(object):
        def amount_text(self, minor, currency):
            return text(super().amount_text(minor, currency))


writes("balance-as-string", "The balance amount is a string.", "WAL-13 WAL-16", "plain_round", json.dumps)
writes("balance-in-minor-units", "The balance amount is written in minor units.", "WAL-13 WAL-16", "plain_round",
       lambda text: text.replace(".", ""))
writes("balance-exponent-form", "The balance amount is written in exponent form.", "WAL-13 WAL-16", "plain_round",
       lambda text: "%.15E" % float(text), basis="unsure")
writes("balance-whole", "The balance amount is cut to whole units.", "WAL-13", "odd_cents",
       lambda text: text.partition(".")[0])
writes("balance-one-decimal", "The balance amount is rounded to one decimal.", "WAL-13", "odd_cents",
       lambda text: "%.1f" % float(text))
writes("balance-five-cents", "The balance amount is rounded to five cents in the answer.", "WAL-13", "odd_cents",
       lambda text: "%.2f" % (round(float(text) * 20) / 20))
writes("balance-decimal-comma", "The balance amount is written with a decimal comma.", "WAL-13", "plain_round",
       lambda text: text.replace(".", ","))
writes("balance-grouped", "The balance amount is a string with thousands separators.", "WAL-13", "plain_round",
       lambda text: json.dumps("{:,}".format(float(text))))
writes("btc-as-float", "A crypto balance is written as a float prints it.", "WAL-13 WAL-16", "crypto_round",
       lambda text: repr(float(text)), basis="unsure", variant="btc")
writes("balance-six-digits", "The balance is printed with %g: six significant digits.", "WAL-13", "odd_cents",
       lambda text: "%g" % float(text))


@fault("balance-before", "The answer shows the balance before the movement.", "WAL-4 WAL-13", "plain_round")
class _(object):
    kinds = ("debit", "credit", "rollback")

    def new_transaction(self, call):
        found = super().new_transaction(call)
        if call.kind in self.kinds:
            found.balance -= self.delta(call)
        return found


def before(name, says, kind, check):
    @fault(name, says, "WAL-13", check)
    class _(object):
        def new_transaction(self, call):
            found = super().new_transaction(call)
            if call.kind == kind:
                found.balance -= self.delta(call)
            return found


before("balance-before-credit", "A credit answers the balance before the payout.", "credit", "plain_round")
before("balance-before-rollback", "A rollback answers the balance before the stake came back.", "rollback",
       "plain_rollback")

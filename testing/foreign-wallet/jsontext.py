"""Strict JSON in, exact JSON out. Numbers keep the text they were written with."""
import json
import re

DEEPEST = 64


class Malformed(ValueError):
    """The text is not the JSON that the specification and D-38 accept."""


class Number(str):
    """A JSON number, as its text."""


class Raw(str):
    """Text that is written into the output unchanged."""


def _no_constant(name):
    raise Malformed(name + " is not JSON")


def _unique_pairs(pairs):
    """Builds an object and refuses duplicate keys."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Malformed("duplicate key")
    return found


def parse(text):
    """Parses one JSON text; nothing may follow it."""
    depth = 0
    for bracket in re.findall(r'[\[{\]}]', re.sub(r'"(?:[^"\\]|\\.)*"', "", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise Malformed("nested too deeply")
    return json.loads(text, object_pairs_hook=_unique_pairs, parse_float=Number, parse_int=Number, parse_constant=_no_constant)


def write(value):
    """Writes a value as JSON; the text of a Raw is copied."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(key) + ":" + write(item) for key, item in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)

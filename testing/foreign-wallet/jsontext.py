"""Strict JSON in, exact JSON out. Numbers keep the text they were written with."""
import json

DEEPEST = 64


class Malformed(ValueError):
    """The text is not the JSON that the specification and D-38 accept."""


class Number(str):
    """A JSON number, as its text."""


class Raw(str):
    """Text that is written into the output as it is."""


def _no_constant(name):
    raise Malformed(name + " is not JSON")


def unique_pairs(pairs):
    """Builds an object and refuses duplicate keys."""
    found = {}
    for key, value in pairs:
        if key in found:
            raise Malformed("duplicate key " + key[:40])
        found[key] = value
    return found


def parse(text, pairs=unique_pairs, constant=_no_constant):
    """Parses one JSON text; nothing may follow it."""
    depth = deepest = 0
    in_string = escaped = False
    for char in text:
        if in_string:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == '"':
                in_string = False
        elif char == '"':
            in_string = True
        elif char in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "]}":
            depth -= 1
    if deepest > DEEPEST:
        raise Malformed("nested too deeply")
    return parse_any_depth(text, pairs, constant)


def parse_any_depth(text, pairs=unique_pairs, constant=_no_constant):
    """Parses one JSON text with no limit on its depth but the interpreter's."""
    try:
        return json.loads(text, object_pairs_hook=pairs, parse_float=Number,
                          parse_int=Number, parse_constant=constant)
    except Malformed:
        raise
    except ValueError as error:
        raise Malformed("malformed JSON: %s" % error) from None


def write(value, indent=None, level=0):
    """Writes a value as JSON; Raw and Number texts are copied."""
    if isinstance(value, (Raw, Number)):
        return str(value)
    if isinstance(value, dict):
        opening, closing = "{", "}"
        parts = [json.dumps(key) + (": " if indent else ":") + write(item, indent, level + 1)
                 for key, item in value.items()]
    elif isinstance(value, (list, tuple)):
        opening, closing = "[", "]"
        parts = [write(item, indent, level + 1) for item in value]
    else:
        return json.dumps(value, ensure_ascii=False)
    if not indent or not parts:
        return opening + ",".join(parts) + closing
    margin = "\n" + " " * (indent * (level + 1))
    return opening + margin + ("," + margin).join(parts) + "\n" + " " * (indent * level) + closing

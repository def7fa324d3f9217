"""The published examples of draws: the generator and the replay give them, and so does a second model.

The examples in tests/vectors/draw.json come from `model_*` below, written from the docstring of draw.py and
sharing no code with it. Run this file to write them anew.
"""

import hashlib
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tables.rules.draw import Draw, commitment
from tables.rules.replay import replay

FILE = Path(__file__).parents[1] / "vectors" / "draw.json"
ZEROS = "00" * 32
SEED = hashlib.sha256(b"Floorman example seed").hexdigest()
LONG_SEED = "".join(f"{byte:02x}" for byte in range(100))  # longer than a SHA-256 block

STREAMS = [
    (ZEROS, 1, "seats", "", [10]),
    (ZEROS, 2, "seats", "", [10]),
    (ZEROS, 1, "seats", "cut", [10]),
    (SEED, 12, "late-seat", "陳大文 says 7", [9, 8, 7, 6, 5, 4, 3, 2, 1]),
    (SEED, 1234, "break table 5", "Nguyễn Thị Ánh ♠", [1, 2, 1, 255, 256, 257]),
    (SEED, 7, "", "\U0001f0a1", [65535, 65536, 65537, 10_000, 33_000, 129, 200]),
    (SEED, 8, "seats", "e\u0301 is not \u00e9", [2**24, 2**24 + 1, 2**32, 2**40 + 1, 2**47 + 1, 2**48]),
    (LONG_SEED, 10**12, "seats", "a\nb", [52]),
    ("", 1, "seats", "", [6]),
]
SHUFFLES = [(ZEROS, 1, "seats", "", n) for n in (0, 1, 2, 9)] + [(SEED, 3, "shuffle", "", 300)]
TABLES = [
    {"number": 1, "chairs": [1, 2, 3, 4, 5, 6, 7, 8, 9], "taken": 0},
    {"number": 2, "chairs": [1, 3, 4, 6, 7, 8, 9], "taken": 1},
    {"number": 5, "chairs": [2, 10], "taken": 0},
    {"number": 12, "chairs": [], "taken": 9},
    {"number": 13, "chairs": [9, 8, 7], "taken": 6},
]
RECORDS: list[tuple[str, Any]] = [
    ("seats", {"entries": [f"e{n}" for n in range(1, 16)], "tables": TABLES}),
    ("seats", {"entries": [f"e{n}" for n in range(1, 22)], "tables": TABLES}),
    ("seats", {"entries": [], "tables": TABLES}),
    ("seats", {"entries": [4, 1, 3], "tables": TABLES[:2]}),
    ("late-seat", {"entry": "e77", "tables": [{"number": 3, "open": [4, 9], "players": 7}]}),
    (
        "late-seat",
        {
            "entry": "e78",
            "tables": [
                {"number": 3, "open": [4, 9], "players": 6},
                {"number": 8, "open": [], "players": 6},
                {"number": 14, "open": [1, 2, 8], "players": 6},
            ],
        },
    ),
    ("late-seat", {"entry": "e79", "tables": []}),
    ("shuffle", ["♠A", "♥A", "♦A", "♣A"]),
    ("pick", [10, 20, 30, 40, 50, 60, 70]),
    ("last-hands", ["2c", "2d", "2h", "2s", "3c", "3d", "3h", "3s", "4c"]),
]


def model_key(seed: bytes, number: int, purpose: str, cut: str) -> bytes:
    """HMAC-SHA-256 as in RFC 2104, spelled out."""
    message = b""
    for text in (f"{number}", purpose, cut):
        coded = text.encode("utf-8")
        message += bytes([0, 0, len(coded) // 256, len(coded) % 256]) + coded
    padded = (seed if len(seed) <= 64 else hashlib.sha256(seed).digest()).ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in padded) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in padded) + inner).digest()


def model_stream(key: bytes) -> Iterator[int]:
    """The bytes of the stream, one at a time."""
    for i in itertools.count():
        yield from hashlib.sha256(key + bytes.fromhex(f"{i:016x}")).digest()


def model_below(stream: Iterator[int], n: int) -> int:
    """A number below n: whole sets of n values are used, the incomplete last set is not."""
    size = next(k for k in itertools.count() if 256**k >= n)
    while True:
        value = 0
        for _ in range(size):
            value = 256 * value + next(stream)
        if value // n < 256**size // n:
            return value % n


def model_shuffle(stream: Iterator[int], items: list[Any]) -> list[Any]:
    """Fisher-Yates from the end, taking each drawn item out to the back."""
    front, back = list(items), []
    while len(front) > 1:
        j = model_below(stream, len(front))
        drawn, last = front[j], front.pop()
        if j < len(front):
            front[j] = last
        back.append(drawn)
    return front + back[::-1]


def model_record(kind: str, candidates: Any, stream: Iterator[int]) -> Any:
    """The outcome of a recorded draw."""
    if kind == "shuffle":
        return model_shuffle(stream, candidates)
    if kind in {"pick", "last-hands"}:
        return candidates[model_below(stream, len(candidates))]
    if kind == "late-seat":
        seats = [[t["number"], chair] for t in candidates["tables"] for chair in t["open"]]
        return [candidates["entry"], *seats[model_below(stream, len(seats))]] if seats else None
    sizes = {t["number"]: t["taken"] for t in candidates["tables"]}
    full = {t["number"]: t["taken"] + len(t["chairs"]) for t in candidates["tables"]}
    for _ in candidates["entries"]:
        number = min((n for n in sizes if sizes[n] < full[n]), key=lambda n: (sizes[n], n))
        sizes[number] += 1
    seats = []
    for t in candidates["tables"]:
        used = model_shuffle(stream, t["chairs"])[: sizes[t["number"]] - t["taken"]]
        seats += [[t["number"], chair] for chair in range(1, 11) if chair in used]
    entries = model_shuffle(stream, candidates["entries"])
    return [[entry, *seat] for entry, seat in zip(entries, seats, strict=True)]


def model_examples() -> dict[str, Any]:
    """All examples, as stored."""
    asked = ["seed", "number", "purpose", "cut"]
    streams, shuffles, records = [], [], []
    for *draw, below in STREAMS:
        seed, number, purpose, cut = draw
        key = model_key(bytes.fromhex(seed), number, purpose, cut)
        bounds = (below * 40)[: max(40, len(below))]
        stream = model_stream(key)
        streams.append(
            dict(zip(asked, draw, strict=True))
            | {"commitment": hashlib.sha256(bytes.fromhex(seed)).hexdigest(), "key": key.hex()}
            | {"below": bounds, "drawn": [model_below(stream, n) for n in bounds]}
        )
    for *draw, n in SHUFFLES:
        seed, number, purpose, cut = draw
        stream = model_stream(model_key(bytes.fromhex(seed), number, purpose, cut))
        order = model_shuffle(stream, list(range(1, n + 1)))
        shuffles.append(dict(zip(asked, draw, strict=True)) | {"n": n, "order": order})
    for number, (kind, candidates) in enumerate(RECORDS, start=1):
        purpose = kind if number % 2 else f"{kind} {number}"
        stream = model_stream(model_key(bytes.fromhex(SEED), number, purpose, "Łukasz"))
        records.append(
            {"seed": SEED, "number": number, "purpose": purpose, "cut": "Łukasz", "kind": kind}
            | {"candidates": candidates, "outcome": model_record(kind, candidates, stream)}
        )
    return {"streams": streams, "shuffles": shuffles, "records": records}


EXAMPLES = json.loads(FILE.read_text(encoding="utf-8"))


def _draw(example: dict[str, Any]) -> Draw:
    return Draw(bytes.fromhex(example["seed"]), example["number"], example["purpose"], example["cut"])


def test_the_examples_are_those_of_the_second_model() -> None:
    assert model_examples() == json.loads(FILE.read_text(encoding="utf-8"))


def test_a_value_worked_out_with_openssl() -> None:
    r"""Key and first block of the first stream, from the command line.

    K=$(printf '\0\0\0\0011\0\0\0\5seats\0\0\0\0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:00...00)
    (printf $K | xxd -r -p; printf '\0\0\0\0\0\0\0\0') | openssl dgst -sha256
    """
    key = "73658c4b9a5ff1ba117283a33fb014a53e88852b6f260d104de01d65e421f21d"
    block = bytes.fromhex("4ecee4e11b292b037305a568a06547d69c8cc8b9f0846057651523d7ce13a2c7")
    assert EXAMPLES["streams"][0]["key"] == key
    assert EXAMPLES["streams"][0]["drawn"][:8] == [byte % 10 for byte in block if byte < 250][:8]


@pytest.mark.parametrize("example", EXAMPLES["streams"], ids=lambda e: f"{e['number']}-{e['purpose']}")
def test_numbers_are_as_published(example: dict[str, Any]) -> None:
    draw = _draw(example)
    assert [draw.below(n) for n in example["below"]] == example["drawn"]
    assert commitment(bytes.fromhex(example["seed"])) == example["commitment"]


@pytest.mark.parametrize("example", EXAMPLES["shuffles"], ids=lambda e: str(e["n"]))
def test_shuffles_are_as_published(example: dict[str, Any]) -> None:
    assert list(_draw(example).shuffle(range(1, example["n"] + 1))) == example["order"]


@pytest.mark.parametrize("example", EXAMPLES["records"], ids=lambda e: f"{e['number']}-{e['kind']}")
def test_recorded_draws_replay_as_published(example: dict[str, Any]) -> None:
    asked = dict(example, seed=bytes.fromhex(example["seed"]))
    outcome = asked.pop("outcome")
    assert replay(**asked) == outcome


if __name__ == "__main__":
    rows = {
        name: ",\n".join(json.dumps(row, ensure_ascii=False) for row in part)
        for name, part in model_examples().items()
    }
    text = ",\n".join(f'"{name}": [\n{part}\n]' for name, part in rows.items())
    FILE.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")

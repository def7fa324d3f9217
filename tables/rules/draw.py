"""Chance that can be proved: every draw can be done again from the Day's seed by anyone.

Byte for byte, so that it can be written anew in any language:

1. **Message.** For each of the draw's number (decimal digits, no sign, no leading zero), its purpose and its
   cut, in this order: the length of its UTF-8 bytes as 4 bytes, most significant first, then those bytes.
   Text is taken exactly as stored, without Unicode normalisation.
2. **Key.** HMAC-SHA-256 with the Day's seed (its raw bytes) as key, over the message: 32 bytes.
3. **Stream.** Block i, for i = 0, 1, 2, ..., is the SHA-256 of the key followed by i as 8 bytes, most
   significant first. The blocks one after another are the stream. It is read from its start, each byte
   once; a read may begin in one block and end in the next.
4. **A number below n.** k is the smallest whole number with 256**k >= n. Read k bytes as a number, most
   significant byte first. If it is not less than the largest multiple of n that is at most 256**k, drop
   it and read the next k bytes; else the answer is the remainder of its division by n. For n = 1, k is 0:
   nothing is read and the answer is 0.
5. **A shuffle** (Fisher-Yates, from the end): for i from the last index down to 1, draw j below i + 1 and
   exchange the items at i and j. Indices count from 0.
6. **A pick** of one item: the item at the index drawn below the number of items.

The commitment, shown before anyone is drawn, is the SHA-256 of the seed in lower-case hex.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")

BLOCKS_AHEAD = 8  # made at a time: fewer joins of small bytes objects; never seen in what is drawn


class Draw:
    """One numbered draw of a Day: a stream of chance, used up in the order of the calls.

    `number` counts a Day's draws from 1, `purpose` says what for ("seats"), `cut` is any text a player added.

    >>> Draw(bytes(32), 1, "seats").shuffle("ABCDE")
    ('E', 'B', 'A', 'C', 'D')
    """

    __slots__ = ("_block", "_buffer", "_key", "_position")

    def __init__(self, seed: bytes, number: int, purpose: str, cut: str = "") -> None:
        if number < 0:
            raise ValueError(f"A draw's number is never negative: {number}")
        self._key = hmac.digest(seed, _message(number, purpose, cut), "sha256")
        self._block = 0
        self._buffer = b""
        self._position = 0

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely as any other. ValueError for n < 1."""
        if n < 1:
            raise ValueError(f"There is no number below {n} to draw")
        size = ((n - 1).bit_length() + 7) // 8
        span = 1 << 8 * size
        limit = span - span % n
        while True:
            value = int.from_bytes(self._read(size), "big")
            if value < limit:
                return value % n

    def shuffle(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items in an order where each order is as likely as any other."""
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self.below(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return tuple(shuffled)

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items, each as likely as any other. ValueError when there are none."""
        return items[self.below(len(items))]

    def _read(self, size: int) -> bytes:
        """The next bytes of the stream."""
        while len(self._buffer) - self._position < size:
            self._refill()
        start = self._position
        self._position = start + size
        return self._buffer[start : self._position]

    def _refill(self) -> None:
        """Append the next blocks to what is left of the buffer."""
        blocks = range(self._block, self._block + BLOCKS_AHEAD)
        made = [hashlib.sha256(self._key + i.to_bytes(8, "big")).digest() for i in blocks]
        self._buffer = self._buffer[self._position :] + b"".join(made)
        self._position = 0
        self._block = blocks.stop


def _message(number: int, purpose: str, cut: str) -> bytes:
    """What the seed is keyed with: each part behind its length, so that no two draws share a message."""
    parts = (part.encode() for part in (str(number), purpose, cut))
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def commitment(seed: bytes) -> str:
    """The hex SHA-256 of a seed: shows that the seed was fixed, without showing it.

    >>> commitment(bytes(32))[:8]
    '66687aad'
    """
    return hashlib.sha256(seed).hexdigest()

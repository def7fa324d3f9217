"""The desk's search among 10,500 players of many scripts, by the page's own address.

    python -m bench.search [--players 10500] [--rounds 7]

What a clerk types and what a scanner sends, each asked for as the desk's page asks: signed in, the part
of the page that shows who was found. Processor of this process and, on PostgreSQL (BENCH_DATABASE_URL,
on this machine), of the server that answers it. The median of the rounds counts. Target: each under 50 ms.
"""

import argparse
import random
import statistics
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import Any

from bench.register import set_up

TARGET_MS = 50.0
ENTERED = 2_000
# Given and family names by script, so that thousands share a word, as in a real house.
_NAMES = {
    "Latin": (
        "John Zoë Seán Jürgen Łukasz Renée Patrick María Håkan Emily Ali Pedro Marek Chloé Yusuf",
        "O’Brien Müller Sjöberg García Rossi Nowak Lefèvre Smith D'Angelo Groß Silva Öztürk Lee Nguyen",
    ),
    "Vietnamese": ("Ánh Minh Đức Hương Thị Quân Ngọc Tuấn", "Nguyễn Trần Lê Phạm Hoàng Đặng Bùi"),
    "Cyrillic": ("Иван Мария Ольга Дмитрий Юлия Алексей", "Иванов Ли Петрова Королёв Щербаков Йовович"),
    "Chinese": ("大文 偉 小明 美玲 志強 家輝", "王 陳 李 張 歐陽 黃"),
    "Greek": ("Γιώργος Ελένη Νίκος Δημήτρης", "Παπαδόπουλος Ιωάννου Λάμπρου"),
}
_SHARE = {"Latin": 5, "Vietnamese": 2, "Cyrillic": 1, "Chinese": 1, "Greek": 1}


def make_people(count: int) -> list[Any]:
    """Players drawn by chance from the names above, each with a card; some with an alias."""
    from tournaments.models import Player
    from tournaments.rules.names import search_key

    chance = random.Random(1)
    scripts = [script for script, share in _SHARE.items() for _ in range(share)]
    made = []
    for card in range(100_001, 100_001 + count):
        first, last = (chance.choice(names.split()) for names in _NAMES[chance.choice(scripts)])
        second = chance.choice(("", f" {chance.choice('ABCDEFGHIJ')}."))
        alias = chance.choice(("", "", "", f"Ace{card % 500}"))
        player = Player(first_name=first + second, last_name=last, alias=alias, card=str(card))
        player.search = search_key(player.first_name, player.last_name, player.alias, str(card))
        made.append(player)
    return Player.objects.bulk_create(made, batch_size=2_000)


def make_event(players: list[Any]) -> None:
    """An event "main" that the first of them entered, the very first by a ticket."""
    from tests import factories
    from tournaments.models import Entry, Purchase, Ticket

    day = factories.make_day(factories.make_event(slug="main"))
    option, start = factories.make_option(day.event), factories.START
    entries = Entry.objects.bulk_create(
        Entry(event=day.event, day=day, player=player, option=option, number=i, state="paid",
              token=f"TOKEN{i:07d}", made_at=start, paid_at=start)
        for i, player in enumerate(islice(players, ENTERED), start=1)
    )  # fmt: skip
    purchase = Purchase.objects.create(
        event=day.event, entry=entries[0], option=option, chips=20_000, at=start
    )
    Ticket.objects.create(code="SAT-77001", event=day.event, purchase=purchase, amount=55_000, at=start)


TYPED = (
    *("nguyen", "nguyễn anh", "anh ngu", "o brien", "obrien", "O'Brien, Pat", "muller", "gross", "lee"),
    *("ли", "иванов", "королев", "王", "歐陽", "王大文", "παπαδοπουλος", "ελένη", "ace1"),
    *("n", "a", "1", "л", "o", "10", "100001", "105500", "1002"),
    *("TOKEN0000001", "http://desk.local/C/TOKEN0000500/", "SAT-77001", "NOTOKEN99999"),
    *("qqqq", "nguyen qqqq", "a e i o u n r s t l", "%_%", "x" * 200, "a " * 100),
)


def server_seconds() -> float:
    """Processor seconds of the database's own process for this connection; 0 where there is none."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0.0
    connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    return int(Path(f"/proc/{pid}/schedstat").read_text("ascii").split()[0]) / 1e9


def asked_ms(client: Any, typed: str) -> float:
    """One search as the desk's page sends it."""
    before = time.process_time() + server_seconds()
    answer = client.get(
        "/floor/main/desk/", {"find": typed}, headers={"HX-Request": "true", "HX-Target": "found"}
    )
    taken = time.process_time() + server_seconds() - before
    assert answer.status_code == 200
    return taken * 1000


def main(arguments: list[str] | None = None) -> bool:
    """Print the median and the longest of each search; whether the target is met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--players", type=int, default=10_500)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="floorman-bench-") as folder:
        set_up(Path(folder))
        from django.core.signals import request_started
        from django.db import close_old_connections
        from django.test import Client

        from tests import factories

        # One connection throughout, so that its server's processor can be counted.
        request_started.disconnect(close_old_connections)
        make_event(make_people(options.players))
        client = Client()
        client.force_login(factories.make_staff(), backend="django.contrib.auth.backends.ModelBackend")
        asked_ms(client, "warm")
        found = {typed: [asked_ms(client, typed) for _ in range(options.rounds)] for typed in TYPED}
    for typed, times in found.items():
        print(f"{typed[:24]!r:36} {statistics.median(times):6.1f} ms   longest {max(times):6.1f}")
    medians = [statistics.median(times) for times in found.values()]
    typical, worst = statistics.median(medians), max(medians)
    print(f"{options.players:,} players: median {typical:.1f} ms, worst {worst:.1f} ms")
    met = worst < TARGET_MS
    print(f"target: each under {TARGET_MS:.0f} ms: {'met' if met else 'MISSED'}")
    return met


if __name__ == "__main__":
    raise SystemExit(not main())

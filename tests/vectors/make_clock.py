"""Makes `clock.json` for the browser's clock from the published `clock_cases.json`.

The Python rules play each case's events, since the browser only reads; what must then be shown stays
what was published. `python -m tests.vectors.make_clock` writes the file anew.
"""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from tournaments.rules.clock import Clock, Item, adjust, go_to, neighbours, pause, read, reschedule, start

HERE = Path(__file__).parent
PUBLISHED = json.loads((HERE / "clock_cases.json").read_text("utf-8"))
CASES = {case["id"]: case for case in PUBLISHED["cases"]}
EIGHT = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
TEN_TO_MIDNIGHT = datetime(2026, 10, 24, 23, 50, tzinfo=ZoneInfo("Europe/Berlin"))
INSERTED = 900
SEGMENT, BREATHER = timedelta(seconds=1.9), timedelta(microseconds=733_333)

Schedule = tuple[Item, ...]


def schedule_of(case: dict[str, Any]) -> Schedule:
    """The case's schedule. Ids begin at 101, so that no id is an index."""
    rows = PUBLISHED["schedules"][case["sched"]]
    if rows == "20 levels of 900 s":
        rows = [{"kind": "level", "dur": 900}] * 20
    return tuple(Item(101 + place, row["kind"], row["dur"] * 1000) for place, row in enumerate(rows))


def replay(case: dict[str, Any]) -> tuple[Clock, Schedule, datetime]:
    """The clock and the schedule after the case's events, and the instant it asks about."""
    if case["id"] == "pause-quantisation":
        return _stop_and_go(schedule_of(case))
    begin = TEN_TO_MIDNIGHT if case["id"] == "midnight-and-DST" else EIGHT
    # Through UTC: adding seconds to a local time goes by the wall clock.
    begin = begin.astimezone(UTC)
    clock, schedule = Clock(), schedule_of(case)
    for kind, at, *rest in case["events"]:
        now = begin + timedelta(seconds=0 if isinstance(at, str) else at)
        clock, schedule = _play(clock, schedule, now, kind, rest)
    return clock, schedule, begin + timedelta(seconds=case["at"])


def _play(
    clock: Clock, schedule: Schedule, now: datetime, kind: str, rest: list[Any]
) -> tuple[Clock, Schedule]:
    if kind == "server_restart":
        return from_document(json.loads(json.dumps(document(clock, schedule, now)))), schedule
    if kind in EDITS:
        edited = EDITS[kind](schedule, *rest)
        clock = reschedule(clock, schedule, edited, now)
        return (start(clock, edited, now) if kind == "countdown" else clock), edited
    return ACTIONS[kind](clock, schedule, now, *rest), schedule


def _go_next(clock: Clock, schedule: Schedule, now: datetime) -> Clock:
    following = neighbours(clock, schedule, now)[1]
    assert following is not None
    return go_to(clock, schedule, now, following)


ACTIONS: dict[str, Any] = {
    "start": start,
    "resume": start,
    "pause": pause,
    "next": _go_next,
    "prev": lambda clock, schedule, now: go_to(clock, schedule, now, neighbours(clock, schedule, now)[0]),
    "adjust": lambda clock, schedule, now, seconds: adjust(clock, schedule, now, seconds * 1000),
}


EDITS: dict[str, Any] = {
    "edit_dur": lambda old, at, s: (*old[:at], replace(old[at], duration_ms=s * 1000), *old[at + 1 :]),
    "insert_break": lambda old, at, s: (*old[:at], Item(INSERTED, "break", s * 1000), *old[at:]),
    "countdown": lambda old, s: (Item(INSERTED, "countdown", s * 1000), *old),
    "replace": lambda old, _: old[:3],
}


def _stop_and_go(schedule: Schedule) -> tuple[Clock, Schedule, datetime]:
    clock, now = Clock(), EIGHT + timedelta(microseconds=700)
    for _ in range(100):
        clock = start(clock, schedule, now)
        clock = pause(clock, schedule, now + SEGMENT)
        now += SEGMENT + BREATHER
    return clock, schedule, now


def expected(case: dict[str, Any]) -> dict[str, Any]:
    """What was published, in the units of a reading."""
    shown = {}
    for key, value in case["expect"].items():
        if key == "item":
            shown["item"] = INSERTED if value == "break" else schedule_of(case)[value].id
        elif key == "next_level":
            shown["next_level"] = value
        elif key == "state":
            shown["state"] = value
        else:
            shown[IN_MS[key]] = round(value * 1000)
    return shown


IN_MS = {"remaining": "remaining_ms", "elapsed": "elapsed_ms", "next_break_in": "to_break_ms"}


def document(clock: Clock, schedule: Schedule, now: datetime) -> dict[str, Any]:
    """The clock as the screen document has it."""
    anchor = clock.anchor and iso(clock.anchor)
    state = read(clock, schedule, now).state
    return {"item": clock.item, "elapsed_ms": clock.elapsed_ms, "anchor": anchor, "state": state}


def from_document(sent: dict[str, Any]) -> Clock:
    anchor = sent["anchor"] and datetime.fromisoformat(sent["anchor"])
    return Clock(sent["item"], sent["elapsed_ms"], anchor, started=sent["state"] != "waiting")


def iso(instant: datetime) -> str:
    return instant.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def rows(schedule: Schedule) -> list[dict[str, Any]]:
    """The schedule as the screen document has it; levels are numbered in order."""
    numbers = iter(range(1, len(schedule) + 1))
    return [
        {
            "id": item.id,
            "kind": item.kind,
            "number": next(numbers) if item.kind == "level" else None,
            "duration_ms": item.duration_ms,
        }
        for item in schedule
    ]


def vector(case: dict[str, Any]) -> dict[str, Any]:
    clock, schedule, now = replay(case)
    made = {
        "id": case["id"],
        "clock": document(clock, schedule, now),
        "schedule": rows(schedule),
        "now": iso(now),
        "expect": expected(case),
    }
    if "client_clock_offset" in case:
        made["client_clock_offset_ms"] = case["client_clock_offset"] * 1000
    return made


def text() -> str:
    """The file's text: one case a line."""
    lines = ",\n".join(json.dumps(vector(case)) for case in CASES.values())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    (HERE / "clock.json").write_text(text(), "utf-8")

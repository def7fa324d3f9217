"""Lists at each level, for the night the network dies."""

from datetime import timedelta

import pytest

from tables.actions.printers import change_printer, remove_printer
from tables.actions.spare import choose_spare
from tables.delivery import making, spare
from tables.models import DayFloor, PrinterProfile, PrintJob
from tests import factories
from tests.actions.floor import seat_at
from tournaments.journal.undo import undo
from tournaments.models import Action, Announcement, Day
from tournaments.rules.errors import RuleError
from tournaments.tasks import announce_passed

pytestmark = pytest.mark.django_db

# The second level has just begun: levels are of twenty minutes.
NOW = factories.START + timedelta(minutes=20, seconds=5)


@pytest.fixture
def day(settings, tmp_path, monkeypatch):
    settings.PRINTS_DIR, settings.SPARE_DIR = tmp_path / "prints", ""
    monkeypatch.setattr(making, "send", making.make)  # as a worker would, at once
    factories.make_house(timezone="Europe/Vienna")
    event = factories.make_event(slug="main")
    day = factories.make_day(event, clock_item=1, clock_started=True, clock_anchor=factories.START)
    for table in factories.make_tables(day, 2):
        seat_at(day, table, [1, 2, 3])
    return day


@pytest.fixture
def cups(db):
    return PrinterProfile.objects.create(name="Office", kind="cups", queue="Office", sheet="a4")


def code(call, *args, **kwargs) -> str:
    with pytest.raises(RuleError) as refused:
        call(*args, **kwargs)
    return refused.value.code


def files(folder) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("main*"))


def test_the_lists_are_in_the_language_of_whoever_chose_their_place(day):
    choose_spare(factories.as_by(), day, folder="dark", language="zh-hant")
    announce_passed(day, NOW)
    assert spare.print_due(NOW) == 2
    assert {job.options["language"] for job in PrintJob.objects.all()} == {"zh-hant"}
    undo(factories.as_by(), Action.objects.get(kind="event.spare"))
    choose_spare(factories.as_by(), day, folder="dark", language="tlh")
    later = NOW + timedelta(minutes=20)
    announce_passed(day, later)
    assert spare.print_due(later) == 2
    assert PrintJob.objects.first().options["language"] == "en"


def test_a_level_leaves_both_lists_in_the_folder_once(day, settings):
    choose_spare(factories.as_by(), day, folder="dark/main event")
    announce_passed(day, NOW)
    assert spare.print_due(NOW) == 2
    found = settings.PRINTS_DIR / "dark" / "main event"
    assert files(found) == [
        "main-1-20261128-1920-list_by_name.pdf",
        "main-1-20261128-1920-list_by_table.pdf",
    ]
    assert all((found / name).read_bytes().startswith(b"%PDF") for name in files(found))
    # A second poke, and one a moment later, find it done.
    assert (spare.print_due(NOW), spare.print_due(NOW + timedelta(minutes=1))) == (0, 0)
    assert list(PrintJob.objects.values_list("state", "options__spare")) == [("printed", True)] * 2
    assert Action.objects.filter(kind="print.spare").count() == 1


def test_each_level_has_lists_of_its_own(day, settings):
    choose_spare(factories.as_by(), day, folder="dark")
    announce_passed(day, NOW)
    spare.print_due(NOW)
    later = NOW + timedelta(minutes=20)
    announce_passed(day, later)
    assert Announcement.objects.count() == 2
    assert spare.print_due(later) == 2
    assert len(files(settings.PRINTS_DIR / "dark")) == 4


def test_nothing_is_printed_without_a_place_without_players_or_long_after(day):
    announce_passed(day, NOW)
    assert spare.print_due(NOW) == 0
    choose_spare(factories.as_by(), day, folder="dark")
    assert spare.print_due(NOW + timedelta(minutes=15)) == 0
    day.seats.update(until=NOW)
    assert spare.print_due(NOW) == 0


def test_a_spare_printer_that_fails_is_one_trouble_however_many_levels(day, cups, monkeypatch):
    monkeypatch.setenv("PATH", "")  # no lp on this server
    choose_spare(factories.as_by(), day, printer=cups)
    for minutes in (0, 20, 40):
        announce_passed(day, NOW + timedelta(minutes=minutes))
        assert spare.print_due(NOW + timedelta(minutes=minutes)) == 2
    failed = PrintJob.objects.filter(state="failed")
    assert (failed.count(), failed.filter(reprints=None).count()) == (6, 2)
    assert set(failed.values_list("problem", flat=True)) == {"no-lp"}


def test_a_folder_that_cannot_be_written_is_a_failed_print(day, settings, tmp_path):
    settings.SPARE_DIR = tmp_path / "stick"  # not plugged in
    choose_spare(factories.as_by(), day, folder="dark")
    announce_passed(day, NOW)
    spare.print_due(NOW)
    assert set(PrintJob.objects.values_list("state", "problem")) == {("failed", "folder")}
    assert not settings.SPARE_DIR.exists()


def test_a_link_out_of_the_folder_is_not_followed(day, settings, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    settings.PRINTS_DIR.mkdir()
    (settings.PRINTS_DIR / "dark").symlink_to(tmp_path / "elsewhere")
    choose_spare(factories.as_by(), day, folder="dark")
    announce_passed(day, NOW)
    spare.print_due(NOW)
    assert set(PrintJob.objects.values_list("problem", flat=True)) == {"folder"}
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize("folder", ["../up", "/etc", "a/../b", ".ssh", "a//b", "a/", "~x", "a\\b", "x" * 130])
def test_a_folder_that_leads_elsewhere_is_refused(day, folder):
    assert code(choose_spare, factories.as_by(), day, folder=folder) == "spare-folder"


def test_printers_without_a_page_or_a_server_are_refused(day):
    raw = PrinterProfile.objects.create(name="Desk", kind="network", address="10.0.0.7", sheet="80mm")
    browser = PrinterProfile.objects.create(name="Laptop", kind="browser")
    assert code(choose_spare, factories.as_by(), day, printer=raw) == "spare-raw"
    assert code(choose_spare, factories.as_by(), day, printer=browser) == "spare-browser"


def test_the_choice_is_undone(day, cups):
    by = factories.as_by()
    choose_spare(by, day, printer=cups)
    choose_spare(by, day, folder="dark")
    undo(by, Action.objects.filter(kind="event.spare").latest("pk"))
    assert DayFloor.objects.values_list("spare", "spare_folder").get() == (cups.pk, "")


def test_a_spare_printer_is_not_taken_away_while_a_day_has_it(day, cups):
    by = factories.as_by()
    choose_spare(by, day, printer=cups)
    assert code(remove_printer, by, cups) == "printer-spare"
    roll = {"name": "Office", "kind": "network", "queue": "", "address": "10.0.0.7", "sheet": "80mm"}
    assert code(change_printer, by, cups, **roll) == "printer-spare"
    Day.objects.update(over_at=NOW)
    remove_printer(by, cups)
    assert (PrinterProfile.objects.count(), DayFloor.objects.get().spare) == (0, None)

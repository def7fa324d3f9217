"""Addresses of printing, and who may use them."""

from django.urls import path

from tables.web.prints import jobs, printers, views
from tournaments.web.routes import DIRECTOR, MONEY, NOBODY, STAFF, Route

urlpatterns = [
    path("floor/prints/", jobs.prints_page, name="prints"),
    path("floor/prints/printers/", printers.printer_profiles, name="printer_profiles"),
    path("floor/prints/printers/<int:pk>/", printers.printer_profile, name="printer_profile"),
    path("floor/prints/printers/<int:pk>/remove/", printers.printer_remove, name="printer_remove"),
    path("floor/prints/printers/<int:pk>/test/", printers.printer_test, name="printer_test"),
    path("floor/prints/printers/<int:pk>/elsewhere/", printers.prints_elsewhere, name="prints_elsewhere"),
    path("floor/prints/device/", printers.printer_device, name="printer_device"),
    path("floor/prints/<int:pk>.pdf", jobs.print_pdf, name="print_pdf"),
    path("floor/prints/<int:pk>/", jobs.print_job, name="print_job"),
    path("floor/prints/<int:pk>/progress/", jobs.print_progress, name="print_progress"),
    path("floor/prints/<int:pk>/again/", jobs.print_again, name="print_again"),
    path("floor/prints/<int:pk>/printed/", jobs.print_confirm, name="print_confirm"),
    path("floor/<slug:slug>/print/", views.event_print, name="event_print"),
    path("floor/<slug:slug>/print/preview/", views.print_preview, name="print_preview"),
    path("floor/<slug:slug>/entries/<int:pk>/print/", views.print_entry, name="print_entry"),
]

ROUTES = {
    "prints": Route(STAFF),
    "printer_profiles": Route(STAFF, DIRECTOR),
    "printer_profile": Route(DIRECTOR, DIRECTOR),
    "printer_remove": Route(NOBODY, DIRECTOR),
    "printer_test": Route(NOBODY, MONEY),
    "prints_elsewhere": Route(NOBODY, MONEY),
    "printer_device": Route(NOBODY, MONEY),
    "print_pdf": Route(STAFF),
    "print_job": Route(STAFF),
    "print_progress": Route(STAFF),
    "print_again": Route(NOBODY, MONEY),
    "print_confirm": Route(NOBODY, MONEY),
    "event_print": Route(STAFF, MONEY),
    "print_preview": Route(STAFF),
    "print_entry": Route(NOBODY, MONEY),
}

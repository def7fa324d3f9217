"""What `manage.py serve` refuses, in words instead of a traceback."""

import socket

import pytest
from django.core.management import CommandError, call_command


@pytest.mark.parametrize("port", ["abc", "0", "70000", "-1", "²", ""])
def test_a_port_that_is_none_is_said(monkeypatch, port):
    monkeypatch.setenv("PORT", port)
    with pytest.raises(CommandError, match=f"“{port}” is no port: a number from 1 to 65535"):
        call_command("serve")


def test_a_port_that_is_taken_names_the_next():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=f"is taken. Try: make run PORT={port + 1}"):
            call_command("serve", "--port", str(port), "--host", "127.0.0.1")


@pytest.mark.parametrize("host", ["192.0.2.7", "2001:db8::7", "no such host"])
def test_an_address_of_another_machine_is_said(host):
    with pytest.raises(CommandError, match=f"Nobody can listen on {host}"):
        call_command("serve", "--port", "18204", "--host", host)

"""The remote control's server and token without a window: who is let in, and what is answered."""

from __future__ import annotations

import json
import os
import socket
import stat
import sys
import threading
from contextlib import ExitStack, suppress
from functools import partial

import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus
from websockets.sync.client import connect as connect_within

from gui.remote import server as remote_server
from gui.remote.commands import ROWS
from gui.remote.control import FILE_NAME, kept_token, new_token
from gui.remote.protocol import MOST_BYTES, Reply, Status, read
from gui.remote.server import (
    MOST_CLIENTS,
    MOST_CONNECTIONS,
    MOST_UNKNOWN,
    MOST_WRONG_PER_S,
    FailedAttempts,
    PortError,
    RemoteServer,
)

TOKEN = "t" * 32
connect = partial(connect_within, open_timeout=None, close_timeout=None, ping_interval=None)
pytestmark = pytest.mark.usefixtures("patient_remote")
posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")


@pytest.fixture
def commands():
    """What reached the window."""
    return []


def started(on_command):
    return RemoteServer(
        port=0,
        token=TOKEN,
        read=partial(read, rows=ROWS),
        on_command=on_command,
        on_clients=lambda count: None,
    )


@pytest.fixture
def server(commands):
    def carry_out(command, answer):
        commands.append(command)
        answer(Reply(ok=True, text="Done.", id=command.id))

    server = started(carry_out)
    yield server
    server.close()


@pytest.fixture
def join(server):
    """`join()`: a client with the token in its address, or with `query` there."""
    with ExitStack() as connections:

        def make(query=f"?token={TOKEN}", **options):
            address = f"ws://127.0.0.1:{server.port}/{query}"
            return connections.enter_context(connect(address, **options))

        yield make


def ask(client, message) -> dict:
    client.send(message)
    while (answer := json.loads(client.recv()))["event"] != "reply":
        pass
    return answer


def closing(client, *, was_inside: bool = False) -> tuple[int, str]:
    """Code and reason with which the server closes a connection that it has told nothing."""
    while True:
        try:
            message = client.recv()
        except ConnectionClosed as error:
            return (0, "") if error.rcvd is None else (error.rcvd.code, error.rcvd.reason)
        assert was_inside, f"it was let in and told {message}"
        assert json.loads(message)["event"] == "status"


# Who is let in


@pytest.mark.parametrize("way", ["address", "header", "message"])
@pytest.mark.parametrize("is_right", [True, False])
def test_a_token_is_shown_in_one_of_three_ways(join, commands, way, is_right):
    token = TOKEN if is_right else "x" * 32
    headers = {"Authorization": f"Bearer {token}"} if way == "header" else {}
    client = join(f"?token={token}" if way == "address" else "", additional_headers=headers)
    if way == "message":
        client.send(json.dumps({"token": token}))
    if is_right:
        assert json.loads(client.recv())["event"] == "status"
        assert ask(client, '{"command": "status"}')["ok"]
    else:
        assert closing(client) == (remote_server.WRONG_TOKEN, "The token is wrong.")
        assert commands == []


@pytest.mark.parametrize(
    "first",
    [
        "",
        "[]",
        '{"token": 5}',
        '{"command": "record"}',
        b"\xff\x00",
        '{"token": "\\ud800"}',
        "{" * 99,
    ],
)
def test_a_first_message_without_the_token_does_nothing(join, commands, first):
    client = join("")
    client.send(first)
    assert closing(client)[0] == remote_server.WRONG_TOKEN
    assert commands == []


@pytest.mark.parametrize("query", ["?token=", "?token", f"?token={TOKEN[:-1]}", "?token=%FF%00"])
def test_a_part_of_the_token_is_a_wrong_one(join, query):
    assert closing(join(query))[0] == remote_server.WRONG_TOKEN


def test_a_client_that_shows_no_token_is_sent_away(join, monkeypatch):
    monkeypatch.setattr(remote_server, "TOKEN_WAIT_S", 0.05)
    assert closing(join(""))[0] == remote_server.NO_TOKEN


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1", "null", "file://"])
def test_no_web_page_gets_in_even_with_the_token(join, origin):
    with pytest.raises(InvalidStatus) as refused:
        join(origin=origin)
    assert refused.value.response.status_code == 403


def test_another_path_is_not_found(join):
    with pytest.raises(InvalidStatus) as refused:
        join(f"x?token={TOKEN}")
    assert refused.value.response.status_code == 404


@pytest.fixture
def tries_clock(monkeypatch):
    """The last of these seconds is the time by which a server counts wrong tokens."""
    seconds = [0.0]
    monkeypatch.setattr(
        remote_server, "FailedAttempts", lambda: FailedAttempts(lambda: seconds[-1])
    )
    return seconds


def test_after_a_few_wrong_tokens_each_try_is_refused_for_a_second(tries_clock, join):
    for _ in range(MOST_WRONG_PER_S):
        assert closing(join("?token=wrong"))[0] == remote_server.WRONG_TOKEN
    for query in ("?token=wrong", f"?token={TOKEN}"):
        assert closing(join(query))[0] == remote_server.TOO_MANY_TRIES
    tries_clock.append(1.0)
    assert ask(join(), '{"command": "status"}')["ok"]


def test_so_many_programs_at_once_and_no_more(join):
    inside = [join() for _ in range(MOST_CLIENTS)]
    for client in inside:
        client.recv()
    assert closing(join())[0] == remote_server.TOO_MANY_CLIENTS
    inside[0].close()
    assert ask(join(), '{"command": "status"}')["ok"]


def test_connections_that_show_nothing_are_few_and_hold_up_no_end(server, join):
    silent = [join("") for _ in range(MOST_UNKNOWN)]
    assert closing(join(""))[0] == remote_server.TOO_MANY_CLIENTS
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\n")  # and no more
        server.close()
        assert not server.thread.is_alive()
        with suppress(ConnectionResetError):  # the end came before the server had read the line
            assert raw.recv(1000) == b""
    assert closing(silent[0])[0] == remote_server.GOING_AWAY


def test_connections_that_say_nothing_take_few_of_the_files_that_may_be_open(server, join):
    """Any user of this computer can connect, without a token."""
    with ExitStack() as stack:
        silent = [
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            for _ in range(MOST_CONNECTIONS + 3)
        ]
        for refused in silent[MOST_CONNECTIONS:]:
            with suppress(ConnectionResetError):
                assert refused.recv(1000) == b""
        for kept in silent[:MOST_CONNECTIONS]:
            kept.setblocking(False)
            with pytest.raises(BlockingIOError):
                kept.recv(1000)
        silent[0].close()
        while True:
            with suppress(ConnectionError, InvalidMessage):  # it has not noticed the end yet
                client = join()
                break
        assert ask(client, '{"command": "status"}')["ok"]


@pytest.mark.parametrize("turns", range(5))
def test_a_client_that_arrives_while_the_server_ends_is_disconnected(server, monkeypatch, turns):
    """It arrives in one turn of the server's loop, and the end begins so many turns later."""
    errors = []
    monkeypatch.setattr(threading, "excepthook", errors.append)
    clients = []

    def end_in(turns):
        if turns == 0:
            server._stopping.set()
        else:
            server._loop.call_soon(end_in, turns - 1)

    def arrive():
        client = socket.create_connection(("127.0.0.1", server.port))
        client.sendall(b"GET / HTTP/1.1\r\n")
        clients.append(client)
        end_in(turns)

    server._call(arrive)
    server.thread.join()
    with clients[0] as client, suppress(ConnectionResetError):  # that of one not accepted any more
        assert client.recv(1000) == b""
    assert errors == []


def test_a_command_that_the_window_has_not_carried_out_holds_up_no_end():
    arrived = []
    server = started(lambda command, answer: arrived.append(answer))
    with connect(f"ws://127.0.0.1:{server.port}/?token={TOKEN}") as client:
        client.send('{"command": "status", "id": 1}')
        while not arrived:
            client.ping().wait()
        server.close()
    assert not server.thread.is_alive()
    arrived[0](Reply(ok=True, text="Too late."))  # and nothing breaks
    server.show_status(Status(muted=True))
    server.set_token("other")
    server.close()


def test_a_port_in_use_and_a_reserved_one_are_each_one_sentence(server, monkeypatch):
    def open_at(port):
        return RemoteServer(
            port=port, token=TOKEN, read=lambda raw: None, on_command=print, on_clients=print
        )

    with pytest.raises(PortError, match=rf"^Port {server.port} is in use by another program"):
        open_at(server.port)

    def refuse(self, address):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    if sys.platform != "win32":
        with pytest.raises(PortError, match=r"^Port 80 is reserved for the system"):
            open_at(80)


def test_a_port_that_was_closed_can_be_opened_again_at_once(server, join):
    client = join()
    client.recv()
    server.close()
    again = RemoteServer(
        port=server.port, token=TOKEN, read=lambda raw: None, on_command=print, on_clients=print
    )
    assert again.port == server.port
    again.close()


# Messages


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("not JSON", "This message is not understood"),
        ("[1, 2]", "Expected `object`, got `array`"),
        ("[" * (MOST_BYTES - 1), "This message is not understood"),
        ('{"a":' * 800, "This message is not understood"),
        (b"\xff\xfe", "This message is not understood"),
        ('{"command": "format"}', "There is no command 'format'. The commands are background,"),
        ('{"command": 5}', "Expected `str`, got `int`"),
        ('{"command": "status", "id": 1e400}', "This message is not understood"),
        ('{"command": "record", "to": "often"}', "record: Invalid enum value 'often'"),
        ('{"command": "record", "now": true}', "record: Object contains unknown field `now`"),
        ('{"command": "background"}', "background: Object missing required field `to`"),
        ('{"command": "slide", "to": 0}', "slide: Expected `int` >= 1"),
        ('{"command": "preset", "to": [1]}', "preset: Expected `"),
    ],
)
def test_a_bad_message_gets_one_clear_sentence_and_the_client_stays(join, commands, message, says):
    client = join()
    reply = ask(client, message)
    assert not reply["ok"]
    assert says in reply["text"]
    assert "An example: {" in reply["text"] or "The commands are" in reply["text"]
    assert "\n" not in reply["text"]
    assert commands == []
    assert ask(client, '{"command": "status"}')["ok"]


def test_a_message_that_is_too_long_ends_the_connection_and_nothing_else(join, commands):
    client = join()
    client.send(json.dumps({"command": "background", "to": "x" * MOST_BYTES}))
    assert closing(client, was_inside=True)[0] == 1009
    assert commands == []
    assert ask(join(), '{"command": "status"}')["ok"]


@pytest.mark.parametrize("number", [7, -1, "seven"])
def test_the_id_comes_back(join, number):
    client = join()
    assert ask(client, json.dumps({"command": "status", "id": number}))["id"] == number
    assert ask(client, json.dumps({"command": "mute", "to": 3, "id": number}))["id"] == number


@pytest.mark.parametrize("name", ROWS)
def test_each_example_of_the_table_is_understood(name):
    assert read(ROWS[name].example, ROWS).command == name


def test_the_status_is_pushed_once_for_each_change(server, join):
    client = join()
    assert json.loads(client.recv())["status"]["muted"] is False
    for is_muted in (False, True, True, False):
        server.show_status(Status(muted=is_muted))
    assert [json.loads(client.recv())["status"]["muted"] for _ in range(2)] == [True, False]


# The token's file


@posix
def test_the_token_is_kept_for_its_user_alone(tmp_path):
    folder = tmp_path / "settings"
    token = kept_token(folder)
    assert len(token) * 6 >= 128
    assert stat.S_IMODE((folder / FILE_NAME).stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == [FILE_NAME]
    assert kept_token(folder) == token
    assert new_token(folder) != token


@posix
@pytest.mark.parametrize("damage", ["others may read it", "short", "a link", "a pipe", "a folder"])
def test_a_token_that_others_may_know_or_that_is_damaged_is_made_anew(tmp_path, damage):
    path = tmp_path / FILE_NAME
    old = kept_token(tmp_path)
    if damage == "others may read it":
        path.chmod(0o644)
    elif damage == "short":
        path.write_text("abc")
    elif damage == "a link":
        path.rename(tmp_path / "other")
        path.symlink_to(tmp_path / "other")
    elif damage == "a pipe":
        path.unlink()
        os.mkfifo(path, 0o600)
    else:
        path.unlink()
        path.mkdir()
        with pytest.raises(OSError, match=r"."):
            kept_token(tmp_path)
        assert [found.name for found in tmp_path.iterdir()] == [FILE_NAME]
        return
    assert kept_token(tmp_path) not in (old, "abc")
    assert not path.is_symlink()

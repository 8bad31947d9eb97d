"""Who is let in, and what is never let out."""

import socket

import httpx
import pytest

from scenarios.view.security import HEADERS, MOST_BODY, REMEDY, USED
from tests.scenarios.view.serving import LONG_S, Served
from tests.support import each_case

PATHS = (
    "/",
    "/static/view.css",
    "/game/achi",
    "/game/achi/stream",
    "/game/achi/table",
    "/trace/0",
    "/nowhere",
)


@each_case("path", PATHS)
@each_case("has_cookie", [True, False])
def test_another_host_is_refused_whatever_is_asked(served: Served, path: str, has_cookie: bool) -> None:
    """A page whose name was bound to this machine asks for another host, and reads nothing."""
    with served.client(has_cookie=has_cookie) as client:
        for host in ("evil.example", "127.0.0.1", "127.0.0.1:1", "evil.example:80", ""):
            answer = client.get(path, headers={"host": host})
            assert answer.status_code in (421, 400)
            assert "Hoyle" not in answer.text
        address = served.fresh(path)
        token = client.get(address, headers={"host": "evil.example"})
        assert token.status_code == 421
        assert "set-cookie" not in token.headers
        assert client.get(address).status_code == 303


@pytest.mark.parametrize("path", PATHS)
def test_nothing_is_answered_without_the_cookie(served: Served, path: str) -> None:
    """Nor with a wrong one, nor with a wrong token."""
    with served.client(has_cookie=False) as client:
        name = f"hoyle-{served.origin.rpartition(':')[2]}"
        assert client.get(path).status_code == 403
        assert client.get(path, headers={"cookie": f"{name}=guess"}).status_code == 403
        assert client.get(f"{path}?token=guess").status_code == 403
        assert client.post(path, json={}).status_code == 403


def test_a_token_is_exchanged_and_taken_out_of_the_address(served: Served) -> None:
    """The cookie cannot be read by scripts and is sent by no other site; other words of the address stay."""
    with served.client(has_cookie=False) as client:
        address = served.fresh("/game/achi")
        token = address.partition("token=")[2]
        answer = client.get(f"/game/achi?compare=paradigm:2&token={token}")
        assert answer.status_code == 303
        assert answer.headers["location"] == "/game/achi?compare=paradigm%3A2"
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=strict" in cookie.lower()
        assert token not in cookie
        assert client.get("/game/achi").status_code == 200
        away = client.get(served.fresh("//evil.example/"))
        assert (away.status_code, away.headers["location"]) == (303, "/evil.example/")


def test_a_token_is_exchanged_once(served: Served) -> None:
    """A second browser gets a page that says how to get another address, and no cookie."""
    address = served.fresh("/game/achi")
    with served.client(has_cookie=False) as first, served.client(has_cookie=False) as second:
        assert first.get(address).status_code == 303
        for used in (address, served.url):
            refused = second.get(used)
            assert refused.status_code == 403
            assert "set-cookie" not in refused.headers
            assert refused.headers["content-type"].startswith("text/html")
            assert "This address was used already" in refused.text
            assert "Press Enter in the terminal" in refused.text
        plain = second.get(address, headers={"accept": "*/*"})
        assert plain.text == f"{USED} {REMEDY}\n"
        again = first.get(address)
        assert (again.status_code, again.headers["location"]) == (303, "/game/achi")
        assert second.get("/game/achi").status_code == 403


def test_a_program_gets_another_address(served: Served) -> None:
    """If it has the cookie: the document is that of the start, with another token."""
    with served.client() as client, served.client(has_cookie=False) as stranger:
        assert stranger.post("/address", json={}).status_code == 403
        assert client.get("/address").status_code == 405
        given = client.post("/address", json={}).json()
        assert set(given) == {"url", "token", "pid"}
        assert given["pid"] == served.process.pid
        assert given["url"] == served.url.replace(served.token, given["token"])
        assert given["token"] not in (served.token, client.post("/address", json={}).json()["token"])
        assert stranger.get(given["url"]).status_code == 303


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_leads_on_if_another_led_here(served: Served, site: str) -> None:
    """Browsers do not send the cookie after a redirect that another page began; our page leads on itself."""
    with served.client(has_cookie=False) as client:
        answer = client.get(
            served.fresh("/game/achi") + "&compare=%22%3E%3Cb", headers={"sec-fetch-site": site}
        )
        assert answer.status_code == 200
        assert "set-cookie" in answer.headers
        assert 'content="0; url=/game/achi?compare=%22%3E%3Cb"' in answer.text
        assert answer.headers["referrer-policy"] == "no-referrer"


def test_http_2_is_off(served: Served) -> None:
    """Neither an upgrade nor prior knowledge changes the protocol."""
    upgrade = (
        f"GET / HTTP/1.1\r\nHost: {served.origin.removeprefix('http://')}\r\nUpgrade: h2c\r\n"
        "Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n"
    )
    known = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0"
    for sent, status in ((upgrade, b"403"), (known, b"421")):
        port = int(served.origin.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port), timeout=LONG_S) as connection:
            connection.sendall(sent.encode())
            connection.shutdown(socket.SHUT_WR)
            answer = connection.recv(65536)
        assert answer.startswith(b"HTTP/1.1 " + status), answer
        assert b"101 " not in answer


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
def test_another_origin_is_refused(served: Served, client: httpx.Client, origin: str) -> None:
    """Also with the cookie; our own is let in."""
    assert client.get("/", headers={"origin": origin}).status_code == 403
    assert client.post("/game/achi/new", json={}, headers={"origin": origin}).status_code == 403
    assert client.get("/", headers={"origin": served.origin}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/../etc/passwd",
        "/static/../app.py",
        "/static/%2e%2e%2fapp.py",
        "/static/..%5capp.py",
        "/trace/0%2f0",
        "/trace/99",
        "/trace/-1",
        "/trace/99999999999999999999999",
        pytest.param("/trace/" + 5000 * "9", id="a number that Python does not read"),
        "/results/5",
        "/game/achi/77/decision",
        "/game/achi%2fstream",
        "/game/no-such-game",
        "/static/view_command.py",
    ],
)
def test_what_is_not_there_is_not_there(client: httpx.Client, path: str) -> None:
    """No file is named by an address, and what has no number here has none."""
    request = client.build_request("GET", "/")
    request.url = request.url.copy_with(raw_path=path.encode())
    answer = client.send(request)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


def test_what_is_sent_is_json_and_short(client: httpx.Client) -> None:
    """A form of another page, or a flood, is not read; what is no document is told of."""
    assert client.post("/game/achi/new", data={"a": "b"}).status_code == 415
    assert (
        client.post("/game/achi/new", content=b"{}", headers={"content-type": "text/plain"}).status_code
        == 415
    )
    flood = client.post(
        "/game/achi/new", content=b" " * (MOST_BODY + 1), headers={"content-type": "application/json"}
    )
    assert flood.status_code == 413
    for text in (b"[", b"[]", b'"x"', b"[" * 20_000):
        answer = client.post("/game/achi/move", content=text, headers={"content-type": "application/json"})
        assert (answer.status_code, "problem" in answer.json()) == (400, True)
    assert client.request("DELETE", "/game/achi").status_code == 405
    assert client.get("/game/achi/new").status_code == 405


@pytest.mark.parametrize("path", PATHS[:4] + PATHS[5:])
def test_every_answer_has_the_policy(served: Served, client: httpx.Client, path: str) -> None:
    """Pages, data and refusals alike; nothing inline is on any page."""
    with served.client(has_cookie=False) as stranger:
        for asked in (client, stranger):
            check_policy(asked, path)


def check_policy(client: httpx.Client, path: str) -> None:
    """See that an answer has the headers, and that nothing inline is on a page."""
    with client.stream("GET", path) as answer:
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        if "text/html" in answer.headers["content-type"]:
            text = answer.read().decode()
            assert " style=" not in text
            assert " on" not in {word[:3] for word in text.split("<script")[0].split('"')[1::2]}
            assert text.count("<script") == text.count("<script src=") + text.count(
                '<script type="module" src='
            )


def test_only_so_many_streams_are_open(served: Served) -> None:
    """The ninth is told to wait, and has its turn when one is closed."""
    with served.client() as client:
        opened = [client.send(client.build_request("GET", "/game/nim/stream"), stream=True) for _ in range(8)]
        try:
            assert {each.status_code for each in opened} == {200}
            assert client.get("/game/nim/stream").status_code == 429
        finally:
            for each in opened:
                each.close()

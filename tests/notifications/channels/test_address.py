"""Where nothing may be sent, and that what was checked is what is connected to."""

from __future__ import annotations

import datetime
import socket
import ssl
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from notifications.channels import http
from notifications.channels.http import AddressRefused, NoAnswer, Target, is_allowed, post, target_of


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("ftp://example.org/", "not_an_address"),
        ("https://", "not_an_address"),
        ("https://user:word@example.org/", "not_an_address"),
        ("https://example.org/a b", "not_an_address"),
        ("https://example.org/\r\nX: y", "not_an_address"),
        ("https://example.org:99999/", "not_an_address"),
        ("https://exämple.org/", "not_an_address"),
        ("https://example.org/" + "a" * 1000, "not_an_address"),
        ("https://a..b/", "not_an_address"),
        (f"https://{'a' * 64}.org/", "not_an_address"),
        ("http://example.org/", "not_https"),
        ("https://example.org:25/", "port"),
    ],
)
def test_what_is_no_address_is_refused_without_a_look(url: str, code: str):
    with pytest.raises(AddressRefused) as refused:
        target_of(url)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
        ),
        *("255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
        *("2002:7f00:1::", "64:ff9b::7f00:1", "64:ff9b::a00:1"),
    ],
)
def test_what_is_not_public_is_not_reached(address: str):
    assert not is_allowed(ip_address(address))


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"])
def test_what_is_public_is(address: str):
    assert is_allowed(ip_address(address))


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1"])
def test_a_private_address_is_refused_however_it_is_written(host: str):
    with pytest.raises((AddressRefused, NoAnswer)) as refused:
        post(target_of(f"https://{host}:8443/"), b"{}", {})
    assert isinstance(refused.value, AddressRefused) or "not known" in str(refused.value)


def test_one_private_address_among_public_ones_is_enough(monkeypatch):
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in ("1.1.1.1", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(AddressRefused) as refused:
        post(target_of("https://two.example/"), b"{}", {})
    assert refused.value.code == "private"


def test_a_name_that_cannot_be_looked_up_is_no_answer():
    with pytest.raises(NoAnswer):
        post(Target(True, "a..b", 443, "/"), b"", {})


def test_a_name_server_that_hangs_holds_nobody_up(monkeypatch):
    goes_on = threading.Event()
    monkeypatch.setattr(http, "STEP", 0.1)
    monkeypatch.setattr(http, "_LOOKING", threading.BoundedSemaphore(1))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: goes_on.wait(20) or [])
    try:
        for said in ("does not answer", "too many names"):
            began = time.monotonic()
            with pytest.raises(NoAnswer, match=said):
                post(target_of("https://hangs.example/"), b"{}", {})
            assert time.monotonic() - began < 10, "the name server hangs for 20"
    finally:
        goes_on.set()


def test_a_name_is_looked_up_once_and_the_address_that_was_checked_is_connected_to(theirs, monkeypatch):
    """Who changes what the name says between the two looks changes nothing."""
    real, asked = socket.getaddrinfo, []

    def changing(host, *args, **options):
        if host != "changes.example":
            return real(host, *args, **options)
        asked.append(host)
        return real("127.0.0.1" if len(asked) == 1 else "10.255.255.1", *args, **options)

    monkeypatch.setattr(socket, "getaddrinfo", changing)
    port = theirs.url.rpartition(":")[2]
    assert post(target_of(f"http://changes.example:{port}/x?y=1"), b"{}", {"A": "b"}) == 204
    assert asked == ["changes.example"]
    ((path, headers, body),) = theirs.came
    assert (path, headers["Host"], headers["A"], body) == ("/x?y=1", f"changes.example:{port}", "b", b"{}")


def test_plain_http_leads_into_named_networks_only(settings, monkeypatch):
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("1.1.1.1", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(AddressRefused):
        post(target_of("http://public.example/"), b"{}", {})


def test_a_redirect_is_an_answer_and_followed_by_nobody(theirs):
    theirs.status, theirs.headers = 302, {"Location": "http://127.0.0.1:1/"}
    assert post(target_of(theirs.url), b"{}", {}) == 302
    assert len(theirs.came) == 1


def test_who_speaks_slowly_for_ever_is_cut_off(theirs, monkeypatch):
    monkeypatch.setattr(http, "WHOLE", 0.6)
    theirs.drip = 0.1
    began = time.monotonic()
    with pytest.raises(NoAnswer):
        post(target_of(theirs.url), b"{}", {})
    assert time.monotonic() - began < 10


def test_the_certificate_has_to_be_for_the_name_though_an_address_is_connected_to(
    tmp_path: Path, settings, monkeypatch
):
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8", "::1/128"]
    certificate = _certificate(tmp_path, "localhost")
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    names: list[str | None] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *values: object) -> None:
            pass

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _socket, name, _context: names.append(name)
    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        assert post(target_of(f"https://localhost:{server.server_port}/"), b"{}", {}) == 200
        assert names == ["localhost"]
        with pytest.raises(NoAnswer, match=r"127\.0\.0\.1"):
            post(target_of(f"https://127.0.0.1:{server.server_port}/"), b"{}", {})
        monkeypatch.delenv("SSL_CERT_FILE")
        with pytest.raises(NoAnswer, match=r"(?i)certificate"):
            post(target_of(f"https://localhost:{server.server_port}/"), b"{}", {})
    finally:
        server.shutdown()
        server.server_close()


def _certificate(folder: Path, name: str) -> Path:
    """A certificate of its own authority, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    text = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    path = folder / "certificate.pem"
    path.write_bytes(text + made.public_bytes(serialization.Encoding.PEM))
    return path

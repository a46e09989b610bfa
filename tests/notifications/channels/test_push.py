"""Pushes: encrypted for one browser, signed by the site, and forgotten where nobody takes them any more."""

from __future__ import annotations

import base64
import json
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from py_vapid.utils import b64urldecode

from notifications.bundling import bundle_due
from notifications.channels import push
from notifications.channels.push import decode
from notifications.deliveries import BACKOFF, post_due
from notifications.models import Channel, Delivery, DeliveryState, Endpoint, Key
from tests.club.evenings import NOON, evening
from tests.people import signed_in

pytestmark = pytest.mark.django_db


class Browser:
    """One that has subscribed: it has the keys, and reads what comes as RFC 8291 says."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen bytes it"
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, url: str) -> dict[str, object]:
        code = {
            name: base64.urlsafe_b64encode(one).rstrip(b"=").decode()
            for name, one in (("p256dh", self.point), ("auth", self.auth))
        }
        return {"endpoint": url, "keys": code, "label": "Firefox, Linux"}

    def read(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = _mac(_mac(self.auth, shared), b"WebPush: info\0" + self.point + sender + b"\1")
        found = _mac(salt, secret)
        key = _mac(found, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = _mac(found, b"Content-Encoding: nonce\0\1")[:12]
        return AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0").removesuffix(b"\2")


def _mac(key: bytes, text: bytes) -> bytes:
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(text)
    return made.finalize()


def test_the_example_of_the_standard():
    """RFC 8291, section 5 and appendix A."""
    own = ec.derive_private_key(
        int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    theirs = decode("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    made = push._encrypt(
        b"When I grow up, I want to be a watermelon",
        theirs,
        decode("BTBZMqHH6r4Tts7J_aSIgg"),
        own,
        decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert base64.urlsafe_b64encode(made).rstrip(b"=").decode() == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_browser_reads_what_the_subject_of_the_mail_says(anna, theirs):
    browser = Browser()
    answer = signed_in(anna).post(
        "/profile/notifications/push/", browser.subscription(f"{theirs.url}/box/1"), content_type="application/json"
    )
    assert answer.json() == {"code": "subscribed"}
    evening(anna, 7)
    bundle_due(NOON)
    assert post_due(NOON) == 1
    ((path, headers, body),) = theirs.came
    assert path == "/box/1"
    assert json.loads(browser.read(body)) == {
        "title": "St Pete Club",
        "body": "1 evening",
        "path": "https://club.example/",
        "tag": "evening",
    }
    assert b"library" not in body
    assert (headers["Content-Encoding"], headers["TTL"]) == ("aes128gcm", "172800")
    token, _comma, key = headers["Authorization"].removeprefix("vapid t=").partition(",k=")
    assert key == push.public_key()
    head, claims, signature = token.split(".")
    told = json.loads(b64urldecode(claims.encode()))
    assert told["aud"] == theirs.url
    assert told["exp"] <= int((NOON + timedelta(hours=24)).timestamp())
    r, s = (int.from_bytes(one, "big") for one in (decode(signature)[:32], decode(signature)[32:]))
    push.vapid().public_key.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(anna, theirs, status, caplog):
    signed_in(anna).post(
        "/profile/notifications/push/", Browser().subscription(theirs.url), content_type="application/json"
    )
    theirs.status = status
    evening(anna, 7)
    bundle_due(NOON)
    post_due(NOON)
    assert not Endpoint.objects.exists()
    assert Delivery.objects.get(channel=Channel.PUSH).state == DeliveryState.FAILED
    assert not any(record.name == "notifications.alarm" for record in caplog.records)


def test_a_service_that_is_busy_is_asked_again(anna, theirs):
    signed_in(anna).post(
        "/profile/notifications/push/", Browser().subscription(theirs.url), content_type="application/json"
    )
    theirs.status = 503
    evening(anna, 7)
    bundle_due(NOON)
    assert post_due(NOON) == 0
    theirs.status = 201
    assert post_due(NOON + 2 * BACKOFF[0]) == 1
    assert [one.answer for one in Delivery.objects.get(channel="push").attempted.all()] == ["HTTP 503", "HTTP 201"]


def test_a_browser_belongs_to_who_subscribed_last_and_only_he_takes_it_off(anna, boris, theirs):
    told, one, other = Browser().subscription(theirs.url), signed_in(anna), signed_in(boris)
    for client in (one, one, other):
        assert client.post("/profile/notifications/push/", told, content_type="application/json").status_code == 200
    assert Endpoint.objects.get().user == boris
    forget = ("/profile/notifications/push/forget/", {"endpoint": theirs.url})
    one.post(*forget, content_type="application/json")
    assert Endpoint.objects.exists()
    other.post(*forget, content_type="application/json")
    assert not Endpoint.objects.exists()


@pytest.mark.parametrize(
    "told",
    [
        "[]",
        "{",
        '{"endpoint": "https://push.example/1"}',
        '{"endpoint": "https://push.example/1", "keys": {"p256dh": "AAAA", "auth": "AAAA"}}',
        '{"endpoint": "http://10.0.0.1/", "keys": {"p256dh": "AAAA", "auth": "AAAA"}}',
    ],
)
def test_what_is_no_subscription_is_refused_with_a_code(anna, told):
    answer = signed_in(anna).post("/profile/notifications/push/", told, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["code"] in ("no_subscription", "not_https")


def test_the_key_is_made_once_and_kept_with_the_rows(db):
    push.make_key()
    assert (push.public_key(), Key.objects.count()) == (push.public_key(), 1)
    assert len(decode(push.public_key())) == 65


def test_visitors_subscribe_nothing(db):
    assert Client().post("/profile/notifications/push/", "{}", content_type="application/json").status_code == 302

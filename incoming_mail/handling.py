"""Handles waiting emails one by one: read, check, and give to the app that asked.

The claim is one conditional UPDATE that moves `due_at` to the end of a lease and counts the attempt. The email is read
outside of transactions, because a large one takes a second. Its effects, the answer and the mark on its row are one
transaction: a process that dies leaves all of it or nothing, and then the row is due again when the lease ends.
"""

import hashlib
import logging
import time
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone, translation

from accounts.models import User
from incoming_mail import forwarding, tokens
from incoming_mail.handlers import FromAddress, Incoming, address_handlers, handlers, play_handler
from incoming_mail.letters import Letter, Malformed, Verdict, read, verdict, why_no_person
from incoming_mail.models import AddressToken, ArrivalWay, IncomingMail, MailState, ReplyToken
from incoming_mail.own_words import meant, own_words
from incoming_mail.tokens import is_for_operator, is_ours, is_play, token_in
from notifications import bounces, deliverability, monitoring
from notifications.bounces import Taken
from notifications.bounces.reports import FoundReport
from notifications.models import digest_of

logger = logging.getLogger("incoming_mail")
alarm = logging.getLogger("incoming_mail.alarm")

LEASE = timedelta(seconds=60)
"""Longer than handling one email can take."""

MOST_ATTEMPTS = 5
BATCH = 200
BUDGET = 10.0
"""Seconds that one batch may take: other work of the same crew waits for it. What is left over waits for the next sweep."""

TALLY = "inbound"
"""Counters of incoming emails: `handled`, `report`, `failed`, and the reason of each that was dropped."""

REPORT = "report"


class Dropped(Exception):
    """This email has no effect; `reason` is a word for its row."""

    def __init__(self, reason: str, user: User | None = None) -> None:
        super().__init__(reason)
        self.reason, self.user = reason, user


def handle_due(now: datetime) -> int:
    """Handle waiting emails, oldest first. Returns how many are done, with or without an effect."""
    began, done = time.monotonic(), 0
    due = IncomingMail.objects.filter(state=MailState.WAITING, due_at__lte=now).order_by("pk")
    for pk in list(due.values_list("pk", flat=True)[:BATCH]):
        passed = time.monotonic() - began
        if passed > BUDGET:
            break
        done += handle(pk, now + timedelta(seconds=passed))
    return done


def handle(number: int, now: datetime) -> bool:
    """Handle one email if it waits and no other process has it. Returns whether it is done."""
    mine = IncomingMail.objects.filter(pk=number, state=MailState.WAITING, due_at__lte=now)
    if not mine.update(due_at=now + LEASE, attempts=F("attempts") + 1):
        return False
    try:
        said = _read(IncomingMail.objects.get(pk=number))
        with transaction.atomic():
            mail = IncomingMail.objects.select_for_update(of=("self",)).defer("raw").get(pk=number)
            if mail.state != MailState.WAITING:
                return False
            if said is None:
                _give_up(mail, now, "died")
            elif not _is_report(mail, said[0], now):
                _handle(mail, said[1], now)
    except Exception:
        logger.exception("mail %s cannot be handled", number)
        return _try_later(number, now)
    _count(mail)
    return True


def _count(mail: IncomingMail) -> None:
    """For the figures: outside of the transaction, or everybody who counts the same would wait for its end."""
    if mail.state == MailState.DROPPED:
        monitoring.add_to_tally(TALLY, mail.reason)
    else:
        monitoring.add_to_tally(TALLY, REPORT if mail.handler == REPORT else mail.state)


def _read(mail: IncomingMail) -> tuple[FoundReport | Taken, Letter | None] | None:
    """The report that an email contains, or else its letter, None if it cannot be read. None where every attempt before ended
    without a word: the process died of it."""
    if mail.attempts > MOST_ATTEMPTS:
        return None
    raw = bytes(mail.raw)
    # as servers note it who put mails into files: without a sender, a server wrote it
    report = bounces.read(raw if mail.envelope_from.strip("<> ") else b"Return-Path: <>\r\n" + raw, mail.envelope_to)
    try:
        return report, None if isinstance(report, FoundReport) else read(raw)
    except Malformed:
        return report, None


def _is_report(mail: IncomingMail, report: FoundReport | Taken, now: datetime) -> bool:
    """Whether another server reports on an email of ours; if so, save it and settle the row.

    What is too large or malformed for a report is treated like any other email.
    """
    taken = bounces.keep(report, now)
    if taken in (Taken.NO_REPORT, Taken.TOO_LARGE, Taken.MALFORMED):
        return False
    if taken is Taken.UNKNOWN:
        _settle(mail, MailState.DROPPED, "unknown_report", now)
    else:
        mail.handler = REPORT
        _settle(mail, MailState.HANDLED, taken.value, now)
    return True


def _handle(mail: IncomingMail, written: Letter | None, now: datetime) -> None:
    try:
        with transaction.atomic():
            if any(map(is_for_operator, mail.envelope_to)) and not any(map(is_ours, mail.envelope_to)):
                _forward(mail, written, now)
                return
            letter, found = _believed(mail, written)
            token = _token(mail)
            if isinstance(token, AddressToken):
                reason = _by_address(mail, letter, token, now)
            else:
                reason = _by_person(mail, letter, token, found, now)
    except Dropped as drop:
        mail.user = drop.user
        _settle(mail, MailState.DROPPED, drop.reason, now)
        return
    _settle(mail, MailState.HANDLED, reason, now)


def _forward(mail: IncomingMail, letter: Letter | None, now: datetime) -> None:
    """To the operator, whoever or whatever wrote it; but nothing of ours goes round. Raises Dropped."""
    if letter is None or letter.all("x-stpete-event"):
        raise Dropped("malformed" if letter is None else "loop")
    reason = forwarding.forward(mail, letter, now)
    if reason != forwarding.FORWARDED:
        raise Dropped(reason)
    mail.handler = forwarding.HANDLER
    _settle(mail, MailState.HANDLED, reason, now)


def _believed(mail: IncomingMail, letter: Letter | None) -> tuple[Letter, Verdict]:
    """The letter, if a person wrote it and it is not forged. Raises Dropped."""
    if letter is None:
        raise Dropped("malformed")
    if reason := why_no_person(letter, mail.envelope_from):
        raise Dropped(reason)
    if not letter.sender:
        raise Dropped("no_sender")
    # what a service brings may have kept such headers of anybody: nobody of ours has taken them away
    found = verdict(letter, "" if mail.way == ArrivalWay.WEBHOOK else settings.INBOUND_AUTHSERV)
    if found.is_refused:
        raise Dropped("forged")
    return letter, found


def _by_address(mail: IncomingMail, letter: Letter, token: AddressToken, now: datetime) -> str:
    """An answer of a person without an account. It counts only from the address that we wrote to."""
    if digest_of(letter.sender) != token.address:
        raise Dropped("other_sender")
    _check_again(mail, letter, None, now)
    handler = address_handlers().get(token.handler)
    if handler is None:
        raise Dropped("no_handler")
    lines, *_more = _words(letter)
    mail.handler = handler.name
    lifts_stop = deliverability.answered_from(letter.sender, None)
    return handler.take(FromAddress(mail.pk, letter.sender, token.subject, token.holding, lines, now, lifts_stop))


def _by_person(mail: IncomingMail, letter: Letter, token: ReplyToken | None, found: Verdict, now: datetime) -> str:
    """Raises Dropped."""
    if token is None and not any(is_play(address) for address in mail.envelope_to):
        raise Dropped("unknown_address")
    user = token.user if token is not None else User.objects.filter(email=letter.sender, deleted_at=None).first()
    if user is None:
        raise Dropped("unknown_sender")
    if not _may_write(user):
        raise Dropped("no_account", user)
    _check_again(mail, letter, user, now)
    handler = handlers().get(token.handler) if token is not None else play_handler()
    if handler is None:
        raise Dropped("no_handler", user)
    lines, more, written = _words(letter, user.name)
    if token is None and not lines and letter.subject:
        lines = [letter.subject]
    incoming = Incoming(
        mail.pk, user, token, lines, found.is_proved, now, more=more, written=written or lines, subject=letter.subject
    )
    mail.user, mail.handler = user, handler.name
    with translation.override(user.language), timezone.override(user.zone):
        if (user.email or "").lower() != letter.sender:
            if handler.other_sender is not None:
                handler.other_sender(incoming)
            return "other_sender"
        if token is not None:
            tokens.use(token, now)
            incoming = replace(incoming, lifts_stop=deliverability.answered_from(letter.sender, user))
        return handler.take(incoming)


def _words(letter: Letter, name: str = "") -> tuple[list[str], list[str], list[str]]:
    """What the writer says in the first paragraph, the lines below it, and all of it with its courtesies."""
    own = own_words(letter.text, ours=f"@{settings.INBOUND_DOMAIN}")
    first, *others = meant(own, [letter.name, name]) or [[]]
    return first, list(chain(*others)), list(chain(*own))


def _token(mail: IncomingMail) -> ReplyToken | AddressToken | None:
    """That of the first address that has one. Raises Dropped where it opens nothing."""
    for address in mail.envelope_to:
        if text := token_in(address):
            try:
                return tokens.find(text)
            except AddressToken.DoesNotExist:
                raise Dropped("no_token") from None
            except tokens.Revoked:
                raise Dropped("revoked") from None
    return None


def _may_write(user: User) -> bool:
    if user.deleted_at is not None or not user.is_active or user.is_guest or not user.email:
        return False
    return bool(EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=True).exists())


def _check_again(mail: IncomingMail, letter: Letter, user: User | None, now: datetime) -> None:
    """The same letter in other bytes, delivered again; or more of them than a person writes. Raises Dropped."""
    if letter.message_id:
        mail.letter = hashlib.sha256(f"{letter.sender}\n{letter.message_id}".encode()).hexdigest()
        if IncomingMail.objects.filter(letter=mail.letter, state=MailState.HANDLED).exists():
            raise Dropped("duplicate", user)
    if user is None:
        return  # how much is answered to an address is for its handler to say
    lately = IncomingMail.objects.filter(user=user, received_at__gt=now - timedelta(hours=1), state=MailState.HANDLED)
    if lately.count() >= settings.INBOUND_PER_HOUR:
        raise Dropped("too_many", user)


def _settle(mail: IncomingMail, state: MailState, reason: str, now: datetime) -> None:
    """What became of it. What it said is of no use any more."""
    mail.state, mail.reason, mail.handled_at, mail.due_at, mail.raw = state, reason[:40], now, None, b""
    mail.save(update_fields=["state", "reason", "handled_at", "due_at", "raw", "user", "handler", "letter"])
    logger.info("mail %s %s: %s", mail.pk, state, reason)


def _give_up(mail: IncomingMail, now: datetime, reason: str) -> None:
    """Keeps the raw email until it expires, so that operators can see what went wrong."""
    mail.state, mail.reason, mail.handled_at, mail.due_at = MailState.FAILED, reason, now, None
    mail.save(update_fields=["state", "reason", "handled_at", "due_at"])
    alarm.error("mail %s given up after attempt %s: %s", mail.pk, mail.attempts, reason)


def _try_later(number: int, now: datetime) -> bool:
    """After an error: again when the lease is over, at most so many times."""
    with transaction.atomic():
        mail = IncomingMail.objects.defer("raw").get(pk=number)
        if mail.state != MailState.WAITING or mail.attempts < MOST_ATTEMPTS:
            return False
        _give_up(mail, now, "error")
    _count(mail)
    return True

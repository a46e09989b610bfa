"""How often each thing may be done, as allauth writes it: tries, a span of time, and by what they are counted. For
ACCOUNT_RATE_LIMITS, besides allauth's own."""

from collections.abc import Mapping

RATES: Mapping[str, str] = {
    "admin_login": "10/m/ip",
    "login_failed": "10/m/ip",  # without allauth's "key", with which anybody locks an account for everybody
    "request_login_code": "20/m/ip",
    "reset_password": "20/m/ip",  # without its "key" either
    # accounts/limits.py: by network and account, then by account alone, above what one network may do
    "password_from_here": "5/5m/key",
    "password_from_anywhere": "200/h/key",
    "code_from_here": "3/m/key,10/h/key",
    "code_from_anywhere": "60/h/key",
    "mailed_from_here": "5/5m/key,20/h/key",
    "mailed_from_anywhere": "60/h/key",
    "second_from_here": "5/5m/key",
    "second_from_anywhere": "30/h/key,150/d/key",
    # accounts/guests.py: people who begin to play without an account, by network
    "guest_from_here": "20/h/key,60/d/key",
    # accounts/services.py: changes of waking hours and time zone, by person
    "hours": "10/d/key",
    # accounts/export.py: all that is kept about a person, as a file
    "export": "5/d/key",
    # games/search: the records of what a search finds, by person; and its figures, by network
    "records": "20/d/key",
    "figures": "30/m/key,300/h/key",
    # games/dumps: the file of all public games, whole or in parts, by network
    "dumps": "60/h/key",
    # notifications/history: what was told once more, and test mails, by person
    "mail_again": "10/h/key",
    "mail_test": "3/h/key",
    # notifications/endpoints.py: tests of webhooks, by person, whichever they are
    "hook_test": "10/10m/key",
    # games/hints: what a searching bot would do, by person
    "hint_for_person": "30/10m/key,100/h/key",
    # games/review: reviews of older games, half a minute of a worker each, by person
    "review_for_person": "5/h/key,20/d/key",
    # games/og_image: pictures drawn for links elsewhere, by network; of a game or table only what was not
    # drawn already, of a position every one
    "picture_drawn": "60/m/key,600/h/key",
}

"""The second run of the Django tests, on the other database, leaves out those that cannot see which one it is.

pytest-django refuses the database to a test that does not ask for it, and a process that such a test starts is told its own.

Left out, too, is what `WORDS` names: tests of what a page, a mail or a file says about rows that other tests write and read on
both databases. A test among them that commits (`transaction=True`) runs on both.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
WORDS = (
    # pages of a position, which others load, move and count the statements of
    *("games/board", "games/offline_summary", "games/handbook", "games/names", "games/options", "games/reference"),
    *("games/replay", "games/card_popups", "games/page/test_parts.py", "games/page/test_agreed_end_pages.py"),
    *("games/page/test_game_page.py", "games/lesson", "games/hints"),
    # what mails and the text say, and what is read in answers to them; the moves they lead to are made by the service of pages
    *("games/emails", "games/text_client", "games/mail_commands", "notifications/test_unsubscribe.py", "frame"),
    # pictures, what would have been, guesses, reviews, puzzles: read from positions
    *("games/og_image", "games/practice", "games/review", "games/puzzles"),
    # forms of one's own account, and addresses that lead on
    *("accounts/test_profile.py", "accounts/test_second_factor.py", "accounts/test_token.py"),
    "infrastructure/test_old_addresses.py",
    # every list of the admin, every kind of mail, every answer of the API against its type, what a guest may look at
    *("accounts/test_admin_lookups.py", "notifications/test_headers_of_all.py", "games/api/test_typed.py"),
    "infrastructure/test_guests.py",
    # the past of the demo, made by services that others run; a supervisor fills it into PostgreSQL
    "infrastructure/test_demo_history.py",
    # pages of tournaments and of ratings, whose rows other tests make and read
    *(
        "tournaments/pages/test_pages.py",
        "tournaments/pages/test_bracket.py",
        "tournaments/pages/test_held_rounds.py",
        "tournaments/emails",
        "tournaments/director/test_league_pages.py",
        "tournaments/director/test_managing.py",
        "tournaments/director/test_outlook.py",
        "tournaments/director/test_pages.py",
        "tournaments/rated/test_pages.py",
        "tournaments/lifecycle/test_finals.py",
        "tournaments/lifecycle/acts/test_adjudicating.py",
    ),
    # mails in files
    "infrastructure/test_mailbox.py",
    # every address, and the whole of what it answers, compared
    *("infrastructure/test_no_get_writes.py", "infrastructure/test_hidden_numbers.py"),
    *("infrastructure/test_hidden_everywhere.py", "infrastructure/test_addresses_by_role.py"),
    "infrastructure/test_orders_unseen.py",
    *("api/test_schemathesis.py", "moderation/test_leaks.py"),
    "games/play/test_banquet_secret.py",
    # the look of pages that are a library's, and hundreds of bad mails
    *("accounts/test_looks.py", "incoming_mail/test_corpus.py", "incoming_mail/test_fuzz.py"),
    # tournaments that go their way by the sweep: tests/processes/test_club.py takes one of each kind through weeks, on PostgreSQL
    *(
        f"tournaments/{name}.py"
        for name in (
            "leagues/test_leagues",
            "lifecycle/test_always_ends",
            "lifecycle/test_forms",
            "lifecycle/test_giving_up",
            "lifecycle/test_halting",
            "lifecycle/test_swiss",
            "lifecycle/test_too_few_left",
        )
    ),
    # accounts as the library keeps them, what bounces say, whom a line names, records read and replayed again
    *("accounts/test_devices.py", "accounts/test_email_verification.py", "accounts/test_entering.py"),
    *("notifications/test_bounces.py", "notifications/channels/test_news.py", "moderation/test_records.py"),
    *("notifications/test_samples.py", "notifications/test_preferences.py", "notifications/test_a_third_app.py"),
    *("accounts/test_signed_in.py", "games/extensions"),
    # answers of the API and pages whose rows the tests of their services write and read
    *("games/api/test_api.py", "api/test_example_bot.py", "games/lobby/test_table_pages.py"),
    *("games/lobby/test_arriving.py", "games/guests/test_playing.py", "games/chat/test_chat_pages.py"),
    *("tournaments/pages/test_panels.py", "tournaments/pages/test_acts.py", "tournaments/lifecycle/acts/test_told.py"),
    *("tournaments/director/test_expected.py", "tournaments/director/test_running_tables.py"),
    "tournaments/leagues/test_league_pages.py",
    # deals and files of a tournament that is over
    *("tournaments/lifecycle/test_verifying.py", "tournaments/pages/test_deal.py", "tournaments/pages/test_exports.py"),
)
"""Folders and files under tests/."""
PLACES = {ROOT / "tests" / name for name in WORDS}


def uses_database(item: pytest.Item) -> bool:
    """Whether the test asks for the database, itself or by one of its fixtures."""
    asked = {*getattr(item, "fixturenames", ())}
    return item.get_closest_marker("django_db") is not None or bool(asked & {"db", "transactional_db"})


def is_about_words(item: pytest.Item) -> bool:
    """Whether it stands under `WORDS` and leaves every row to the rollback."""
    mark = item.get_closest_marker("django_db")
    commits = (mark is not None and mark.kwargs.get("transaction")) or "transactional_db" in getattr(
        item, "fixturenames", ()
    )
    return not commits and not PLACES.isdisjoint((item.path, *item.path.parents))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the others out, when the stage wants that."""
    if os.environ.get("STPETE_ONLY_WITH_DATABASE") == "yes":
        kept = {item: uses_database(item) and not is_about_words(item) for item in items}
        config.hook.pytest_deselected(items=[item for item in items if not kept[item]])
        items[:] = [item for item in items if kept[item]]

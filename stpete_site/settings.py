"""Settings of the site, read from the environment, with defaults that run on a laptop (docs/deploy.md lists them)."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import django.forms
import django_stubs_ext
import redis
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from redis.backoff import NoBackoff
from redis.retry import Retry

from accounts.rates import RATES
from incoming_mail.senders import NAMES
from stpete_site import celery, log_lines, values
from stpete_site.environment import Environment
from stpete_site.values import LOOPBACK, beside, broker_url, redis_database
from streams.words import channel_of

django_stubs_ext.monkeypatch()  # Django's generic classes may be written with their model: ModelAdmin[User]

BASE_DIR = Path(__file__).resolve().parent.parent
HOME = Path(Environment(BASE_DIR).text("STPETE_HOME", str(BASE_DIR / "var"))).expanduser().resolve()
ENVIRONMENT = Environment(HOME)

# -- Who and where -----------------------------------------------------------------------------------------------------
DEBUG = ENVIRONMENT.read("DEBUG", values.truth, False)
SECRET_KEY = ENVIRONMENT.secret_key()
_site = ENVIRONMENT.read("SITE_URL", values.site_url, urlsplit("http://127.0.0.1:8000"))
SITE_URL = _site.geturl()  # without a slash at the end; every link in a mail begins with it
IS_HTTPS = _site.scheme == "https"
IS_LOOPBACK = _site.hostname in LOOPBACK
ALLOWED_HOSTS = ENVIRONMENT.items("ALLOWED_HOSTS") or [_site.hostname or "", "localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = [SITE_URL]
# Who answers for this site, for imprint, terms and privacy, and where own texts for them lie (stpete_site/pages.py).
OPERATOR_NAME = ENVIRONMENT.text("OPERATOR_NAME")
OPERATOR_ADDRESS = ENVIRONMENT.items("OPERATOR_ADDRESS")  # its lines
OPERATOR_MAIL = ENVIRONMENT.read("OPERATOR_MAIL", values.mail_address, "")
PAGES_DIR = ENVIRONMENT.read("PAGES_DIR", values.folder, HOME / "pages")
SOURCE_URL = ENVIRONMENT.read("SOURCE_URL", values.page_url, "")  # where the source of this very version is

# -- What it is made of ------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "api",
    "accounts",
    "notifications",
    "moderation",
    "incoming_mail",
    "games",
    "tournaments",
    "stpete_site",
    "moderation.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "drf_spectacular",
    "csp",
]
MIDDLEWARE = [
    "stpete_site.middleware.MeterMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Pages are a fifth of their size on the way. The form tokens in them are masked anew each time (BREACH).
    "django.middleware.gzip.GZipMiddleware",
    "stpete_site.middleware.CorsMiddleware",
    "stpete_site.middleware.RefuseMiddleware",
    "stpete_site.middleware.OldAddressMiddleware",
    "accounts.middleware.PrivateMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.middleware.SignedInMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.PersonMiddleware",
    "accounts.middleware.ActivityMiddleware",
    "stpete_site.middleware.NetworkMiddleware",
    "stpete_site.guests.GuestMiddleware",
    "stpete_site.middleware.WipeMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "stpete_site.middleware.ContentPolicyMiddleware",
    "stpete_site.error_pages.ErrorPagesMiddleware",  # nearest to the views: it answers for them
]
ROOT_URLCONF = "stpete_site.urls"
WSGI_APPLICATION = "stpete_site.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "stpete_site.context.frame",
            ],
        },
    },
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "jinja", Path(django.forms.__file__).parent / "jinja2"],
        "OPTIONS": {"environment": "stpete_site.context.environment"},
    },
]
FORM_RENDERER = "stpete_site.context.Widgets"

# -- Services ----------------------------------------------------------------------------------------------------------
DATABASES: dict[str, dict[str, Any]] = {"default": ENVIRONMENT.database()}
REDIS_URL = ENVIRONMENT.redis_url()
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "stpete_site.cache.Cache",
        # A database of its own, because clearing the cache empties the database it is in.
        "LOCATION": redis_database(REDIS_URL, 1),
        "KEY_PREFIX": "stpete",
        "TIMEOUT": 600,
        "OPTIONS": {
            # Nobody waits long for a server that hangs; a connection that was closed meanwhile is made anew at once.
            "socket_timeout": 1,
            "socket_connect_timeout": 1,
            "retry": Retry(NoBackoff(), 1, supported_errors=(redis.exceptions.ConnectionError,)),
        },
    },
    # Parts of pages that everybody sees alike (`{% cache … using="shared" %}`): in the memory of each process, gone with it.
    "shared": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "shared",
        "TIMEOUT": 60 * 60,
        "OPTIONS": {"MAX_ENTRIES": 2000},
    },
}
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"  # without the cache they are read from the database
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60

EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
globals().update(ENVIRONMENT.email())
# A mail service (incoming_mail/senders.py) instead of a mail server, for mails that go out and for those that come in.
MAIL_SERVICE = ENVIRONMENT.read("MAIL_SERVICE", values.one_of(*NAMES), "")
INBOUND_SERVICE = ENVIRONMENT.read("INBOUND_SERVICE", values.one_of(*NAMES), "")
ANYMAIL = ENVIRONMENT.anymail(sends=MAIL_SERVICE, brings=INBOUND_SERVICE)
if MAIL_SERVICE:
    EMAIL_BACKEND = f"anymail.backends.{MAIL_SERVICE}.EmailBackend"
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = ENVIRONMENT.text("MAIL_FROM", f"St Pete <games@{_site.hostname}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Who may read /metrics: networks such as 10.0.0.0/8, and who sends this token. Nobody while both are empty.
METRICS_FROM = ENVIRONMENT.read("METRICS_FROM", values.networks, [])
METRICS_TOKEN = ENVIRONMENT.text("METRICS_TOKEN")
# Where servers report about mails that came back, with a token between the name and the @; empty: to MAIL_FROM, without one.
BOUNCE_ADDRESS = ENVIRONMENT.read("BOUNCE_ADDRESS", values.mail_address, "")
# Which of its keys the mail server signs with, for `manage.py doctor`.
DKIM_SELECTOR = ENVIRONMENT.text("DKIM_SELECTOR")

# -- Mails to the site (incoming_mail/): without a domain none arrives, and no mail offers to be answered -----------------------
_catches = IS_LOOPBACK and not (ENVIRONMENT.text("EMAIL_URL") or MAIL_SERVICE)
INBOUND_DOMAIN = ENVIRONMENT.read("INBOUND_DOMAIN", values.domain, "stpete.localhost" if _catches else "")
_door = f"smtp://127.0.0.1:{ENVIRONMENT.text('STPETE_INBOUND_PORT', '8026')}"
INBOUND_LISTEN = ENVIRONMENT.read("INBOUND_LISTEN", values.listener, _door)
# Whose word counts on where a mail came from: the name that our own mail server writes into Authentication-Results.
INBOUND_AUTHSERV = ENVIRONMENT.text("INBOUND_AUTHSERV")
INBOUND_MOST_BYTES = ENVIRONMENT.number("INBOUND_MOST_BYTES", 2_000_000, least=20_000, most=20_000_000)
# What a mail service may send at once: the largest mail, written into JSON. Other requests are small (stpete_site/middleware.py).
DATA_UPLOAD_MAX_MEMORY_SIZE = max(2_621_440, 2 * INBOUND_MOST_BYTES)
INBOUND_MOST_WAITING = 2_000
INBOUND_PER_HOUR = ENVIRONMENT.number("INBOUND_PER_HOUR", 60, least=1)  # mails of one person that are handled
INBOUND_KEEP_DAYS = ENVIRONMENT.number("INBOUND_KEEP_DAYS", 30, least=1, most=365)  # what became of a mail

# -- Tasks: what is due are rows; tasks only make it happen (docs/architecture.md) ------------------------------------
CELERY_BROKER_URL = broker_url(redis_database(REDIS_URL, 0))
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
    # What a killed worker held comes back after five minutes; kombu looks every ten seconds.
    "visibility_timeout": 300,
    "unacked_restore_throttle": 1,
    "polling_interval": 5,  # seconds that a worker waits for a task before it asks anew; a task comes at once
    # A server that hangs must not hold a page or a sweep for ever, and a page does not look for one that is away.
    "socket_timeout": 3,
    "socket_connect_timeout": 1,
    "max_retries": 0,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker looks for it until it is back
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = celery.DUE
CELERY_TASK_QUEUES = celery.QUEUES
CELERY_TASK_ROUTES = celery.ROUTES
# A page must not wait for a broker that is away: the next sweep finds the row anyway.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1, "interval_max": 0.1}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
# Never is no rhythm, and what a sweep leaves undone for a minute is an alarm (games/due.py).
SWEEP_SECONDS = ENVIRONMENT.number("SWEEP_SECONDS", 5, least=1, most=30)
# 0: everybody may make tournaments, as on a site that only this machine sees.
GAMES_BEFORE_EVENTS = ENVIRONMENT.number("GAMES_BEFORE_EVENTS", 0 if IS_LOOPBACK else 3)
NOTICE_DELAY = ENVIRONMENT.number("NOTICE_DELAY", 120)  # seconds a new question waits before it becomes a mail
# Private networks into which webhooks may lead; by itself none.
WEBHOOK_NETWORKS = ENVIRONMENT.read("WEBHOOK_NETWORKS", values.networks, [])
# Days that a game stands still for its players to come back. They are told three days before it is broken off.
ABANDONED_DAYS = ENVIRONMENT.number("ABANDONED_DAYS", 14, least=4, most=365)
START_GUARD = ENVIRONMENT.number("START_GUARD", 30)  # seconds between the last seat taken and the first question
BEACON = ENVIRONMENT.beacon()  # a public source of chance for deals; None: there is none
CELERY_BEAT_SCHEDULER = "stpete_site.celery:SteadyScheduler"
CELERY_BEAT_SCHEDULE = celery.schedule(SWEEP_SECONDS)

# -- People (accounts) -------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"  # showing a message writes no row
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:mine"
LOGOUT_REDIRECT_URL = "/"
SUSPENDED_URL = "moderation.views.of_user"  # what suspended people read when they sign in
TAKE_ALONG_URL = "games:take-along"  # where somebody is asked who was a guest on this device and has signed in
# Guests (accounts/guests.py): days that one is kept after the start of their last game, and limits against abuse.
GUEST_DAYS = ENVIRONMENT.number("GUEST_DAYS", 30, least=1, most=365)
MOST_GUESTS = ENVIRONMENT.number("MOST_GUESTS", 5000)  # 0: nobody plays without an account
MOST_GAMES_OF_A_GUEST = ENVIRONMENT.number("MOST_GAMES_OF_A_GUEST", 3)
MOST_GAMES_OF_A_GUEST_EVER = 40
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
PROFILE_FORM = "incoming_mail.forms.ProfileForm"
ACCOUNT_FORMS = {
    "login": "accounts.entrance.LoginForm",
    "signup": "accounts.entrance.SignupForm",
    "add_email": "accounts.entrance.AddEmailForm",
    "change_email": "accounts.entrance.ChangeEmailForm",
    "change_password": "accounts.entrance.ChangePasswordForm",
    "set_password": "accounts.entrance.SetPasswordForm",
    "reset_password": "accounts.entrance.ResetPasswordForm",
    "reset_password_from_key": "accounts.entrance.ResetPasswordKeyForm",
    "reauthenticate": "accounts.entrance.ReauthenticateForm",
    "request_login_code": "accounts.entrance.RequestLoginCodeForm",
    "confirm_login_code": "accounts.entrance.ConfirmLoginCodeForm",
    "confirm_email_verification_code": "accounts.entrance.ConfirmEmailVerificationCodeForm",
    "confirm_password_reset_code": "accounts.entrance.ConfirmPasswordResetCodeForm",
}
# Codes, not links: a mail read on the phone confirms the page open at the desk, no mail scanner confirms anything by
# following links, and the page that was asked for first is still known afterwards.
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = ACCOUNT_LOGIN_TIMEOUT = 60 * 60
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = RATES
# The second factor (accounts/second_factor.py): an app, passkeys, and codes on paper for when they are lost.
MFA_ADAPTER = "accounts.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # clocks of phones, and slow fingers
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = IS_LOOPBACK
MFA_FORMS = {
    "authenticate": "accounts.second_factor.AuthenticateForm",
    "reauthenticate": "accounts.second_factor.ReauthenticateForm",
    "activate_totp": "accounts.second_factor.ActivateTOTPForm",
    "deactivate_totp": "accounts.second_factor.DeactivateTOTPForm",
    "generate_recovery_codes": "accounts.second_factor.GenerateRecoveryCodesForm",
    "add_webauthn": "accounts.second_factor.AddWebAuthnForm",
    "edit_webauthn": "accounts.second_factor.EditWebAuthnForm",
    "authenticate_webauthn": "accounts.second_factor.AuthenticateWebAuthnForm",
    "login_webauthn": "accounts.second_factor.LoginWebAuthnForm",
    "reauthenticate_webauthn": "accounts.second_factor.ReauthenticateWebAuthnForm",
}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _site.scheme
# How many proxies of ours stand in front: rate limits count the address that the outermost of them saw.
ALLAUTH_TRUSTED_PROXY_COUNT = ENVIRONMENT.number("TRUSTED_PROXIES", 1 if IS_HTTPS else 0)

# -- Streams (streams/): where the process listens that tells open pages when to look again; 0: pages ask by themselves -----
STREAMS_PORT = ENVIRONMENT.number("STREAMS_PORT", 0, most=65_535)
STREAMS_CHANNEL = channel_of(REDIS_URL)
# Without a proxy that sends /streams/ there, pages reach it at its own port.
STREAMS_ARE_BESIDE = bool(STREAMS_PORT) and not ALLAUTH_TRUSTED_PROXY_COUNT and not IS_HTTPS

# -- Language and time -------------------------------------------------------------------------------------------------
FORMAT_MODULE_PATH = "stpete_site.formats"
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "locale"]  # one catalogue a language, of those of all areas (stpete_site/locale.py)

# -- Static files ------------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = HOME / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_ROOT = BASE_DIR / "stpete_site" / "root"  # robots.txt and the icon that old browsers ask for
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "stpete_site.sheets.SheetStorage"},
}

# -- API ---------------------------------------------------------------------------------------------------------------
PERMISSIONS = ("accounts.permissions", "games.permissions", "moderation.permissions", "tournaments.permissions")
"""Modules that state who may do what (`accounts.permissions.can`)."""
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.Tokens",  # first: its answer to strangers is 401
        "accounts.authentication.BearerTokens",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["accounts.permissions.MayAsk"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.problems.Json", "api.problems.Form"],
    "DEFAULT_METADATA_CLASS": None,  # the schema says all that OPTIONS would
    "DEFAULT_SCHEMA_CLASS": "api.schema.Description",
    "EXCEPTION_HANDLER": "api.problems.handler",
    "DEFAULT_THROTTLE_CLASSES": ["api.rates.Rate"],
    "DEFAULT_THROTTLE_RATES": {"read": "600/min", "write": "240/min", "anonymous": "120/min", "wrong_token": "30/min"},
    "NUM_PROXIES": ALLAUTH_TRUSTED_PROXY_COUNT,  # else an invented X-Forwarded-For would escape the limits
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "St Pete",
    "DESCRIPTION": "Play Sankt Petersburg by correspondence from a program. Authenticate with an API token of your profile"
    " in the header `Authorization: Token …` or `Authorization: Bearer …`. Changes are sent as server-sent events at"
    " `/streams/mine/` (everything of yours) and `/streams/<game>/`, with the same token.",
    "VERSION": "1",
    "SERVERS": [{"url": SITE_URL}],
    "CONTACT": {"name": "The operator of this site", "url": f"{SITE_URL}/imprint/"},
    "LICENSE": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENFORCE_NON_BLANK_FIELDS": True,  # the schema says that a text is not empty
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": ["api.schema.finish"],
}

# -- Defences ----------------------------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
if STREAMS_ARE_BESIDE:
    CONTENT_SECURITY_POLICY["DIRECTIVES"]["connect-src"] = [SELF, *beside(ALLOWED_HOSTS, STREAMS_PORT)]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = IS_HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"
if IS_HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    # asked from the machine itself, without the proxy
    SECURE_REDIRECT_EXEMPT = [r"^health/(live/|ready/)?$", r"^metrics$"]
    SECURE_HSTS_SECONDS = ENVIRONMENT.number("HSTS_SECONDS", 60 * 60 * 24 * 30)

# Subdomains and preload lists are decided by the owner of the domain, not by one site under it.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# -- The embedded default (stpete_site/supervisor) ---------------------------------------------------------------------
# Caught emails are shown to everybody who opens the page, so only on this machine, and only while the catcher is ours.
MAILBOX_DIR = HOME / "mail"
SHOWS_MAILBOX = _catches

# -- Log lines ---------------------------------------------------------------------------------------------------------
LOG_FORMAT = ENVIRONMENT.read("LOG_FORMAT", values.one_of("line", "json"), "line")
if LOG_FORMAT == "json":
    MIDDLEWARE.insert(0, "stpete_site.log_lines.RequestMiddleware")
LOGGING = log_lines.of_site(log_lines.FORMATTER if LOG_FORMAT == "json" else log_lines.PLAIN)

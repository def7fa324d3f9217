"""Settings. What differs between machines comes from the environment; a bad value stops the start.

docs/ARCHITECTURE.md lists every variable. `DATABASE_URL` and `REDIS_URL` alone decide between the
embedded process and production.
"""

from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config.secrets import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DEBUG = env.bool("DEBUG", default=False)
VAR_DIR = Path(env.str("FLOORMAN_VAR", default=str(BASE_DIR / "var")))
SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key(VAR_DIR)
# A venue's machine is reached by whatever address the hall's network gives it; who may frame or post
# is held by CSRF, CSP and the origin check, so the default admits every name of this machine's.
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=["*"])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])
BEHIND_TLS = env.bool("BEHIND_TLS", default=False)

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "channels",
    "django_htmx",
    "csp",
    "axes",
    "tournaments",
    "tables",
]

MIDDLEWARE = [
    # First, so that scripts and styles are compressed as well: a phone's page is 15 KB on the air.
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournaments.web.nul.NulMiddleware",
    "tournaments.web.access.RouteAccessMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.web.refusals.RefusalMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        # For the widgets of django.forms; our own templates come first.
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "tournaments.web.context.staff_page",
            ],
            "libraries": {"floorman": "tournaments.web.template_tags"},
            "builtins": ["tournaments.web.template_tags"],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"


def _database() -> dict[str, Any]:
    config: dict[str, Any] = env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'floorman.sqlite3'}")
    if config["ENGINE"] == "django.db.backends.sqlite3":
        # WAL lets screens read while staff write; FULL keeps the last commit through a power cut;
        # IMMEDIATE takes the write lock first, so that no transaction fails half way as "locked".
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 30,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        }
    elif config["ENGINE"] == "django.db.backends.postgresql":
        config["OPTIONS"] = {"pool": {"min_size": 2, "max_size": 20, "timeout": 30}}
    else:
        raise ImproperlyConfigured("DATABASE_URL must be sqlite:///… or postgres://…")
    return config


VAR_DIR.mkdir(parents=True, exist_ok=True)
(VAR_DIR / "static").mkdir(exist_ok=True)
DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# One writer at a time in the process, for a database that takes only one. PostgreSQL locks the Event's
# row instead (see tournaments/journal/lock.py).
ONE_WRITER = DATABASES["default"]["ENGINE"].endswith("sqlite3")

REDIS_URL: str = env.str("REDIS_URL", default="")
EMBEDDED = not REDIS_URL
if REDIS_URL:
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL]},
        }
    }
    CELERY_BROKER_URL = REDIS_URL
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CELERY_BROKER_URL = "memory://localhost/"
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.02}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# The hub serves what it is handed: tournaments/ does not know the floor, whose chairs are on the screen.
HUB_READER = "tables.queries.screen.read_document"
HUB_REVISIONS = "tables.queries.screen.revisions"

CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"

AUTH_USER_MODEL = "tournaments.Staff"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
CSRF_FAILURE_VIEW = "tournaments.web.refusals.old_form"
LOGIN_URL = "login"
LOGIN_URL_PATH = "/login/"
ROUTE_TABLES = [
    "tournaments.web.routes.ROUTES",
    "tournaments.web.house.urls.ROUTES",
    "tournaments.web.players.urls.ROUTES",
    "tournaments.web.structures.urls.ROUTES",
    "tables.web.routes.ROUTES",
]
LOGIN_REDIRECT_URL = "floor"
LOGOUT_REDIRECT_URL = "login"
SESSION_COOKIE_AGE = 16 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_TLS else None
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"

# Ten wrong passwords for one name from one address: a quarter of an hour's rest.
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"
AXES_RESET_ON_SUCCESS = True
AXES_HTTP_RESPONSE_CODE = 429
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "frame-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [SELF],
        "base-uri": [NONE],
        "manifest-src": [SELF],
    }
}
X_FRAME_OPTIONS = "SAMEORIGIN"

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("zh-hant", _("Traditional Chinese")),
    ("zh-hans", _("Simplified Chinese")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
# Figures for people go through the filters `chips` and `money`; a number in an address or a field stays bare.
USE_THOUSAND_SEPARATOR = False
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
# Served from their source and asked again each minute: no build step to forget, no stale screen.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 60

# A CSV of 10,000 players is 1 MB. What is larger than this is refused before it is read.
UPLOAD_LIMIT_BYTES = 8 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
PRINTS_DIR = VAR_DIR / "prints"
# Where the lists of each level go that are kept for the night the network dies; empty: the prints folder.
SPARE_DIR = env.str("SPARE_DIR", default="")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "floorman": {"level": "INFO"},
        "axes": {"level": "ERROR"},
        "django.request": {"level": "ERROR"},
        # Answered with a page that says how much may be sent; nothing for the log to worry about.
        "django.security.RequestDataTooBig": {"level": "CRITICAL"},
    },
}
SILENCED_SYSTEM_CHECKS: list[str] = []

"""A service provider on djangosaml2 and pysaml2, as their documentation has it: python with_djangosaml2.py PORT METADATA ENTITY [SNIPPET].

SNIPPET is a file with what `mockidp snippet pysaml2` prints, in the place of the configuration here.
"""

import pathlib
import sys

import django
import saml2
from django.conf import settings

port, metadata, entity, *snippet = sys.argv[1:]
config = {
    "xmlsec_binary": "/usr/bin/xmlsec1",
    "entityid": entity,
    "allow_unknown_attributes": True,
    "service": {
        "sp": {
            "endpoints": {"assertion_consumer_service": [(f"http://localhost:{port}/saml2/acs/", saml2.BINDING_HTTP_POST)]},
            "name_id_policy_format": None,
            "allow_unsolicited": False,
            "authn_requests_signed": False,
            "want_assertions_signed": True,
            "want_response_signed": False,
        }
    },
    "metadata": {"local": [metadata]},
}
for file in snippet:
    exec(pathlib.Path(file).read_text(encoding="utf-8"))
settings.configure(
    SECRET_KEY="a secret of tests",
    ALLOWED_HOSTS=["localhost"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sessions", "djangosaml2"],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "djangosaml2.middleware.SamlSessionMiddleware",
    ],
    AUTHENTICATION_BACKENDS=["djangosaml2.backends.Saml2Backend"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": pathlib.Path(metadata).with_suffix(".sqlite")}},
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
    LOGIN_URL="/saml2/login/",
    LOGIN_REDIRECT_URL="/me",
    SAML_CSP_HANDLER="",
    SAML_USE_NAME_ID_AS_USERNAME=True,
    SAML_CREATE_UNKNOWN_USER=True,
    SAML_CONFIG=config,
)
django.setup()

from django.contrib.auth.decorators import login_required  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.urls import include, path  # noqa: E402
from django.utils.html import escape  # noqa: E402


@login_required
def me(request):
    return HttpResponse(f"<p>Hello {escape(request.user.get_username())}</p>")


urlpatterns = [path("saml2/", include("djangosaml2.urls")), path("me", me)]
call_command("migrate", verbosity=0)
call_command("runserver", f"127.0.0.1:{port}", "--noreload", "--skip-checks")

"""A product with django-scim2 as it comes: `python django_server.py FOLDER` prints its URL. The token is t0ken."""

import os
import socketserver
import sys
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from django.conf import settings
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application

sys.path.insert(0, str(Path(__file__).parent))


def by_token(get_response):
    """Signs in whoever brings the token."""

    def middleware(request):
        from django.contrib.auth.models import AnonymousUser
        from django_product.models import User

        is_known = request.headers.get("Authorization") == "Bearer t0ken"
        request.user = User(username="entra") if is_known else AnonymousUser()
        return get_response(request)

    return middleware


class Server(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *words):
        pass


def main():
    # The port first: the library writes the address into `meta.location`.
    server = make_server("127.0.0.1", 0, None, server_class=Server, handler_class=Quiet)
    settings.configure(
        SECRET_KEY="for a test",
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF="django_product.urls",
        USE_TZ=True,
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "django_product"],
        AUTH_USER_MODEL="django_product.User",
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(sys.argv[1], "product.db"), "OPTIONS": {"timeout": 20, "transaction_mode": "IMMEDIATE"}}},
        MIDDLEWARE=[f"{__name__}.by_token", "django_scim.middleware.SCIMAuthCheckMiddleware"],
        SCIM_SERVICE_PROVIDER={
            "NETLOC": f"127.0.0.1:{server.server_port}",
            "SCHEME": "http",
            "AUTHENTICATION_SCHEMES": [{"type": "oauthbearertoken", "name": "token", "description": "A token."}],
            "GROUP_MODEL": "django_product.models.Group",
        },
        LOGGING_CONFIG=None,
    )
    django.setup()
    call_command("migrate", run_syncdb=True, verbosity=0)
    server.set_app(get_wsgi_application())
    print(f"http://127.0.0.1:{server.server_port}/scim", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()

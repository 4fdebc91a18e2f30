"""Apps that send the user's password themselves."""

from support.world import ALICE, GRAPH_SCOPE
from test_msal_grants import password_app

from play.saw import answer


class PasswordApp:
    name = "MSAL for Python, password"
    needs = ("msal",)

    def __init__(self, server):
        self.app = password_app(server)

    def get(self, user=ALICE, password=None):
        return answer(self.app.acquire_token_by_username_password(user.name, password or user.password, [GRAPH_SCOPE]))

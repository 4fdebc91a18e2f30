"""A browser window with somebody at it, by the ids that scripted sign-ins rely on."""

from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

TIMEOUT = 20_000  # milliseconds; a page takes a few, a loaded machine more


@dataclass
class Arrival:
    """What reached the app."""

    path: str
    mode: str
    parameters: dict

    @property
    def code(self):
        assert "code" in self.parameters, self.parameters
        return self.parameters["code"]


class Window:
    """Every page that was shown is in `seen`, by its id."""

    def __init__(self, context, listener, gallery, server):
        context.set_default_timeout(TIMEOUT)
        self.context, self.listener, self.gallery, self.server = context, listener, gallery, server
        self.page = context.new_page()
        self.complaints = []
        """What the console says of the server's pages, such as a policy that was broken."""
        self._origin = urlsplit(server.authority)[:2]
        self.page.on("console", self._hear)

    @classmethod
    def at(cls, page):
        """Somebody at a page that another window opened. Its end is that window's affair."""
        window = cls.__new__(cls)
        window.page = page
        return window

    def _hear(self, message):
        # An app that closes its port at once is the app's affair.
        if message.type == "error" and not message.location.get("url", "").startswith("http://localhost"):
            self.complaints.append(message.text)

    # Going somewhere

    def open(self, url):
        """Goes there, and through every redirect."""
        self.page.goto(url)
        return self

    @property
    def is_at_the_server(self):
        return urlsplit(self.page.url)[:2] == self._origin

    @property
    def id(self):
        """The page's own name for itself."""
        return self.page.locator("meta[name=PageID]").get_attribute("content")

    @property
    def heading(self):
        return self.page.locator("h1").inner_text()

    @property
    def text(self):
        return self.page.locator("main").inner_text()

    @property
    def fault(self):
        """What the page says went wrong."""
        return self.page.locator("[role=alert]").inner_text()

    @property
    def config(self):
        return self.page.locator("#config").text_content()

    def expect(self, page_id, heading):
        """Waits for this page to be there."""
        self.page.locator(f"meta[name=PageID][content={page_id}]").wait_for(state="attached")
        self.page.get_by_role("heading", name=heading, exact=True, level=1).wait_for()
        return self

    def picture(self, name):
        """Keeps a picture of the page among the artifacts of the run."""
        self.page.screenshot(path=self.gallery / f"{name}.png", full_page=True)
        return self

    # Answering pages

    def press(self):
        """The main button."""
        self.page.locator("#idSIButton9").click()
        return self

    def back(self):
        """The other one."""
        self.page.locator("#idBtn_Back").click()
        return self

    def give_name(self, user):
        self.expect("ConvergedSignIn", "Sign in")
        self.page.locator("input[name=loginfmt]:not(.moveOffScreen), input[name=username]").fill(user.name)
        return self.press()

    def give_password(self, user, password=None):
        self.expect("ConvergedSignIn", "Enter password")
        self.page.locator("input[name=passwd]").fill(password or user.password)
        return self.press()

    def sign_in(self, user):
        return self.give_name(user).give_password(user)

    @property
    def permissions(self):
        """The scopes that the consent page lists, by their protocol names."""
        return self.page.locator(".permissions code").all_text_contents()

    @property
    def tiles(self):
        """Name, account and state of each tile of the picker."""
        return [tile.inner_text().split("\n")[1:] for tile in self.page.locator(".tile[name=account]").all()]

    def pick(self, user):
        self.expect("ConvergedSignIn", "Pick an account")
        self.page.locator(f'.tile[data-test-id="{user.name}"]').click()
        return self

    # Arriving

    def arrive(self):
        """Waits until the browser is back at the app and says what it brought."""
        self.page.wait_for_url(lambda url: url.startswith(self.listener.origin))
        self.page.wait_for_load_state()
        parts = urlsplit(self.page.url)
        last = self.listener.calls[-1]
        if last.method == "POST":
            return Arrival(last.path, "form_post", last.form)
        mode, text = ("fragment", parts.fragment) if parts.fragment else ("query", parts.query)
        return Arrival(parts.path, mode, dict(parse_qsl(text, keep_blank_values=True, strict_parsing=True)))

"""Which pictures the site has, what takes them, and how pages of docs/ ask for one.

A picture is a step of a walk through the pages: a walk is a function of a window that yields the name of each step once the page stands.
The tests of the pages have the walks (`clients/browser`). `<!-- picture: NAME -->` on a line of its own in docs/ becomes the picture.
"""

import re
from dataclasses import dataclass

from .text import front

ASKED = re.compile(r"^<!-- picture: ([a-z-]+) -->$", re.MULTILINE)
SCHEMES = ("light", "dark")
QUOTED = re.compile(r"“([^”]+)”")


@dataclass(frozen=True)
class Picture:
    """One picture: the module and the function that walk there, the step, the page's heading, and a sentence about it."""

    name: str
    module: str
    walk: str
    step: str
    heading: str
    caption: str
    title: str = ""
    """What the site calls the page, where its heading does not say it."""

    def file(self, scheme):
        return f"{self.name}-{scheme}.png"


SIGN_IN = "test_accessibility"

#: In the order of the page. The console's pictures are rows of the same kind, with the module that walks through it.
PICTURES = [
    Picture("sign-in", SIGN_IN, "sign_in", "sign-in", "Sign in", "The user types the sign-in name."),
    Picture("password", SIGN_IN, "sign_in", "password", "Enter password", "The user types the password."),
    Picture("wrong-password", SIGN_IN, "sign_in", "password, wrong", "Enter password", "The password was wrong: AADSTS50126."),
    Picture("picker", SIGN_IN, "sign_in", "picker", "Pick an account", "The browser knows an account, and the app asked with `prompt=select_account`."),
    Picture("consent", SIGN_IN, "consent", "consent", "Permissions requested", "The app asks for permissions that the user has not granted yet."),
    Picture("approval", SIGN_IN, "consent", "need admin approval", "Need admin approval", "Only an administrator may grant this permission."),
    Picture("admin-consent", SIGN_IN, "consent", "consent of an administrator", "Permissions requested", "An administrator may consent for everybody in the tenant."),
    Picture("code", SIGN_IN, "second_factor", "one-time code", "Enter code", "A policy asks for a second factor. The code is 123456."),
    Picture("registration", SIGN_IN, "second_factor", "registration", "More information required", "A second factor is asked of a user who has registered none."),
    Picture("update-password", SIGN_IN, "expired_password", "expired password", "Update your password", "The password has expired."),
    Picture("stay-signed-in", SIGN_IN, "stay_signed_in", "stay signed in", "Stay signed in?", "The user decides how long the session lives."),
    Picture("device-code", SIGN_IN, "elsewhere", "device code", "Enter code to allow access", "The user types the code that a device shows.", "The code of a device"),
    Picture("signed-out", SIGN_IN, "elsewhere", "signed out", "You signed out of your account", "The session has ended."),
    Picture("blocked", SIGN_IN, "blocked", "blocked", "You don't have access to this", "A policy blocks the sign-in."),
    Picture("error", SIGN_IN, "no_answer", "error", "Sign in", "The app cannot be told of this refusal, so the user sees it.", "Errors"),
]


def markup(picture, to=""):
    """A picture as it stands on a page, for light and for dark. `to` leads from the page to the top of the site."""
    images = "".join(
        f'![{picture.heading}: {picture.caption}]({to}pictures/{picture.file(scheme)}#only-{scheme}){{ width="500" loading="lazy" }}\n'
        for scheme in SCHEMES
    )
    return f"{images}"


def with_pictures(text, to=""):
    """A page of docs/ with the pictures that it asks for."""
    known = {picture.name: picture for picture in PICTURES}

    def picture(found):
        assert found[1] in known, f"there is no picture '{found[1]}'; website/parts/gallery.py lists them"
        return markup(known[found[1]], to)

    return ASKED.sub(picture, text)


def anchor(heading):
    """The anchor of a page's picture: the first picture with that heading has it."""
    return re.sub(r"[^a-z]+", "-", heading.lower()).strip("-")


def linked_headings(text, gallery):
    """A text in which each page that somebody answered is a link to its picture."""
    known = {picture.heading for picture in PICTURES}
    return QUOTED.sub(lambda found: f"“[{found[1]}]({gallery}#{anchor(found[1])})”" if found[1] in known else found[0], text)


def page():
    """The page with every picture, one heading for each page of the program."""
    text = front("What users see", "The pages of the sign-in, in pictures")
    text += "# What users see\n\nThe program serves these pages. They need no script, and follow the colours of the system. "
    text += "The pictures are taken of a running server whenever this site is built.\n\n"
    seen = set()
    for picture in PICTURES:
        title = picture.title or picture.heading
        if title not in seen:
            seen.add(title)
            text += f"## {title} {{ #{anchor(title)} }}\n\n"
        text += f"{picture.caption}\n\n{markup(picture)}\n"
    return text

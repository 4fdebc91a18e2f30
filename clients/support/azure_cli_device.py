"""Signs in with `az login --use-device-code` in the name of a user who types the code on another machine: python azure_cli_device.py NAME PASSWORD

The pages are walked as a browser without scripts walks them: by their forms.
"""

import re
import subprocess
import sys
from html.parser import HTMLParser
from urllib.parse import urljoin

import requests

AZ = [sys.executable, "-m", "azure.cli"]


class Form(HTMLParser):
    """The first form of a page: where it goes, and what it sends."""

    def __init__(self, page):
        super().__init__()
        self.action, self.fields, self._closed = None, {}, False
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "form" and self.action is None:
            self.action = values.get("action", "")
        elif tag == "input" and self.action is not None and not self._closed and values.get("name"):
            self.fields[values["name"]] = values.get("value", "")

    def handle_endtag(self, tag):
        self._closed = self._closed or tag == "form"


name, password = sys.argv[1:]
login = subprocess.Popen([*AZ, "login", "--use-device-code", "--allow-no-subscriptions", "-o", "none"], stderr=subprocess.PIPE, text=True)
for line in login.stderr:
    asked = re.search(r"open the page (\S+) and enter the code (\S+)|web browser to open the page (\S+) and enter the code (\S+) to", line)
    if asked:
        break
address, code = [part for part in asked.groups() if part]
browser = requests.Session()
page = browser.get(address, timeout=30)
for _ in range(6):
    form = Form(page.text)
    if form.action is None:
        break
    typed = {"otc": code, "loginfmt": name, "passwd": password}
    page = browser.post(
        urljoin(page.url, form.action), timeout=30, data={field: typed.get(field) or value for field, value in form.fields.items()}
    )
rest = login.communicate(timeout=120)[1]
if login.returncode:
    sys.exit(rest)

"""docs/your-own-tenant.md as it is printed: its file is served, its app runs in a clean home, and the user signs in in the browser."""

import re
import subprocess
import sys
from pathlib import Path

from chromium.window import Window
from support.binary import BINARY, ROOT
from support.world import User

PAGE = (ROOT / "docs/your-own-tenant.md").read_text(encoding="utf-8")
DANA = User("dana@woodgrove.com", None, "Dana Diaz")


def block(language, begins):
    return next(text for text in re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL) if text.startswith(begins))


def test_the_app_of_the_page_signs_in(home, serve, chromium, tmp_path):
    (tmp_path / "mine.yaml").write_text(block("yaml", "scenario: mine"))
    server = serve(tmp_path / "mine.yaml")
    app = block("python", "# app.py")
    assert "https://localhost:8443" in app
    (tmp_path / "app.py").write_text(app.replace("https://localhost:8443", server.authority))
    # The browser of the machine: it hands over the address that it is told to open.
    tools, address = tmp_path / "bin", tmp_path / "address"
    tools.mkdir()
    subprocess.run(["mkfifo", address], check=True)
    (tools / "mockidp").symlink_to(BINARY)
    (tools / "open").write_text(f'#!/bin/sh\necho "$1" >{address}\n')
    (tools / "open").chmod(0o755)
    environment = {
        "HOME": str(tmp_path), "MOCKIDP_HOME": str(home), "MOCKIDP_URL": server.authority, "BROWSER": f"{tools}/open %s",
        "PATH": f"{tools}:{Path(sys.executable).parent}:/usr/bin:/bin",
    }  # fmt: skip
    running = subprocess.Popen(
        ["timeout", "60", "sh", "-c", block("sh", "eval")], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        opened = subprocess.run(["timeout", "30", "cat", address], capture_output=True, text=True).stdout.strip()
        assert opened, running.communicate()[0]
        context = chromium.new_context()
        page = context.new_page()
        page.goto(opened)
        Window.at(page).sign_in(DANA)
        printed, _ = running.communicate()
        context.close()
    finally:
        running.kill()
    assert printed.strip() == "Dana Diaz 6a1f3c58-2d0b-4e6f-9a77-0c5d8e3b1a42", printed
    assert running.returncode == 0

"""Chromium as the distribution ships it, with a home in which only the test authority is trusted beyond the usual."""

import json
import os
import shutil
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def executable():
    """The browser to drive; `CHROMIUM=path` names another."""
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "no Chromium here; install it (Debian: apt install chromium) or name one with CHROMIUM=path"
    return found


def trusting_home(directory, authority):
    """Makes a home directory whose certificate database holds the authority, which is where Chromium on Linux looks."""
    database = directory / ".pki/nssdb"
    database.mkdir(parents=True)
    certutil = shutil.which("certutil")
    assert certutil, "no certutil here; install it (Debian: apt install libnss3-tools)"
    at = ["-d", f"sql:{database}"]
    subprocess.run([certutil, "-N", "--empty-password", *at], check=True)
    subprocess.run([certutil, "-A", "-n", "mockidp", "-t", "C,,", "-i", authority, *at], check=True)
    return directory


def options(home):
    """How to start it with that home."""
    return {
        "executable_path": executable(),
        "env": {"HOME": str(home), "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LANG": "C.UTF-8"},
    }


def profile_with_cookies_in_frames(directory):
    """Makes a profile that lets frames of other sites have their cookies, whatever the default of the day is."""
    preferences = {"profile": {"cookie_controls_mode": 0, "block_third_party_cookies": False}}
    directory.joinpath("Default").mkdir(parents=True)
    directory.joinpath("Default/Preferences").write_text(json.dumps(preferences))
    return directory

"""What the walks through the pages stand on: Debian's Chromium with a trust store of its own, an app's end of a sign-in, a checker."""

"""The teams' own files are run in folders of their own, as the teams would have them."""

collect_ignore = ["api"]

"""Marks for what the server cannot do yet. Such a test fails on the day it can, so that its mark goes."""

import pytest


def pending(what):
    return pytest.mark.xfail(reason=f"not there yet: {what}", strict=True)

"""The test that the documentation shows in every language."""

import pytest


@pytest.mark.mockidp("expired-refresh")
def test_the_user_signs_in_again_when_the_refresh_token_has_expired(app):
    assert app.profile()["displayName"] == "Alice Archer"  # signs in
    assert app.profile()["displayName"] == "Alice Archer"  # AADSTS700082: signs in again
    assert app.times_asked == 2

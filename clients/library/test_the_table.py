"""No scenario goes without a client, and no row without a run."""

import pytest
from play import table

pytestmark = pytest.mark.skipif(table.RECORDING, reason="the page is being written")


def test_every_scenario_is_met_by_a_client():
    assert {scenario for scenario, _ in table.declared()} == set(table.summaries())


def test_the_page_is_what_the_runs_write():
    assert table.PAGE.read_text(encoding="utf-8") == table.page()


def test_the_reference_says_the_same_in_short():
    assert table.REFERENCE.read_text(encoding="utf-8") == table.reference()

"""Users and groups that Entra's provisioning writes into a product: leavers, groups, names, and a product that refuses."""

import pytest
from play.product import DeafProduct, Product, ShowingProduct
from play.run import meets


@pytest.fixture(autouse=True)
def closed(run):
    yield
    run.client.close()


@meets("leaver-loses-access", Product, DeafProduct)
def test_the_leaver(run):
    product = run.client
    assert run.sees("the first cycle", product.run()).result["state"] == "Succeeded"
    assert "ann in" in run.sees("has", product.users()).text
    run.sees("40 minutes later", product.advance("40m"))
    left = run.sees("has", product.users()).text
    assert left == ("ann in" if product.faults else "ann out")


@meets("group-shrinks", Product, ShowingProduct)
def test_the_members(run):
    product = run.client
    run.sees("the first cycle", product.run())
    assert run.sees("has", product.members()).text == "Sellers with 2"
    run.sees("40 minutes later", product.advance("40m"))
    assert run.sees("has", product.members()).text == f"Sellers with {1 if product.faults else 3}"


@meets("renamed-user", Product)
def test_the_new_name(run):
    product = run.client
    run.sees("the first cycle", product.run())
    before = list(product.users().result)
    run.sees("Ann is renamed", product.rename("ann", "ann.ray@contoso.onmicrosoft.com"))
    run.sees("40 minutes later", product.advance("40m"))
    assert run.sees("has", product.users()).text == "ann.ray in"
    assert list(product.users().result) == before


@meets("quarantine", Product)
def test_the_token_is_refused_once(run):
    product = run.client
    assert run.sees("the first cycle", product.run()).result["quarantine"]["reason"] == "EncounteredQuarantineException"
    assert run.sees("has", product.users()).text == "nobody"
    assert run.sees("five minutes later", product.advance("5m")).result["code"] == "Active"
    assert run.sees("has", product.users()).text == "ann in"


@meets("server-answers-409", Product)
def test_the_user_is_there_they_say(run):
    product = run.client
    failed = run.sees("the first cycle", product.run()).result["entries"][0]
    assert failed["code"] == "SystemForCrossDomainIdentityManagementServiceIncompatibleFiltering"
    run.sees("40 minutes later", product.advance("40m"))
    assert run.sees("has", product.users()).text == "ann in"


@meets("retried-for-ever", Product)
def test_the_user_who_is_never_taken(run):
    product = run.client
    run.sees("the first cycle", product.run())
    assert run.sees("has", product.users()).text == "ben in"
    assert run.sees("thirty days later", product.advance("30d")).result["escrows"] == 0
    assert run.sees("has", product.users()).text == "ben in"


@meets("accidental-deletion", Product)
def test_too_many_are_held(run):
    product = run.client
    run.sees("the first cycle", product.run())
    assert run.sees("40 minutes later", product.advance("40m")).result["quarantine"]["reason"] == "TooManyDeletes"
    assert run.sees("has", product.users()).text == "ann in, ben in, cid in, dot in"
    product.restart("ForceDeletes")
    run.sees("the cycle that may", product.run())
    assert run.sees("has", product.users()).text == "ann out, ben out, cid out, dot in"

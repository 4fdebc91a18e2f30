import pytest
from orders import Refused, claims_of

ORDER = {"client": "mobile", "user": "alice", "scope": "api://contoso/access_as_user"}


def ask(world, **order):
    return claims_of(world.token(**{**ORDER, **order}), world.tenant.id)


def test_a_good_token(mockidp_names):
    assert ask(mockidp_names)["scp"] == "access_as_user"


def test_a_role(mockidp_names):
    assert "Orders.Approve" in ask(mockidp_names, claims={"roles": ["Orders.Approve"]})["roles"]


@pytest.mark.parametrize("fault", ["expired", "badSignature", "wrongAudience", "wrongIssuer", "unknownKey", "unsigned"])
def test_a_token_with_a_fault_is_refused(mockidp_names, fault):
    with pytest.raises(Refused):
        ask(mockidp_names, **{"with": [fault]})


@pytest.mark.mockidp("group-overage", verify=False)
def test_too_many_groups(mockidp_names):
    claims = ask(mockidp_names)
    assert "groups" not in claims and "groups" in claims["_claim_names"]

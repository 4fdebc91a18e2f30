package orders

import (
	"testing"

	"mockidp.invalid/go/mockidptest"
)

func ask(t *testing.T, more mockidptest.Words) (Claims, error) {
	world := mockidptest.World(t, "")
	order := mockidptest.Words{"client": "mobile", "user": "alice", "scope": "api://contoso/access_as_user"}
	for name, value := range more {
		order[name] = value
	}
	return ClaimsOf(world.Client(), world.Token(order), world.Tenant().ID)
}

func TestARole(t *testing.T) {
	claims, err := ask(t, mockidptest.Words{"claims": mockidptest.Words{"roles": []string{"Orders.Approve"}}})
	if err != nil || claims.Scope != "access_as_user" || claims.Roles[0] != "Orders.Approve" {
		t.Fatal(claims, err)
	}
}

func TestATokenWithAFaultIsRefused(t *testing.T) {
	for _, fault := range []string{"expired", "badSignature", "wrongAudience", "wrongIssuer", "unknownKey", "unsigned"} {
		if _, err := ask(t, mockidptest.Words{"with": []string{fault}}); err == nil {
			t.Error(fault, "was taken")
		}
	}
}

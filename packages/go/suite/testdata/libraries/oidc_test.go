// Package libraries_test has libraries of other people: go-oidc, by which APIs check tokens, and go-autorest, by which programs find their managed
// identity. ../../../test runs it with Debian's packages of them. It lies in testdata, so that the module itself needs no other one.
package libraries_test

import (
	"context"
	"strings"
	"testing"

	oidc "github.com/coreos/go-oidc"

	"mockidp.invalid/go/mockidptest"
)

func TestMintedTokenIsAccepted(t *testing.T) {
	world := mockidptest.World(t, "")
	ctx := oidc.ClientContext(context.Background(), world.Client())
	provider, err := oidc.NewProvider(ctx, world.Tenant().Authority()+"/v2.0")
	if err != nil {
		t.Fatal(err)
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: world.App("api").ClientID})
	order := mockidptest.Words{"client": "mobile", "user": "alice", "scope": "api://contoso/Orders.Read"}
	accepted, err := verifier.Verify(ctx, world.Token(order))
	if err != nil {
		t.Fatal(err)
	}
	var claims struct{ OID, SCP string }
	if err := accepted.Claims(&claims); err != nil || claims.OID != world.User("alice").ID || claims.SCP != "Orders.Read" {
		t.Errorf("%+v, %v", claims, err)
	}
	for fault, words := range map[string]string{"expired": "expired", "badSignature": "signature", "wrongAudience": "audience"} {
		order["with"] = fault
		if _, err := verifier.Verify(ctx, world.Token(order)); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", fault, err)
		}
	}
}

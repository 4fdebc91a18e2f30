package libraries_test

import (
	"testing"

	"github.com/Azure/go-autorest/autorest/adal"

	"mockidp.invalid/go/mockidptest"
)

// The machine's address is compiled into the library: the world's client has to lead there.
func TestManagedIdentityOfALibrary(t *testing.T) {
	world := mockidptest.World(t, "")
	token, err := adal.NewServicePrincipalTokenFromManagedIdentity("https://vault.azure.net", nil)
	if err != nil {
		t.Fatal(err)
	}
	token.SetSender(world.Client())
	if err := token.Refresh(); err != nil || token.OAuthToken() == "" {
		t.Fatal(err)
	}
	if found := world.Journal("endpoint", "managedIdentity"); len(found) != 1 || found[0].Host != "169.254.169.254" {
		t.Errorf("%+v", found)
	}
}

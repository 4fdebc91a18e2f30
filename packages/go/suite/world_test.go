package suite_test

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mockidp.invalid/go/mockidptest"
)

// getJSON asks with the world's client, as a library of an API does.
func getJSON(t *testing.T, client *http.Client, address string, header http.Header, result any) int {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range header {
		request.Header[name] = values
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(result); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode
}

// The two forms in which a machine asks for its token.
func TestManagedIdentity(t *testing.T) {
	t.Parallel()
	world := mockidptest.World(t, "")
	resource := url.QueryEscape("https://vault.azure.net")
	appService := world.AppService()
	for form, c := range map[string]struct {
		address string
		header  http.Header
	}{
		"a virtual machine": {"http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01&resource=" + resource, http.Header{"Metadata": {"true"}}},
		"App Service": {
			appService["IDENTITY_ENDPOINT"] + "?api-version=2019-08-01&resource=" + resource, http.Header{"X-Identity-Header": {appService["IDENTITY_HEADER"]}},
		},
	} {
		var told struct {
			AccessToken string `json:"access_token"`
		}
		if status := getJSON(t, world.Client(), c.address, c.header, &told); status != http.StatusOK || strings.Count(told.AccessToken, ".") != 2 {
			t.Errorf("%s: %d", form, status)
		}
		if claims := claimsOf(t, told.AccessToken); claims["tid"] != world.Tenant().ID || claims["appid"] != world.App("identity").ClientID {
			t.Errorf("%s: the token is not the world's: %v", form, claims)
		}
	}
	if found := world.Journal("endpoint", "managedIdentity"); len(found) != 2 {
		t.Errorf("%+v", found)
	}
}

func claimsOf(t *testing.T, token string) map[string]any {
	t.Helper()
	claims := map[string]any{}
	if parts := strings.Split(token, "."); len(parts) != 3 {
		t.Fatalf("%q is not a token", token)
	} else if text, err := base64.RawURLEncoding.DecodeString(parts[1]); err != nil {
		t.Fatal(err)
	} else if err := json.Unmarshal(text, &claims); err != nil {
		t.Fatal(err)
	}
	return claims
}

// The checks of an API's library: the signature by the published keys, the issuer of the discovery document, the audience and the end.
// testdata/oidc has the same with go-oidc.
func TestMintedToken(t *testing.T) {
	t.Parallel()
	world := mockidptest.World(t, "")
	var document struct {
		Issuer string
		JWKS   string `json:"jwks_uri"`
	}
	getJSON(t, world.Client(), world.Tenant().Authority()+"/v2.0/.well-known/openid-configuration", nil, &document)
	var keys struct {
		Keys []struct{ Kid, N, E string }
	}
	getJSON(t, world.Client(), document.JWKS, nil, &keys)

	token := world.Token(mockidptest.Words{"client": "mobile", "user": "alice", "scope": "api://contoso/Orders.Read"})
	claims := claimsOf(t, token)
	if claims["iss"] != document.Issuer || document.Issuer != world.Tenant().Authority()+"/v2.0" {
		t.Errorf("the issuer is %v, and the document says %s", claims["iss"], document.Issuer)
	}
	var ordered struct{ Token string }
	world.Call("POST", "tokens", mockidptest.Words{"client": "mobile", "user": "alice", "scope": "api://contoso/Orders.Read"}, &ordered)
	if issuer := claimsOf(t, ordered.Token)["iss"]; issuer != claims["iss"] {
		t.Errorf("an order by the control API alone gives the issuer %v", issuer)
	}
	if claims["aud"] != world.App("api").ClientID {
		t.Errorf("the audience is %v", claims["aud"])
	}
	if end, _ := claims["exp"].(float64); time.Unix(int64(end), 0).Before(time.Now()) {
		t.Errorf("the end is %v", claims["exp"])
	}
	parts := strings.Split(token, ".")
	var head struct{ Kid, Alg string }
	if text, err := base64.RawURLEncoding.DecodeString(parts[0]); err != nil || json.Unmarshal(text, &head) != nil || head.Alg != "RS256" {
		t.Fatal(head, err)
	}
	hash := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	signature, _ := base64.RawURLEncoding.DecodeString(parts[2])
	for _, key := range keys.Keys {
		if key.Kid == head.Kid {
			n, _ := base64.RawURLEncoding.DecodeString(key.N)
			e, _ := base64.RawURLEncoding.DecodeString(key.E)
			public := rsa.PublicKey{N: new(big.Int).SetBytes(n), E: int(new(big.Int).SetBytes(e).Int64())}
			if err := rsa.VerifyPKCS1v15(&public, crypto.SHA256, hash[:], signature); err != nil {
				t.Error(err)
			}
			return
		}
	}
	t.Errorf("no key %s is published", head.Kid)
}

func TestMintedTokenWithAnIssuerOfItsOwn(t *testing.T) {
	t.Parallel()
	world := mockidptest.World(t, "")
	token := world.Token(mockidptest.Words{"client": "mobile", "user": "alice", "scope": "api://contoso/Orders.Read", "issuer": "login.microsoftonline.us"})
	if issuer, _ := claimsOf(t, token)["iss"].(string); !strings.HasPrefix(issuer, "https://login.microsoftonline.us/") {
		t.Error(issuer)
	}
	world = mockidptest.World(t, "", mockidptest.Issuer("login.partner.microsoftonline.cn"))
	token = world.Token(mockidptest.Words{"client": "mobile", "user": "alice", "scope": "api://contoso/Orders.Read"})
	if issuer, _ := claimsOf(t, token)["iss"].(string); !strings.HasPrefix(issuer, "https://login.partner.microsoftonline.cn/") {
		t.Error(issuer)
	}
}

func TestMail(t *testing.T) {
	t.Parallel()
	world := mockidptest.World(t, "")
	token := world.Token(mockidptest.Words{"client": "mobile", "user": "alice", "scope": "https://graph.microsoft.com/Mail.Send"})
	body := `{"message": {"subject": "Welcome", "toRecipients": [{"emailAddress": {"address": "kim@example.com"}}],
		"body": {"contentType": "html", "content": "<p><a href='https://example.com/confirm'>Confirm</a> with 482913.</p>"}}}`
	request, err := http.NewRequest(http.MethodPost, "https://graph.microsoft.com/v1.0/me/sendMail", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	answer, err := world.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusAccepted {
		t.Fatal(answer.Status)
	}
	mail := world.WaitForMail(mockidptest.Words{"to": "kim@example.com", "timeout": "5s"})
	if mail.Subject != "Welcome" || mail.Link("Confirm") != "https://example.com/confirm" || mail.Code(`\d{6}`) != "482913" || mail.Code(`with (\d+)`) != "482913" {
		t.Errorf("%+v", mail)
	}
}

func TestScenarioName(t *testing.T) {
	t.Parallel()
	world := mockidptest.World(t, "user-disabled", mockidptest.WithoutVerify())
	if world.Scenario != "user-disabled" {
		t.Error(world.Scenario)
	}
}

const team = `scenario: team
world:
  users: { uma: { displayName: Uma Underwood } }
`

func TestScenarioText(t *testing.T) {
	t.Parallel()
	world := mockidptest.World(t, team, mockidptest.As("uma"))
	if world.Scenario != "team" || world.MainUser().Alias != "uma" {
		t.Errorf("%s, %+v", world.Scenario, world.MainUser())
	}
}

func TestScenarioFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "team.yaml")
	if err := os.WriteFile(file, []byte(team), 0o600); err != nil {
		t.Fatal(err)
	}
	world := mockidptest.World(t, "", mockidptest.File(file), mockidptest.As("uma"))
	if told, err := byPassword(world, world.MainUser(), world.MainUser().Password); err != nil || told.AccessToken == "" {
		t.Errorf("%+v, %v", told, err)
	}
	if _, err := world.Server.NewWorld(world.Context(), "", mockidptest.File("nowhere.yaml")); err == nil || !strings.Contains(err.Error(), "nowhere.yaml") {
		t.Error(err)
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	world := mockidptest.World(t, "", mockidptest.Name("go-options"), mockidptest.TenantIDs(mockidptest.AsWritten), mockidptest.ClientIDs(mockidptest.PerWorld))
	other := mockidptest.World(t, "")
	if world.Name != "go-options" {
		t.Error(world.Name)
	}
	if world.Tenant().Domain != "contoso.onmicrosoft.com" || other.Tenant().ID == world.Tenant().ID {
		t.Errorf("%+v and %+v", world.Tenant(), other.Tenant())
	}
	if world.App("mobile").ClientID == other.App("mobile").ClientID {
		t.Error("the client ids are the same")
	}
	// The client tells the world, where the tenant does not.
	if told, err := byPassword(world, world.MainUser(), world.MainUser().Password); err != nil || told.AccessToken == "" || len(world.Journal()) != 1 {
		t.Errorf("%+v, %v", told, err)
	}
}

func TestSnapshot(t *testing.T) {
	t.Parallel()
	world := mockidptest.World(t, "")
	first := redeem(t, world, world.Browser().SignIn(authorizeURL(world), world.MainUser()))
	world.Save("signed-in")
	renew := func() answer {
		told, err := ask(world, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {first.RefreshToken}})
		if err != nil {
			t.Fatal(err)
		}
		return told
	}
	world.Revoke(world.MainUser())
	if told := renew(); told.Error != "invalid_grant" {
		t.Errorf("%+v", told)
	}
	world.Restore("signed-in")
	if told := renew(); told.AccessToken == "" {
		t.Errorf("%+v", told)
	}
	if world.MainUser().Password == "" {
		t.Error("the password is forgotten")
	}
}

func TestRuleJournal(t *testing.T) {
	t.Parallel()
	world := mockidptest.World(t, "")
	world.Rule(mockidptest.Words{"endpoint": "token", "occurrence": 1}, mockidptest.Words{"refuse": "AADSTS50173"})
	alice := world.MainUser()
	for _, refused := range []bool{true, false} {
		if told, err := byPassword(world, alice, alice.Password); err != nil || (told.Error != "") != refused {
			t.Errorf("%+v, %v", told, err)
		}
	}
	found := world.Journal("error", "AADSTS50173")
	if len(found) != 1 || found[0].Number != 1 || found[0].Client.Alias != "mobile" || found[0].Refusal.Meaning == "" || len(world.Journal()) != 2 {
		t.Errorf("%+v", found)
	}
}

func TestForeignHost(t *testing.T) {
	t.Parallel()
	world := mockidptest.World(t, "")
	_, err := world.Client().Get("https://example.com/")
	if err == nil || !strings.Contains(err.Error(), "example.com is not a host that mockidp answers, and tests with it do not leave this machine") {
		t.Error(err)
	}
}

func TestSubtests(t *testing.T) {
	t.Parallel()
	world := mockidptest.World(t, "")
	t.Run("asks for what is refused", func(t *testing.T) {
		err := world.For(t).Try(func(w *mockidptest.TestWorld) { w.Do("no such action") })
		var refused *mockidptest.Error
		if !errors.As(err, &refused) || refused.Status != http.StatusBadRequest {
			t.Error(err)
		}
	})
	t.Run("goes on", func(t *testing.T) { world.For(t).Do("rotateKeys") })
	// A call that is refused ends the subtest alone; the run of it is seen from outside.
	said := inner(t, "TestInnerSubtests")
	for _, words := range []string{"--- FAIL: TestInnerSubtests/refused", "no user \"nobody\"; there are alice, bob", "--- PASS: TestInnerSubtests/another"} {
		if !strings.Contains(said, words) {
			t.Errorf("%q is missing:\n%s", words, said)
		}
	}
}

// A test that names happy-path is held to nothing: its end verifies the world.
func TestHappyPathExpectsNothing(t *testing.T) {
	t.Parallel()
	mockidptest.World(t, "happy-path")
}

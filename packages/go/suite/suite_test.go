// Package suite_test is a team's tests: it uses the package as a stranger does. ../suite.tsv names the test of each step.
package suite_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"mockidp.invalid/go/mockidptest"
)

// The server starts before the first test, and ends after the last.
func TestMain(m *testing.M) { os.Exit(mockidptest.Run(m)) }

const (
	authority = "https://login.microsoftonline.com/common/oauth2/v2.0/"
	me        = "https://graph.microsoft.com/v1.0/me"
	redirect  = "http://localhost"
)

func authorizeURL(world *mockidptest.TestWorld, more ...string) string {
	query := url.Values{
		"client_id": {world.App("mobile").ClientID}, "response_type": {"code"}, "redirect_uri": {redirect}, "scope": {"openid offline_access User.Read"},
	}
	for i := 0; i+1 < len(more); i += 2 {
		query.Set(more[i], more[i+1])
	}
	return authority + "authorize?" + query.Encode()
}

type answer struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	Error        string `json:"error"`
	ErrorCodes   []int  `json:"error_codes"`
}

// ask is the app's request for tokens.
func ask(world *mockidptest.TestWorld, form url.Values) (answer, error) {
	return askAt(authority, world, form)
}

func askAt(authority string, world *mockidptest.TestWorld, form url.Values) (answer, error) {
	var told answer
	if form.Get("client_id") == "" {
		form.Set("client_id", world.App("mobile").ClientID)
	}
	response, err := world.Client().PostForm(authority+"token", form)
	if err != nil {
		return told, err
	}
	defer response.Body.Close()
	return told, json.NewDecoder(response.Body).Decode(&told)
}

func redeem(t *testing.T, world *mockidptest.TestWorld, arrived url.Values) answer {
	t.Helper()
	told, err := ask(world, url.Values{"grant_type": {"authorization_code"}, "code": {arrived.Get("code")}, "redirect_uri": {redirect}})
	if err != nil || told.AccessToken == "" {
		t.Fatalf("no token: %+v, %v", told, err)
	}
	return told
}

// byPassword asks for a token with a password, which is the shortest way to an exchange.
func byPassword(world *mockidptest.TestWorld, user mockidptest.User, password string) (answer, error) {
	at := world.Tenant().Authority() + "/oauth2/v2.0/"
	return askAt(at, world, url.Values{"grant_type": {"password"}, "username": {user.Name}, "password": {password}, "scope": {"User.Read"}})
}

// nameOf asks Graph whose the token is.
func nameOf(t *testing.T, client *http.Client, token string) string {
	t.Helper()
	request, _ := http.NewRequest(http.MethodGet, me, nil)
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var told struct{ UserPrincipalName string }
	if err := json.NewDecoder(response.Body).Decode(&told); err != nil {
		t.Fatal(err)
	}
	return told.UserPrincipalName
}

func TestStart(t *testing.T) {
	server := mockidptest.Start(t)
	if mockidptest.Start(t) != server {
		t.Error("a second call starts another server")
	}
	var health struct{ Status string }
	if err := server.Call(http.MethodGet, "health", nil, &health); err != nil || health.Status != "ok" {
		t.Errorf("%+v, %v", health, err)
	}
	client := http.Client{Transport: &http.Transport{DialContext: server.DialContext, TLSClientConfig: server.TLSConfig()}}
	defer client.CloseIdleConnections()
	if response, err := client.Get("https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration"); err != nil {
		t.Error(err)
	} else if response.Body.Close(); response.StatusCode != http.StatusOK {
		t.Error(response.Status)
	}
}

func TestStartWithAContext(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if server, err := mockidptest.Open(ended, "--scenario", "expired-refresh"); err == nil {
		server.Close()
		t.Error("a start goes on although its context has ended")
	} else if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	server, err := mockidptest.Open(context.Background(), "--scenario", "expired-refresh")
	if err != nil {
		t.Fatal(err)
	}
	world, err := server.NewWorld(context.Background(), "")
	if err != nil || world.Scenario != "expired-refresh" {
		t.Fatal(world, err)
	}
	if err := world.WithContext(ended).Try(func(w *mockidptest.TestWorld) { w.Advance(time.Minute) }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	world.For(t).Advance(time.Minute)
	if err := world.Close(); err != nil {
		t.Error(err)
	}
	server.Close()
	if err := server.Call(http.MethodGet, "health", nil, nil); err == nil {
		t.Error("a server answers after its end")
	}
}

func TestWorld(t *testing.T) {
	one, other := mockidptest.World(t, ""), mockidptest.World(t, "")
	one.Change(one.MainUser(), "disable")
	if told, err := byPassword(one, one.MainUser(), one.MainUser().Password); err != nil || fmt.Sprint(told.ErrorCodes) != "[50057]" {
		t.Errorf("%+v, %v", told, err)
	}
	if told, err := byPassword(other, other.MainUser(), other.MainUser().Password); err != nil || told.AccessToken == "" {
		t.Errorf("%+v, %v", told, err)
	}
	if len(one.Journal()) != 1 || len(other.Journal()) != 1 {
		t.Errorf("%d and %d exchanges", len(one.Journal()), len(other.Journal()))
	}
}

func TestPageSignIn(t *testing.T) {
	world := mockidptest.World(t, "")
	bob := world.User("bob")
	for _, mode := range []string{"query", "fragment", "form_post"} {
		arrived, err := world.Browser().SignInAtPages(authorizeURL(world, "response_mode", mode, "state", "12345"), bob)
		if err != nil || arrived.Get("state") != "12345" {
			t.Fatal(mode, arrived, err)
		}
		if name := nameOf(t, world.Client(), redeem(t, world, arrived).AccessToken); name != bob.Name {
			t.Errorf("%s signed in", name)
		}
	}
	if pages := world.Journal("endpoint", "authorize"); len(pages) != 3 || pages[0].Host != "login.microsoftonline.com" {
		t.Errorf("%+v", pages)
	}
}

func TestPageSignInWithPeopleWhoDoOtherThings(t *testing.T) {
	mfa := mockidptest.Words{"world": mockidptest.Words{"users": mockidptest.Words{"alice": mockidptest.Words{"mfa": "required"}}}}
	world := mockidptest.World(t, "", mockidptest.Overrides(mfa))
	if arrived, err := world.Browser().SignInAtPages(authorizeURL(world), world.MainUser()); err != nil || arrived.Get("code") == "" {
		t.Error(arrived, err)
	}
	var page *mockidptest.PageError
	if _, err := world.Browser().SignInAtPages(authorizeURL(world), world.MainUser(), mockidptest.Answers{MFA: "fail"}); !errors.As(err, &page) || page.Text == "" {
		t.Error(err)
	}
	for told, answers := range map[string]mockidptest.Answers{"access_denied": {Cancel: true}, "consent_required": {Consent: "decline"}} {
		arrived, err := world.Browser().SignInAtPages(authorizeURL(world, "prompt", "consent"), world.MainUser(), answers)
		if err != nil || arrived.Get("error") != told {
			t.Errorf("%+v: %v, %v", answers, arrived, err)
		}
	}
	world.Change(world.MainUser(), "expirePassword")
	if arrived, err := world.Browser().SignInAtPages(authorizeURL(world), world.MainUser()); err != nil || arrived.Get("code") == "" {
		t.Error(arrived, err)
	}
}

// webApp is an app under test that signs its visitors in and keeps who they are in a cookie.
func webApp(world *mockidptest.TestWorld) *httptest.Server {
	var app *httptest.Server
	callback := func() string { return strings.Replace(app.URL, "127.0.0.1", "localhost", 1) + "/auth/callback" }
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if cookie, err := r.Cookie("name"); err == nil {
			fmt.Fprint(w, "Hello "+cookie.Value)
			return
		}
		query := url.Values{"client_id": {world.App("web").ClientID}, "response_type": {"code"}, "redirect_uri": {callback()}, "scope": {"openid User.Read"}}
		http.Redirect(w, r, authority+"authorize?"+query.Encode(), http.StatusFound)
	})
	mux.HandleFunc("/auth/callback", func(w http.ResponseWriter, r *http.Request) {
		told, err := ask(world, url.Values{
			"grant_type": {"authorization_code"}, "code": {r.FormValue("code")}, "redirect_uri": {callback()},
			"client_id": {world.App("web").ClientID}, "client_secret": {world.App("web").Secret},
		})
		if err != nil || told.AccessToken == "" {
			http.Error(w, fmt.Sprint(told, err), http.StatusBadGateway)
			return
		}
		http.SetCookie(w, &http.Cookie{Name: "name", Value: "visitor", Path: "/"})
		http.Redirect(w, r, "/", http.StatusFound)
	})
	app = httptest.NewServer(mux)
	return app
}

func TestAWebApp(t *testing.T) {
	world := mockidptest.World(t, "")
	app := webApp(world)
	defer app.Close()
	browser := world.Browser()
	for _, signIns := range []int{1, 1} {
		page, err := browser.Visit(strings.Replace(app.URL, "127.0.0.1", "localhost", 1), world.MainUser())
		if err != nil || page.Status != http.StatusOK || page.Body != "Hello visitor" {
			t.Fatalf("%+v, %v", page, err)
		}
		if found := world.Journal("event", "signIn"); len(found) != signIns {
			t.Errorf("%d sign-ins", len(found))
		}
	}
}

func TestPopup(t *testing.T) {
	world := mockidptest.World(t, "")
	browser := world.Browser()
	if _, err := browser.SignInAtPages(authorizeURL(world), world.MainUser()); err != nil {
		t.Fatal(err)
	}
	// A second page of the same browser: another app asks, and wants to be told who is there.
	arrived, err := browser.SignInAtPages(authorizeURL(world, "prompt", "select_account"), world.MainUser())
	if err != nil {
		t.Fatal(err)
	}
	if name := nameOf(t, world.Client(), redeem(t, world, arrived).AccessToken); name != world.MainUser().Name {
		t.Error(name)
	}
	if pages := world.Journal("endpoint", "signIn"); len(pages) != 3 {
		t.Errorf("the second page asks for more than the account: %d forms", len(pages))
	}
}

func TestSessionNoPage(t *testing.T) {
	world := mockidptest.World(t, "")
	browser := world.Browser()
	browser.SignIn(authorizeURL(world), world.MainUser())
	before := len(world.Journal())
	arrived, err := browser.SignInAtPages(authorizeURL(world, "prompt", "none"), world.MainUser())
	if err != nil || arrived.Get("code") == "" {
		t.Error(arrived, err)
	}
	if after := len(world.Journal()); after != before+1 {
		t.Errorf("%d requests in the place of one", after-before)
	}
	if arrived := browser.SignIn(authorizeURL(world, "prompt", "none"), world.MainUser()); arrived.Get("code") == "" {
		t.Error(arrived)
	}
}

func TestPageRefuses(t *testing.T) {
	world := mockidptest.World(t, "")
	alice, bob := world.User("alice"), world.User("bob")
	world.Change(bob, "disable")
	browser := world.Browser()
	for name, c := range map[string]struct {
		signIn     func() (url.Values, error)
		code, text string
	}{
		"a wrong password": {func() (url.Values, error) {
			return browser.SignInAtPages(authorizeURL(world), alice, mockidptest.Answers{Password: "wrong"})
		}, "AADSTS50126", "password"},
		"a disabled user": {func() (url.Values, error) { return browser.SignInAtPages(authorizeURL(world), bob) }, "AADSTS50057", "locked"},
		"an unknown app": {func() (url.Values, error) {
			return browser.SignInAtPages(authorizeURL(world, "client_id", "99999999-0000-4000-8000-000000000009"), alice)
		}, "AADSTS700016", "was not found"},
		"a disabled user, without pages": {func() (url.Values, error) { return browser.TrySignIn(authorizeURL(world), bob) }, "AADSTS50057", "disabled"},
	} {
		var page *mockidptest.PageError
		_, err := c.signIn()
		if !errors.As(err, &page) || page.Code != c.code || !strings.Contains(page.Text, c.text) || !strings.Contains(page.Journal, c.code) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The test goes on, and so does the person.
	if arrived, err := browser.SignInAtPages(authorizeURL(world), alice); err != nil || arrived.Get("code") == "" {
		t.Error(arrived, err)
	}
}

func TestParallel(t *testing.T) {
	for i := 0; i < 8; i++ {
		alias := []string{"alice", "bob"}[i%2]
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			world := mockidptest.World(t, "", mockidptest.As(alias))
			arrived, err := world.Browser().SignInAtPages(authorizeURL(world), world.MainUser())
			if err != nil {
				t.Fatal(err)
			}
			if name := nameOf(t, world.Client(), redeem(t, world, arrived).AccessToken); name != world.MainUser().Name {
				t.Error(name)
			}
			if found := world.Journal("event", "signIn"); len(found) != 1 || found[0].User.Alias != alias {
				t.Errorf("%+v", found)
			}
		})
	}
}

func TestTwoWorlds(t *testing.T) {
	one, other := mockidptest.World(t, "expired-refresh", mockidptest.WithoutVerify()), mockidptest.World(t, "expired-refresh", mockidptest.WithoutVerify())
	if one.Name == other.Name || one.Tenant().ID == other.Tenant().ID || one.Server != other.Server {
		t.Errorf("%s and %s", one.Name, other.Name)
	}
	first := redeem(t, one, one.Browser().SignIn(authorizeURL(one), one.MainUser()))
	told, err := ask(other, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {first.RefreshToken}})
	if err != nil || told.Error != "invalid_grant" {
		t.Errorf("a refresh token of another world: %+v, %v", told, err)
	}
}

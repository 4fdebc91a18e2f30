package mockidptest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"mockidp.invalid/go/mockidptest"
)

// profileApp is the program under test of these examples: it signs a user in and shows a profile, with nothing but net/http.
type profileApp struct {
	client     *http.Client
	clientID   string
	ask        func(authorizeURL string) url.Values // opens the browser
	refresh    string
	timesAsked int
}

const (
	login = "https://login.microsoftonline.com/common/oauth2/v2.0/"
	graph = "https://graph.microsoft.com/v1.0/me"
)

type tokens struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	Error        string `json:"error"`
}

func (a *profileApp) redeem(form url.Values) (tokens, error) {
	var answer tokens
	form.Set("client_id", a.clientID)
	form.Set("scope", "User.Read offline_access openid")
	response, err := a.client.PostForm(login+"token", form)
	if err != nil {
		return answer, err
	}
	defer response.Body.Close()
	return answer, json.NewDecoder(response.Body).Decode(&answer)
}

func (a *profileApp) token() (string, error) {
	if a.refresh != "" {
		answer, err := a.redeem(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {a.refresh}})
		if err != nil || answer.Error == "" {
			a.refresh = answer.RefreshToken
			return answer.AccessToken, err
		}
		if answer.Error != "invalid_grant" {
			return "", fmt.Errorf("token: %s", answer.Error)
		}
	}
	a.timesAsked++
	query := url.Values{
		"client_id": {a.clientID}, "response_type": {"code"}, "redirect_uri": {"http://localhost"}, "scope": {"User.Read offline_access openid"},
	}
	code := a.ask(login + "authorize?" + query.Encode()).Get("code")
	answer, err := a.redeem(url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {"http://localhost"}})
	a.refresh = answer.RefreshToken
	return answer.AccessToken, err
}

func (a *profileApp) displayName() (string, error) {
	token, err := a.token()
	if err != nil {
		return "", err
	}
	request, _ := http.NewRequest(http.MethodGet, graph, nil)
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := a.client.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var me struct{ DisplayName string }
	return me.DisplayName, json.NewDecoder(response.Body).Decode(&me)
}

func newProfileApp(world *mockidptest.TestWorld) *profileApp {
	browser := world.Browser()
	return &profileApp{
		client: world.Client(), clientID: world.App("mobile").ClientID,
		ask: func(authorizeURL string) url.Values { return browser.SignIn(authorizeURL, world.MainUser()) },
	}
}

// The test that the documentation shows in every language.
func TestTheUserSignsInAgainWhenTheRefreshTokenHasExpired(t *testing.T) {
	world := mockidptest.World(t, "expired-refresh")
	app := newProfileApp(world)
	for range []string{"signs in", "AADSTS700082: signs in again"} {
		if name, err := app.displayName(); err != nil || name != "Alice Archer" {
			t.Fatalf("profile of %q, %v", name, err)
		}
	}
	if app.timesAsked != 2 {
		t.Errorf("the user was asked %d times", app.timesAsked)
	}
}

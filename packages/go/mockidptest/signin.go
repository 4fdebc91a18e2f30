package mockidptest

import (
	"net/http"
	"net/url"
)

// Browser stands for a browser: the server answers the sign-in pages itself. A user stays signed in as long as the value lives.
type Browser struct {
	world   *TestWorld
	session string
}

// Browser opens a browser that nobody sees.
func (w *TestWorld) Browser() *Browser { return &Browser{world: w} }

// Answers say what a user does beside signing in. The zero value accepts everything.
type Answers struct {
	// Consent is "accept" or "decline".
	Consent string `json:"consent,omitempty"`
	// MFA is "pass" or "fail".
	MFA string `json:"mfa,omitempty"`
	// Cancel leaves the sign-in page.
	Cancel bool `json:"cancel,omitempty"`
}

// SignIn signs a user in, from an authorization request to the app's redirect URI, and gives the parameters that the app receives. The test ends
// when the sign-in ends on a page of the server.
func (b *Browser) SignIn(authorizeURL string, user User, answers ...Answers) url.Values {
	b.world.t.Helper()
	order := struct {
		URL     string `json:"url"`
		User    string `json:"user"`
		Session string `json:"session"`
		Answers
	}{URL: authorizeURL, User: user.Alias, Session: b.session}
	if len(answers) > 0 {
		order.Answers = answers[0]
	}
	var told struct {
		Parameters map[string]string `json:"parameters"`
		Session    string            `json:"session"`
	}
	if err := b.world.Server.Call(http.MethodPost, "worlds/"+url.PathEscape(b.world.Name)+"/signIn", order, &told); err != nil {
		b.world.t.Fatalf("%v\n%s", err, b.world.Describe())
	}
	b.session = told.Session
	parameters := url.Values{}
	for name, value := range told.Parameters {
		parameters.Set(name, value)
	}
	return parameters
}

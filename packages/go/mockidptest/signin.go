package mockidptest

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"testing"
)

// Browser stands for a browser without a window. A user stays signed in as long as the value lives, and a second page of it is what a popup is.
type Browser struct {
	world *TestWorld
	jar   http.CookieJar
}

// Browser opens a browser that nobody sees.
func (w *TestWorld) Browser() *Browser {
	jar, _ := cookiejar.New(nil)
	return &Browser{world: w, jar: jar}
}

// For gives the same browser, with its session, to a subtest.
func (b *Browser) For(t testing.TB) *Browser { return &Browser{world: b.world.For(t), jar: b.jar} }

// Answers say what a user does beside signing in. The zero value accepts everything.
type Answers struct {
	// Consent is "accept" or "decline".
	Consent string `json:"consent,omitempty"`
	// MFA is "pass" or "fail".
	MFA string `json:"mfa,omitempty"`
	// Cancel leaves the sign-in page.
	Cancel bool `json:"cancel,omitempty"`
	// Password is what is typed in the place of the user's own, at pages alone.
	Password string `json:"-"`
	// NewPassword is what is typed where a page wants a new one, "Passw0rd!2" when empty, at pages alone. Reload tells it to User.
	NewPassword string `json:"-"`
}

// PageError is a page of the server that a sign-in does not get past, as a person reads it.
type PageError struct {
	// Code is the number of the refusal, such as "AADSTS50057". Empty for a page that has none.
	Code string
	// Text is what the page says.
	Text string
	// Journal is the world's, with the reasons.
	Journal string
}

func (e *PageError) Error() string {
	said := e.Text
	if e.Code != "" {
		said = e.Code + ": " + said
	}
	return "mockidp: the sign-in ends on a page of the server: " + said + "\n" + e.Journal
}

// SignIn signs a user in, from an authorization request to the app's redirect URI, and gives the parameters that the app receives. The server
// answers its pages itself; with a session there is none. The test ends when the sign-in ends on a page of the server.
func (b *Browser) SignIn(authorizeURL string, user User, answers ...Answers) url.Values {
	b.world.t.Helper()
	parameters, err := b.TrySignIn(authorizeURL, user, answers...)
	if err != nil {
		b.world.t.Fatal(err)
	}
	return parameters
}

// TrySignIn is SignIn for a sign-in that may be refused: the error is a *PageError when it ends on a page of the server.
func (b *Browser) TrySignIn(authorizeURL string, user User, answers ...Answers) (url.Values, error) {
	order := struct {
		URL     string `json:"url"`
		User    string `json:"user"`
		Session string `json:"session"`
		Answers
	}{URL: authorizeURL, User: user.Alias, Session: b.session(), Answers: one(answers)}
	var told struct {
		Parameters map[string]string `json:"parameters"`
		Session    string            `json:"session"`
	}
	w := b.world
	if err := w.Server.CallContext(w.ctx, http.MethodPost, "worlds/"+url.PathEscape(w.Name)+"/signIn", order, &told); err != nil {
		var refused *Error
		if errors.As(err, &refused) && refused.Problem == "no-arrival" {
			return nil, pageError(refused.Detail, w.Describe())
		}
		return nil, fmt.Errorf("%w\n%s", err, w.Describe())
	}
	b.keep(told.Session)
	parameters := url.Values{}
	for name, value := range told.Parameters {
		parameters.Set(name, value)
	}
	return parameters, nil
}

var refusal = regexp.MustCompile(`(?s)(AADSTS\d+): (.*?)\.?\.?$`)

func pageError(said, journal string) *PageError {
	if found := refusal.FindStringSubmatch(said); found != nil {
		return &PageError{Code: found[1], Text: found[2] + ".", Journal: journal}
	}
	return &PageError{Text: said, Journal: journal}
}

func one(answers []Answers) Answers {
	if len(answers) == 0 {
		return Answers{}
	}
	return answers[0]
}

package mockidptest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

const mostSteps = 40

// Page is where the way of a browser ended: a page of the app, or the address of an app that nobody was asked for.
type Page struct {
	URL    *url.URL
	Status int
	Body   string
}

// SignInAtPages signs a user in at the pages, as a person does who types and clicks, from an authorization request to the app's redirect URI, and
// gives the parameters that the app receives. The error is a *PageError when a page refuses.
func (b *Browser) SignInAtPages(authorizeURL string, user User, answers ...Answers) (url.Values, error) {
	walk := walk{b: b, person: user, answers: one(answers)}
	_, arrived, err := walk.follow(b.world.ctx, authorizeURL, false)
	return arrived, err
}

// Visit opens an address of the app under test, such as that of an httptest.Server, signs the user in at the pages to which the app leads, follows
// the way back into the app, and gives the app's page. Cookies stay in the browser. The error is a *PageError when a page refuses.
func (b *Browser) Visit(address string, user User, answers ...Answers) (*Page, error) {
	walk := walk{b: b, person: user, answers: one(answers)}
	page, _, err := walk.follow(b.world.ctx, address, true)
	return page, err
}

// walk is one way through pages.
type walk struct {
	b        *Browser
	person   User
	answers  Answers
	redirect string // the redirect URI of the last authorization request
}

// follow follows redirects and answers pages. With opensApp it asks the app, else the way ends where the app would be asked.
func (k *walk) follow(ctx context.Context, address string, opensApp bool) (*Page, url.Values, error) {
	w := k.b.world
	client := http.Client{
		Transport: w.Transport(), Jar: k.b.jar,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	at, err := url.Parse(address)
	var form url.Values
	for step := 0; err == nil && step < mostSteps; step++ {
		authority := w.Server.answers(at) && !k.isRedirect(at, step)
		if wanted := at.Query().Get("redirect_uri"); authority && wanted != "" {
			k.redirect = wanted
		}
		if !authority && (at.Scheme != "http" && at.Scheme != "https" || !opensApp && step > 0) {
			return &Page{URL: at}, arrival(at, form), nil
		}
		var status int
		var body string
		var next *url.URL
		if status, body, next, err = send(ctx, &client, at, form); err != nil {
			break
		}
		if next != nil {
			at, form = next, nil
			continue
		}
		if !authority {
			return &Page{URL: at, Status: status, Body: body}, nil, nil
		}
		page := readHTML(body)
		if len(page.forms) == 1 {
			if action, wrong := at.Parse(page.forms[0].action); wrong == nil && (!w.Server.answers(action) || k.isRedirect(action, 1)) {
				at, form = action, page.forms[0].hidden() // form_post: a script of the page would send it
				continue
			}
		}
		if len(page.forms) == 0 || page.alert != "" {
			if page.alert == "" && status < http.StatusBadRequest {
				return &Page{URL: at, Status: status, Body: body}, nil, nil
			}
			return nil, nil, k.refused(page, body)
		}
		form = k.typed(page.forms[0])
		at, err = at.Parse(page.forms[0].action)
	}
	if err == nil {
		err = fmt.Errorf("mockidp: the sign-in goes round in a circle\n%s", w.Describe())
	}
	return nil, nil, err
}

func (k *walk) refused(page *htmlPage, body string) error {
	said := page.alert
	if said == "" {
		said = page.title
	}
	if said == "" {
		said = strings.TrimSpace(body)
	}
	refused := pageError(said, k.b.world.Describe())
	if refused.Code == "" {
		refused.Code = page.code
	}
	return refused
}

// isRedirect tells whether this is the address to which the app wants its answer, which may lie under a name of Microsoft's.
func (k *walk) isRedirect(at *url.URL, step int) bool {
	bare := *at
	bare.RawQuery, bare.Fragment, bare.RawFragment = "", "", ""
	return step > 0 && k.redirect != "" && strings.TrimSuffix(bare.String(), "/") == strings.TrimSuffix(k.redirect, "/")
}

func send(ctx context.Context, client *http.Client, at *url.URL, form url.Values) (int, string, *url.URL, error) {
	method, sent := http.MethodGet, io.Reader(nil)
	if form != nil {
		method, sent = http.MethodPost, strings.NewReader(form.Encode())
	}
	request, err := http.NewRequestWithContext(ctx, method, at.String(), sent)
	if err != nil {
		return 0, "", nil, err
	}
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	answer, err := client.Do(request)
	if err != nil {
		return 0, "", nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode >= 300 && answer.StatusCode < 400 && answer.Header.Get("Location") != "" {
		next, err := answer.Location()
		return answer.StatusCode, "", next, err
	}
	body, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(body), nil, err
}

// arrival is what the app would read: from the query, the fragment or the form.
func arrival(at *url.URL, form url.Values) url.Values {
	found := at.Query()
	fragment, _ := url.ParseQuery(at.EscapedFragment())
	for _, more := range []url.Values{fragment, form} {
		for name, values := range more {
			found[name] = values
		}
	}
	return found
}

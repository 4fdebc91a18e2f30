package mockidptest

import (
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
)

const (
	// OneTimeCode is the code that the server always accepts.
	OneTimeCode = "123456"
	newPassword = "Passw0rd!2"
	mostSteps   = 30
)

// Pages is a browser without a window. It keeps the cookies of the sign-in, so a user stays signed in as long as it lives.
type Pages struct {
	world  *TestWorld
	client *http.Client
}

// Pages opens a browser without a window.
func (w *TestWorld) Pages() *Pages {
	jar, _ := cookiejar.New(nil)
	client := w.Client()
	client.Jar = jar
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Pages{w, client}
}

// SignIn goes through the sign-in pages as a user would, from an authorization request to the app's redirect URI, and gives the parameters that
// the app receives. The test ends at a page that cannot be filled in, such as an error page.
func (p *Pages) SignIn(authorizeURL string, user User) url.Values {
	p.world.t.Helper()
	parameters, err := p.signIn(authorizeURL, user)
	if err != nil {
		p.world.t.Fatalf("mockidp: %v\n%s", err, p.world.Describe())
	}
	return parameters
}

func (p *Pages) signIn(address string, user User) (url.Values, error) {
	at, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	var form url.Values
	for step := 0; step < mostSteps; step++ {
		if !p.isPage(at) {
			return arrival(at, form)
		}
		answer, text, err := p.ask(at, form)
		if err != nil {
			return nil, err
		}
		if to := answer.Header.Get("Location"); to != "" && answer.StatusCode/100 == 3 {
			if at, err = at.Parse(to); err != nil {
				return nil, err
			}
			form = nil
			continue
		}
		page := readPage(text)
		if page.action == nil || page.alert != "" {
			return nil, fmt.Errorf("the sign-in came no further than the page %q (%d) %s", page.heading, answer.StatusCode, page.alert)
		}
		if at, err = at.Parse(*page.action); err != nil {
			return nil, err
		}
		if form = page.hidden(); p.isPage(at) {
			page.fill(form, user)
		}
	}
	return nil, fmt.Errorf("the sign-in goes round in a circle")
}

// isPage tells whether the address is a page of the server. The redirect URI of native apps has a sign-in host, and is the app's.
func (p *Pages) isPage(at *url.URL) bool {
	return strings.HasPrefix(at.Scheme, "http") && p.world.Server.answers(at) && !strings.HasSuffix(at.Path, "/nativeclient")
}

func arrival(at *url.URL, form url.Values) (url.Values, error) {
	if form != nil {
		return form, nil
	}
	if at.Fragment != "" {
		return url.ParseQuery(at.EscapedFragment())
	}
	return url.ParseQuery(at.RawQuery)
}

func (p *Pages) ask(at *url.URL, form url.Values) (*http.Response, string, error) {
	var answer *http.Response
	var err error
	if form == nil {
		answer, err = p.client.Get(at.String())
	} else {
		answer, err = p.client.PostForm(at.String(), form)
	}
	if err != nil {
		return nil, "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer, string(text), err
}

// page is what a sign-in page asks for: its first form, and what it says.
type page struct {
	action         *string
	controls       []map[string]string
	heading, alert string
}

var (
	tags       = regexp.MustCompile(`(?s)<!--.*?-->|<script.*?</script>|<style.*?</style>|<(/?\w+)([^>]*)>([^<]*)`)
	attributes = regexp.MustCompile(`([\w:-]+)(?:="([^"]*)")?`)
)

// readPage knows of HTML what the server's pages use: attributes in double quotes.
func readPage(text string) page {
	var read page
	forms := 0
	for _, tag := range tags.FindAllStringSubmatch(text, -1) {
		named := map[string]string{"": tag[1]}
		for _, attribute := range attributes.FindAllStringSubmatch(tag[2], -1) {
			named[attribute[1]] = html.UnescapeString(attribute[2])
		}
		words := strings.TrimSpace(html.UnescapeString(tag[3]))
		switch tag[1] {
		case "form":
			if forms++; forms == 1 {
				action := named["action"]
				read.action = &action
			}
		case "input", "button":
			if forms == 1 {
				read.controls = append(read.controls, named)
			}
		case "h1":
			read.heading = words
		}
		if named["role"] == "alert" && read.alert == "" {
			read.alert = words
		}
	}
	return read
}

func (p page) hidden() url.Values {
	form := url.Values{}
	for _, control := range p.controls {
		if control["type"] == "hidden" && control["name"] != "" {
			form.Set(control["name"], control["value"])
		}
	}
	return form
}

// fill types what the user would type.
func (p page) fill(form url.Values, user User) {
	typed := map[string]string{
		"loginfmt": user.Name, "passwd": user.Password, "otc": OneTimeCode,
		"currentPassword": user.Password, "newPassword": newPassword, "confirmNewPassword": newPassword,
	}
	picker := false
	for _, control := range p.controls {
		name := control["name"]
		if control[""] == "button" && name == "account" {
			picker = true
			if strings.EqualFold(control["data-test-id"], user.Name) {
				form.Set("account", control["value"])
			}
		} else if control[""] == "input" && control["type"] != "hidden" && name != "" {
			if text := typed[name]; name == "loginfmt" && control["value"] != "" {
				form.Set(name, control["value"])
			} else {
				form.Set(name, text)
			}
		}
	}
	if picker && !form.Has("account") {
		form.Set("action", "other")
	}
}

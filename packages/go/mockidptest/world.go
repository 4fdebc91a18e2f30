package mockidptest

import (
	"net/http"
	"net/url"
	"testing"
)

// Tenant is a tenant of a world. Ids and domains differ from world to world.
type Tenant struct {
	Alias  string `json:"alias"`
	ID     string `json:"id"`
	Domain string `json:"domain"`
	// Main marks the tenant that apps and users belong to when nothing else is said.
	Main bool `json:"main"`
}

// Authority is the authority that an app has in its settings, under Microsoft's name.
func (t Tenant) Authority() string { return "https://" + loginHost + "/" + t.ID }

// User is a user of a world. Ids and sign-in names differ from world to world.
type User struct {
	Alias    string `json:"alias"`
	ID       string `json:"id"`
	Name     string `json:"userPrincipalName"`
	Password string `json:"password"`
	// Main marks the user who signs in when nothing else is said.
	Main bool `json:"main"`
}

// App is an app registration of a world. Client ids and secrets are the same in every world.
type App struct {
	Alias        string   `json:"alias"`
	ClientID     string   `json:"clientId"`
	Secret       string   `json:"secret"`
	RedirectURIs []string `json:"redirectUris"`
}

// TestWorld is the directory of one test: tenants, users, apps, a clock, rules and a journal.
type TestWorld struct {
	Server   *Server
	Name     string   `json:"name"`
	Scenario string   `json:"scenario"`
	Tenants  []Tenant `json:"tenants"`
	Users    []User   `json:"users"`
	Apps     []App    `json:"apps"`

	t        testing.TB
	user     string
	verify   bool
	expected []map[string]any
}

// Option changes the world that World makes.
type Option func(*order)

type order struct {
	Scenario  string `json:"scenario,omitempty"`
	Overrides any    `json:"overrides,omitempty"`
	user      string
	noVerify  bool
	server    *Server
}

// Overrides lays something over the scenario, in the words of a scenario file.
func Overrides(words any) Option { return func(o *order) { o.Overrides = words } }

// As names the user that MainUser means, by alias.
func As(user string) Option { return func(o *order) { o.user = user } }

// WithoutVerify leaves the expectations of the scenario alone. Those of Expect are held nevertheless.
func WithoutVerify() Option { return func(o *order) { o.noVerify = true } }

// On makes the world on a server of the test's own.
func On(server *Server) Option { return func(o *order) { o.server = server } }

// World makes a world for this test. The scenario is a name of the library or the text of a scenario file; empty means the server's.
//
// At the end of a test that went well the expectations of the scenario, when the test names one, and those of Expect must be met. A test that
// failed logs the journal. Then the world is removed.
func World(t testing.TB, scenario string, options ...Option) *TestWorld {
	t.Helper()
	o := order{Scenario: scenario}
	for _, option := range options {
		option(&o)
	}
	server := o.server
	if server == nil {
		server = Start(t)
	}
	w := &TestWorld{Server: server, t: t, user: o.user, verify: scenario != "" && !o.noVerify}
	if err := server.Call(http.MethodPost, "worlds", o, w); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.end)
	return w
}

func (w *TestWorld) end() {
	w.t.Helper()
	switch {
	case w.t.Skipped():
	case w.t.Failed():
		w.t.Log(w.Describe())
	default:
		w.Verify()
	}
	if err := w.Server.Call(http.MethodDelete, "worlds/"+w.Name, nil, nil); err != nil {
		w.t.Error(err)
	}
}

// Tenant is the main tenant of the scenario.
func (w *TestWorld) Tenant() Tenant {
	for _, tenant := range w.Tenants {
		if tenant.Main {
			return tenant
		}
	}
	return Tenant{}
}

// MainUser is the user that As named, else the main one of the scenario.
func (w *TestWorld) MainUser() User {
	w.t.Helper()
	if w.user != "" {
		return w.User(w.user)
	}
	for _, user := range w.Users {
		if user.Main {
			return user
		}
	}
	w.t.Fatalf("mockidp: the scenario %s has no user with a password", w.Scenario)
	return User{}
}

// User is the user of this alias. The test ends when there is none.
func (w *TestWorld) User(alias string) User {
	w.t.Helper()
	for _, user := range w.Users {
		if user.Alias == alias {
			return user
		}
	}
	w.t.Fatalf("mockidp: the scenario %s has no user %q", w.Scenario, alias)
	return User{}
}

// App is the app registration of this alias. The test ends when there is none.
func (w *TestWorld) App(alias string) App {
	w.t.Helper()
	for _, app := range w.Apps {
		if app.Alias == alias {
			return app
		}
	}
	w.t.Fatalf("mockidp: the scenario %s has no app %q", w.Scenario, alias)
	return App{}
}

// Client is an HTTP client that reaches this world under Microsoft's names.
func (w *TestWorld) Client() *http.Client { return &http.Client{Transport: w.Transport()} }

// Transport is the transport of Client, for libraries that want one.
func (w *TestWorld) Transport() http.RoundTripper { return transport{w} }

type transport struct{ world *TestWorld }

func (r transport) RoundTrip(request *http.Request) (*http.Response, error) {
	server := r.world.Server
	if !server.answers(request.URL) {
		return server.transport.RoundTrip(request)
	}
	sent := request.Clone(request.Context())
	sent.Header.Set("Mockidp-World", r.world.Name)
	if server.controlToken != "" {
		sent.Header.Set("Mockidp-Control-Token", server.controlToken)
	}
	answer, err := server.transport.RoundTrip(sent)
	if answer != nil {
		answer.Request = request
	}
	return answer, err
}

// Call makes any call of the control API about this world. The test ends when the server refuses it.
func (w *TestWorld) Call(method, path string, body, result any) {
	w.t.Helper()
	if err := w.Server.Call(method, "worlds/"+url.PathEscape(w.Name)+"/"+path, body, result); err != nil {
		w.t.Fatal(err)
	}
}

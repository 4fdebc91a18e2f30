package mockidptest

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
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
	Server   *Server  `json:"-"`
	Name     string   `json:"name"`
	Scenario string   `json:"scenario"`
	Tenants  []Tenant `json:"tenants"`
	Users    []User   `json:"users"`
	Apps     []App    `json:"apps"`

	t   reporter
	ctx context.Context
	*state
}

// state is what all views of a world share.
type state struct {
	user     string
	verify   bool
	lock     sync.Mutex
	expected []Words
}

// World makes a world for this test. The scenario is a name of the library or the text of a scenario file; empty means the server's.
//
// At the end of a test that went well the expectations of the scenario, when the test names one, and those of Expect must be met. A test that
// failed logs the journal. Then the world is removed.
func World(t testing.TB, scenario string, options ...Option) *TestWorld {
	t.Helper()
	o := newOrder(scenario, options)
	if o.server == nil {
		o.server = Start(t)
	}
	w, err := o.make(context.Background(), t)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		t.Helper()
		switch {
		case t.Skipped():
		case t.Failed():
			t.Log(w.Describe())
		default:
			w.Verify()
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// NewWorld makes a world that belongs to no test, for a TestMain or a program. Close removes it. A call that the server refuses panics, unless
// For names a test, or Try asks for the error.
func (s *Server) NewWorld(ctx context.Context, scenario string, options ...Option) (*TestWorld, error) {
	o := newOrder(scenario, options)
	o.server = s
	return o.make(ctx, noTest{})
}

func newOrder(scenario string, options []Option) *order {
	o := &order{Scenario: scenario, Issuer: loginHost}
	for _, option := range options {
		option(o)
	}
	return o
}

func (o *order) make(ctx context.Context, t reporter) (*TestWorld, error) {
	if o.err != nil {
		return nil, o.err
	}
	w := &TestWorld{Server: o.server, t: t, ctx: ctx, state: &state{user: o.user, verify: o.Scenario != "" && !o.noVerify}}
	if err := o.server.CallContext(ctx, http.MethodPost, "worlds", o, w); err != nil {
		return nil, err
	}
	// The context is for the making alone.
	w.ctx = context.Background()
	return w, nil
}

// Close removes a world of NewWorld. Those of World are removed by their test.
func (w *TestWorld) Close() error {
	return w.Server.Call(http.MethodDelete, "worlds/"+url.PathEscape(w.Name), nil, nil)
}

// Reload reads tenants, users, passwords and apps again: a user may have changed the password since the world was made.
func (w *TestWorld) Reload() {
	w.t.Helper()
	var told TestWorld
	if err := w.Server.CallContext(w.ctx, http.MethodGet, "worlds/"+url.PathEscape(w.Name), nil, &told); err != nil {
		w.t.Fatal(err)
	}
	w.Tenants, w.Users, w.Apps = told.Tenants, told.Users, told.Apps
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
	var known []string
	for _, user := range w.Users {
		known = append(known, user.Alias)
	}
	w.t.Fatalf("mockidp: the scenario %s has no user %q; there are %s", w.Scenario, alias, strings.Join(known, ", "))
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
	var known []string
	for _, app := range w.Apps {
		known = append(known, app.Alias)
	}
	w.t.Fatalf("mockidp: the scenario %s has no app %q; there are %s", w.Scenario, alias, strings.Join(known, ", "))
	return App{}
}

// Call makes any call of the control API about this world. The test ends when the server refuses it.
func (w *TestWorld) Call(method, path string, body, result any) {
	w.t.Helper()
	if err := w.Server.CallContext(w.ctx, method, "worlds/"+url.PathEscape(w.Name)+"/"+path, body, result); err != nil {
		w.t.Fatal(err)
	}
}

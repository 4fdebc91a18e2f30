package mockidptest

import (
	"fmt"
	"os"
)

// Option changes the world that World makes.
type Option func(*order)

// order is the body of POST worlds.
type order struct {
	Scenario  string `json:"scenario,omitempty"`
	Name      string `json:"name,omitempty"`
	IDs       IDs    `json:"ids,omitempty"`
	ClientIDs IDs    `json:"clientIds,omitempty"`
	Overrides any    `json:"overrides,omitempty"`
	Issuer    string `json:"issuer"`
	user      string
	noVerify  bool
	server    *Server
	err       error
}

// IDs says whose ids a world has.
type IDs string

const (
	// AsWritten are the ids of the scenario, the same in every world.
	AsWritten IDs = "asWritten"
	// OwnIDs are a world's own tenant ids, domains and object ids.
	OwnIDs IDs = "own"
	// PerWorld are a world's own client ids.
	PerWorld IDs = "perWorld"
)

// Overrides lays something over the scenario, in the words of a scenario file.
func Overrides(words any) Option { return func(o *order) { o.Overrides = words } }

// File takes the scenario from a file. A path is meant from the folder of the test's package, where Go runs it. The world keeps the ids, domains and
// names that the file states, unless TenantIDs(OwnIDs) says otherwise.
func File(path string) Option {
	return func(o *order) {
		text, err := os.ReadFile(path)
		if err != nil {
			o.err = fmt.Errorf("mockidp: the scenario file cannot be read: %w", err)
			return
		}
		o.Scenario = string(text)
		if o.IDs == "" {
			o.IDs = AsWritten
		}
	}
}

// Name gives the world a name: up to 40 small letters, digits and dashes. Without it the server chooses one that is free.
func Name(name string) Option { return func(o *order) { o.Name = name } }

// TenantIDs says whether tenants and users have ids of the world's own, OwnIDs, or those of the scenario, AsWritten, for an app that has its tenant
// compiled in. Worlds that share ids are told apart by Client, not by DialContext alone.
func TenantIDs(ids IDs) Option { return func(o *order) { o.IDs = ids } }

// ClientIDs says whether apps have client ids of the world's own, PerWorld, since libraries keep by client id what they were once told.
func ClientIDs(ids IDs) Option { return func(o *order) { o.ClientIDs = ids } }

// Issuer is the host that the issuer of minted tokens names, in the place of login.microsoftonline.com. The world keeps it, so it counts for every
// order of a token.
func Issuer(host string) Option { return func(o *order) { o.Issuer = host } }

// As names the user that MainUser means, by alias.
func As(user string) Option { return func(o *order) { o.user = user } }

// WithoutVerify leaves the expectations of the scenario alone. Those of Expect are held nevertheless.
func WithoutVerify() Option { return func(o *order) { o.noVerify = true } }

// On makes the world on a server of the test's own.
func On(server *Server) Option { return func(o *order) { o.server = server } }

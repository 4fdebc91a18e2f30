package mockidptest

import (
	"net/http"
	"net/url"
	"time"
)

// The kinds of things that Age makes older.
const (
	RefreshTokens = "refreshTokens"
	Sessions      = "sessions"
	Codes         = "codes"
	DeviceCodes   = "deviceCodes"
)

// Words are members of a scenario file, a rule or a call, by name.
type Words = map[string]any

// Age makes what was handed out older than it may be, while the clock stays, and tells how many became older.
func (w *TestWorld) Age(kind string) int {
	w.t.Helper()
	var answer struct{ Aged int }
	w.Call(http.MethodPost, "age", Words{"kind": kind}, &answer)
	return answer.Aged
}

// Advance moves the world's clock on.
func (w *TestWorld) Advance(by time.Duration) {
	w.t.Helper()
	w.Call(http.MethodPost, "clock", Words{"advance": milliseconds(by)}, nil)
}

// Lifetime sets how long something lives that the server gives out from now on: "accessToken", "refreshTokenInactive".
func (w *TestWorld) Lifetime(kind string, time time.Duration) {
	w.t.Helper()
	w.Call(http.MethodPatch, "lifetimes", Words{kind: milliseconds(time)}, nil)
}

// Revoke ends the sessions of a user, as an administrator does: AADSTS50173 at the token endpoint. Graph answers apps with the capability
// cp1 by a claims challenge; the access token of another app stays good until its end.
func (w *TestWorld) Revoke(user User) {
	w.t.Helper()
	w.Change(user, "revokeSessions")
}

// Change carries out a verb of the control API on a user: "disable", "enable", "lock", "requireMfa", "expirePassword", "changePassword".
func (w *TestWorld) Change(user User, verb string) {
	w.t.Helper()
	w.Call(http.MethodPost, "users/"+url.PathEscape(user.Alias)+"/"+verb, nil, nil)
}

// Rule adds a rule in the words of a scenario file: Rule(Words{"endpoint": "token", "occurrence": 1}, Words{"refuse": "AADSTS50173"}).
func (w *TestWorld) Rule(when Words, then any) {
	w.t.Helper()
	w.Call(http.MethodPost, "rules", Words{"when": when, "then": then}, nil)
}

// Do carries out actions of the scenario language now: Do("rotateKeys").
func (w *TestWorld) Do(actions ...any) {
	w.t.Helper()
	w.Call(http.MethodPost, "actions", actions, nil)
}

// Token mints a token without a sign-in: Token(Words{"client": "mobile", "user": "alice", "scope": "User.Read"}). Its issuer is the world's, which is
// that of the tokens of a sign-in under Microsoft's names, unless the order names another "issuer".
func (w *TestWorld) Token(order Words) string {
	w.t.Helper()
	var answer struct{ Token string }
	w.Call(http.MethodPost, "tokens", order, &answer)
	return answer.Token
}

// Save keeps the world as it is, sessions and tokens included, under a name.
func (w *TestWorld) Save(snapshot string) {
	w.t.Helper()
	w.Call(http.MethodPost, "snapshots", Words{"name": snapshot}, nil)
}

// Restore goes back to what Save kept, passwords too. What was handed out since is unknown afterwards; the journal goes on.
func (w *TestWorld) Restore(snapshot string) {
	w.t.Helper()
	w.Call(http.MethodPost, "snapshots/"+url.PathEscape(snapshot)+"/restore", nil, nil)
	w.Reload()
}

func milliseconds(time time.Duration) string {
	return (time.Truncate(1e6)).String()
}

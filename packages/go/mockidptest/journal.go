package mockidptest

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// Exchange is a request with its answer, from the journal. Secrets and tokens are not in it.
type Exchange struct {
	Number   int
	Method   string
	Host     string
	Path     string
	Endpoint string
	Status   int
	Grant    string
	User     struct{ Alias string }
	Client   struct{ Alias string }
	Events   []string
	Reasons  []string
	Refusal  *Refusal
}

// Refusal is an error as the client was told it, with its meaning and what the app should do.
type Refusal struct{ Code, Error, Suberror, Message, Meaning, Remedy string }

// Journal gives the newest exchanges, oldest first. Filters are those of the control API: Journal("error", "AADSTS700082").
func (w *TestWorld) Journal(filters ...string) []Exchange {
	w.t.Helper()
	found, err := w.journal(filters...)
	if err != nil {
		w.t.Fatal(err)
	}
	return found
}

func (w *TestWorld) journal(filters ...string) ([]Exchange, error) {
	query := url.Values{"limit": {"1000"}}
	for i := 0; i+1 < len(filters); i += 2 {
		query.Set(filters[i], filters[i+1])
	}
	var answer struct{ Exchanges []Exchange }
	err := w.Server.CallContext(w.ctx, http.MethodGet, "worlds/"+url.PathEscape(w.Name)+"/exchanges?"+query.Encode(), nil, &answer)
	return answer.Exchanges, err
}

// Expect expects something by the end of the test: Expect(Words{"event": "signIn", "count": 2}).
func (w *TestWorld) Expect(expectation Words) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.expected = append(w.expected, expectation)
}

// Verify fails the test when something that was expected did not happen. The end of the test calls it.
func (w *TestWorld) Verify() {
	w.t.Helper()
	unmet, err := w.unmet()
	if err != nil {
		w.t.Error(err)
	} else if len(unmet) > 0 {
		w.t.Errorf("not met: %s\n%s", strings.Join(unmet, "\nnot met: "), w.Describe())
	}
}

func (w *TestWorld) unmet() ([]string, error) {
	var orders []Words
	if w.verify {
		orders = append(orders, Words{})
	}
	w.lock.Lock()
	if len(w.expected) > 0 {
		orders = append(orders, Words{"expect": append([]Words{}, w.expected...)})
	}
	w.lock.Unlock()
	var unmet []string
	for _, order := range orders {
		var verdict struct {
			Expectations []struct {
				Met  bool
				Text string
			}
		}
		if err := w.Server.CallContext(w.ctx, http.MethodPost, "worlds/"+url.PathEscape(w.Name)+"/verify", order, &verdict); err != nil {
			return nil, err
		}
		for _, expectation := range verdict.Expectations {
			if !expectation.Met {
				unmet = append(unmet, expectation.Text)
			}
		}
	}
	return unmet, nil
}

// Describe tells the journal with the reasons for each answer, and the meaning of the last refusal.
func (w *TestWorld) Describe() string {
	exchanges, err := w.journal()
	if err != nil {
		return err.Error()
	}
	var text strings.Builder
	fmt.Fprintf(&text, "mockidp, world %s, scenario %s:", w.Name, w.Scenario)
	if len(exchanges) == 0 {
		text.WriteString(" no request came. Does the app use world.Client(), or a Transport with world.DialContext?")
	}
	var last string
	for _, exchange := range exchanges {
		fmt.Fprintf(&text, "\n  #%d %s %s → %d", exchange.Number, exchange.Method, exchange.Path, exchange.Status)
		facts := append([]string{}, exchange.Events...)
		if refusal := exchange.Refusal; refusal != nil {
			facts = append(facts, refusal.Code)
			if refusal.Meaning != "" {
				name := refusal.Code
				if name == "" {
					name = refusal.Error
				}
				last = strings.TrimSpace(fmt.Sprintf("\n  #%d ended with %s: %s %s", exchange.Number, name, refusal.Meaning, refusal.Remedy))
			}
		}
		for _, fact := range append(facts, exchange.Client.Alias, exchange.User.Alias) {
			if fact != "" {
				text.WriteString(" " + fact)
			}
		}
		for _, reason := range exchange.Reasons {
			text.WriteString("\n     " + reason)
		}
	}
	for _, rule := range w.idleRules() {
		text.WriteString("\n  " + rule)
	}

	if last != "" {
		text.WriteString("\n  " + last)
	}
	return text.String()
}

// idleRules are the rules that nothing has fitted, each with the exchange that came nearest and what differed.
func (w *TestWorld) idleRules() []string {
	var answer struct {
		Rules []struct {
			Name    string
			When    string
			Matched int
			Enabled *bool
			Nearest *struct{ Text string }
		}
	}
	if w.Server.CallContext(w.ctx, http.MethodGet, "worlds/"+url.PathEscape(w.Name)+"/rules", nil, &answer) != nil {
		return nil
	}
	var idle []string
	for _, rule := range answer.Rules {
		if rule.Matched > 0 || rule.Enabled != nil && !*rule.Enabled {
			continue
		}
		told := fmt.Sprintf("nothing has fitted the rule %s (%s)", rule.Name, rule.When)
		if rule.Nearest != nil {
			told += "; nearest: " + rule.Nearest.Text
		}
		idle = append(idle, told)
	}
	return idle
}

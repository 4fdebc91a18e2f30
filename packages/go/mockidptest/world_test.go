package mockidptest_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"mockidp.invalid/go/mockidptest"
)

func password(world *mockidptest.TestWorld, user mockidptest.User, password string) (int, error) {
	form := url.Values{
		"grant_type": {"password"}, "client_id": {world.App("mobile").ClientID}, "username": {user.Name}, "password": {password}, "scope": {"User.Read"},
	}
	answer, err := world.Client().PostForm(world.Tenant().Authority()+"/oauth2/v2.0/token", form)
	if err != nil {
		return 0, err
	}
	answer.Body.Close()
	return answer.StatusCode, nil
}

func expectStatus(t *testing.T, expected int, status int, err error) {
	t.Helper()
	if err != nil || status != expected {
		t.Fatalf("%d, %v in the place of %d", status, err, expected)
	}
}

func TestWorldsDoNotSeeEachOther(t *testing.T) {
	for i := 0; i < 3; i++ {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			world := mockidptest.World(t, "")
			status, err := password(world, world.MainUser(), world.MainUser().Password)
			expectStatus(t, http.StatusOK, status, err)
			if journal := world.Journal(); len(journal) != 1 || journal[0].Host != "login.microsoftonline.com" {
				t.Errorf("%+v", journal)
			}
		})
	}
}

func TestMainUserAndOverrides(t *testing.T) {
	words := mockidptest.Words{"world": mockidptest.Words{"users": mockidptest.Words{"bob": mockidptest.Words{"enabled": false}}}}
	world := mockidptest.World(t, "", mockidptest.As("bob"), mockidptest.Overrides(words))
	status, err := password(world, world.MainUser(), world.MainUser().Password)
	expectStatus(t, http.StatusBadRequest, status, err)
	if journal := world.Journal("error", "AADSTS50057"); len(journal) != 1 || journal[0].User.Alias != "bob" {
		t.Errorf("%+v", journal)
	}
}

func TestAgeMakesTheAppAskAgain(t *testing.T) {
	world := mockidptest.World(t, "")
	app := newProfileApp(world)
	for _, asked := range []int{1, 1, 2} {
		if asked == 2 {
			if aged := world.Age(mockidptest.RefreshTokens); aged == 0 {
				t.Error("nothing became older")
			}
		}
		if _, err := app.displayName(); err != nil || app.timesAsked != asked {
			t.Fatalf("%d in the place of %d, %v", app.timesAsked, asked, err)
		}
	}
}

func TestRevokedSessionsMakeTheAppAskAgain(t *testing.T) {
	world := mockidptest.World(t, "")
	app := newProfileApp(world)
	if _, err := app.token(); err != nil {
		t.Fatal(err)
	}
	world.Revoke(world.MainUser())
	if _, err := app.token(); err != nil || app.timesAsked != 2 {
		t.Errorf("asked %d times, %v", app.timesAsked, err)
	}
	if refused := world.Journal("error", "AADSTS50173"); len(refused) != 1 || refused[0].Refusal.Remedy == "" {
		t.Errorf("%+v", refused)
	}
}

func TestRulesActionsLifetimesAndTime(t *testing.T) {
	world := mockidptest.World(t, "")
	world.Rule(mockidptest.Words{"endpoint": "token", "occurrence": 1}, mockidptest.Words{"respond": mockidptest.Words{"status": 503}})
	world.Expect(mockidptest.Words{"event": "token.issued", "count": 1})
	user := world.MainUser()
	for _, expected := range []int{503, 200} {
		status, err := password(world, user, user.Password)
		expectStatus(t, expected, status, err)
	}
	world.Do("rotateKeys")
	world.Lifetime("accessToken", time.Minute)
	world.Advance(90 * 24 * time.Hour)
	world.Change(user, "disable")
	status, err := password(world, user, user.Password)
	expectStatus(t, 400, status, err)
	if token := world.Token(mockidptest.Words{"client": "daemon", "scope": "https://graph.microsoft.com/.default"}); strings.Count(token, ".") != 2 {
		t.Error(token)
	}
}

func TestOtherHostsAreRefused(t *testing.T) {
	world := mockidptest.World(t, "")
	_, err := world.Client().Get("https://example.com/")
	if err == nil || !strings.Contains(err.Error(), "example.com is not a host that mockidp answers") {
		t.Error(err)
	}
}

func TestAMistakeIsToldInTheServersWords(t *testing.T) {
	server := mockidptest.Start(t)
	var refused *mockidptest.Error
	err := server.Call(http.MethodPost, "worlds", mockidptest.Words{"scenario": "expired-refres"}, nil)
	if !errors.As(err, &refused) || refused.Status != 400 || !strings.Contains(refused.Message, "expired-refres") {
		t.Error(err)
	}
}

// inAnotherRun runs one test of this binary that is meant to fail, or that ends in its own way.
func inAnotherRun(t *testing.T, test string, environment ...string) string {
	t.Helper()
	command := exec.Command(os.Args[0], "-test.run", "^"+test+"$", "-test.v")
	command.Env = append(append(os.Environ(), "MOCKIDP_INNER=1"), environment...)
	said, _ := command.CombinedOutput()
	return string(said)
}

func onlyInside(t *testing.T) {
	if os.Getenv("MOCKIDP_INNER") == "" {
		t.Skip("runs inside another test")
	}
}

func TestInnerWrongPassword(t *testing.T) {
	onlyInside(t)
	world := mockidptest.World(t, "")
	status, err := password(world, world.MainUser(), "wrong")
	expectStatus(t, http.StatusOK, status, err)
}

func TestInnerExpectation(t *testing.T) {
	onlyInside(t)
	mockidptest.World(t, "expired-refresh")
}

func TestInnerServer(t *testing.T) {
	onlyInside(t)
	fmt.Println("url", mockidptest.Start(t).URL)
}

func TestAFailingTestTellsTheJournal(t *testing.T) {
	cases := map[string][]string{
		"TestInnerWrongPassword": {"--- FAIL", "#1 POST", "→ 400", "#1 ended with AADSTS50126"},
		"TestInnerExpectation":   {"--- FAIL", "not met: token.refused, AADSTS700082: expected once"},
	}
	for test, expected := range cases {
		said := inAnotherRun(t, test)
		for _, words := range expected {
			if !strings.Contains(said, words) {
				t.Errorf("%s does not say %q:\n%s", test, words, said)
			}
		}
	}
}

func TestTheServerEndsWithTheTestBinary(t *testing.T) {
	said := inAnotherRun(t, "TestInnerServer", "MOCKIDP_URL=")
	_, rest, _ := strings.Cut(said, "url https://")
	address, _, _ := strings.Cut(rest, "\n")
	if address == "" {
		t.Fatal(said)
	}
	client := http.Client{Timeout: time.Second}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if _, err := client.Get("https://" + address); err != nil && strings.Contains(err.Error(), "refused") {
			return
		} else if time.Now().After(deadline) {
			t.Fatalf("%s still answers: %v", address, err)
		}
	}
}

func TestARunningServerIsUsed(t *testing.T) {
	server := mockidptest.Start(t)
	if said := inAnotherRun(t, "TestInnerServer", "MOCKIDP_URL="+server.URL.String()); !strings.Contains(said, "url "+server.URL.String()) {
		t.Error(said)
	}
}

func TestServersOfATestsOwn(t *testing.T) {
	server := mockidptest.StartWith(t, "--scenario", "expired-refresh")
	if world := mockidptest.World(t, "", mockidptest.On(server)); world.Scenario != "expired-refresh" {
		t.Error(world.Scenario)
	}
}

func TestInnerBadStart(t *testing.T) {
	onlyInside(t)
	mockidptest.StartWith(t, "--scenario", "no-such-scenario")
}

func TestAServerThatCannotStartSaysWhy(t *testing.T) {
	cases := map[string]string{"MOCKIDP_URL=": "there is no scenario", "MOCKIDP_BINARY=/nowhere/mockidp": "MOCKIDP_BINARY names /nowhere/mockidp"}
	for environment, words := range cases {
		if said := inAnotherRun(t, "TestInnerBadStart", environment); !strings.Contains(said, words) {
			t.Errorf("%s: %s", environment, said)
		}
	}
}

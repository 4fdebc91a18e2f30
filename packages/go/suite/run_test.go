package suite_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"mockidp.invalid/go/mockidptest"
)

// Tests that are meant to fail, or that end in their own way, run in another process of this binary.

func command(test string, environment ...string) *exec.Cmd {
	command := exec.Command(os.Args[0], "-test.run", "^"+test+"$", "-test.v")
	command.Env = append(append(os.Environ(), "MOCKIDP_INNER=1"), environment...)
	return command
}

func inner(t *testing.T, test string, environment ...string) string {
	t.Helper()
	said, _ := command(test, environment...).CombinedOutput()
	return string(said)
}

func onlyInside(t *testing.T) {
	if os.Getenv("MOCKIDP_INNER") == "" {
		t.Skip("runs inside another test")
	}
}

func TestInnerSubtests(t *testing.T) {
	onlyInside(t)
	world := mockidptest.World(t, "")
	t.Run("refused", func(t *testing.T) { world.For(t).Change(mockidptest.User{Alias: "nobody"}, "lock") })
	t.Run("a name that is not there", func(t *testing.T) { world.For(t).User("nobody") })
	t.Run("another", func(t *testing.T) { world.For(t).Do("rotateKeys") })
}

func TestInnerExpectation(t *testing.T) {
	onlyInside(t)
	world := mockidptest.World(t, "")
	world.Expect(mockidptest.Words{"event": "signIn", "count": 2})
	world.Browser().SignIn(authorizeURL(world), world.MainUser())
}

func TestExpectation(t *testing.T) {
	said := inner(t, "TestInnerExpectation")
	for _, words := range []string{"--- FAIL: TestInnerExpectation", "not met: signIn", "#1 GET /common/oauth2/v2.0/authorize"} {
		if !strings.Contains(said, words) {
			t.Errorf("%q is missing:\n%s", words, said)
		}
	}
}

func TestNoExecutable(t *testing.T) {
	for _, c := range []struct{ environment, says string }{
		{"MOCKIDP_BINARY=", "mockidp: there is no mockidp in PATH. Set MOCKIDP_BINARY to the program, or MOCKIDP_URL to a server that runs already"},
		{"MOCKIDP_BINARY=/nowhere/mockidp", "mockidp: MOCKIDP_BINARY names /nowhere/mockidp, and there is no program there"},
	} {
		said := inner(t, "TestInnerNothingLeft", "MOCKIDP_URL=", "PATH=/nowhere", c.environment)
		if first, _, _ := strings.Cut(said, "\n"); first != c.says {
			t.Errorf("the first line is %q", first)
		}
	}
}

// TestInnerNothingLeft tells where its server is, and waits when it is told to.
func TestInnerNothingLeft(t *testing.T) {
	onlyInside(t)
	server := mockidptest.StartWith(t)
	if _, err := server.NewWorld(mockidptest.World(t, "").Context(), ""); err != nil {
		t.Fatal(err)
	}
	fmt.Println("url", server.URL, mockidptest.Start(t).URL)
	if os.Getenv("MOCKIDP_INNER_WAITS") != "" {
		time.Sleep(time.Minute)
	}
}

// Neither a run that ends, nor one that is interrupted or killed, leaves a server or a home behind.
func TestNothingLeft(t *testing.T) {
	for name, signal := range map[string]os.Signal{"it ends": nil, "control C": os.Interrupt, "kill -9": os.Kill} {
		homes := t.TempDir()
		run := command("TestInnerNothingLeft", "MOCKIDP_URL=", "TMPDIR="+homes)
		if signal != nil {
			run.Env = append(run.Env, "MOCKIDP_INNER_WAITS=1")
		}
		// A terminal's control C goes to the whole group: the test and the servers.
		run.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		output, err := run.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		addresses := addressesOf(output)
		if len(addresses) != 2 {
			t.Fatalf("%s: %v", name, addresses)
		}
		switch signal {
		case os.Interrupt:
			_ = syscall.Kill(-run.Process.Pid, syscall.SIGINT)
		case os.Kill:
			_ = run.Process.Kill()
		}
		_ = run.Wait()
		for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
			left := whatIsLeft(homes, addresses)
			if left == "" {
				break
			} else if time.Now().After(deadline) {
				t.Errorf("%s: %s", name, left)
				break
			}
		}
	}
}

func addressesOf(output interface{ Read([]byte) (int, error) }) []string {
	var said strings.Builder
	buffer := make([]byte, 4096)
	for {
		count, err := output.Read(buffer)
		said.Write(buffer[:count])
		if _, after, found := strings.Cut(said.String(), "url "); found && strings.Contains(after, "\n") {
			line, _, _ := strings.Cut(after, "\n")
			return strings.Fields(line)
		}
		if err != nil {
			return nil
		}
	}
}

func whatIsLeft(homes string, addresses []string) string {
	client := http.Client{Timeout: time.Second}
	for _, address := range addresses {
		if _, err := client.Get(address); err == nil || !strings.Contains(err.Error(), "refused") {
			return address + " still answers"
		}
	}
	found, _ := filepath.Glob(filepath.Join(homes, "mockidp-*"))
	if len(found) > 0 {
		return "there are still " + strings.Join(found, ", ")
	}
	return ""
}

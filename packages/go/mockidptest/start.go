package mockidptest

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
)

// shared is the server of all tests of this binary.
var shared struct {
	sync.Mutex
	begun  bool
	server *Server
	err    error
}

func startShared(ctx context.Context, arguments ...string) (*Server, error) {
	shared.Lock()
	defer shared.Unlock()
	if !shared.begun {
		shared.begun = true
		shared.server, shared.err = Open(ctx, arguments...)
	}
	return shared.server, shared.err
}

// Start gives the server that all tests of this binary share, and starts it for the first of them. It ends with the test binary, however that
// ends.
func Start(t testing.TB) *Server {
	t.Helper()
	server, err := startShared(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return server
}

// StartWith starts a server for this test alone, with further arguments of "mockidp serve".
func StartWith(t testing.TB, arguments ...string) *Server {
	t.Helper()
	server, err := newServer(context.Background(), arguments)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server
}

// Open starts a server, with further arguments of "mockidp serve", for a TestMain or a program that is not a test. The context is for the start
// alone: Close ends the server. Without arguments MOCKIDP_URL names a server that runs already.
func Open(ctx context.Context, arguments ...string) (*Server, error) {
	if running := os.Getenv("MOCKIDP_URL"); running != "" && len(arguments) == 0 {
		return attach(ctx, running)
	}
	return newServer(ctx, arguments)
}

// Run starts the server that all tests share, runs the tests, ends the server, and gives the status for os.Exit:
//
//	func TestMain(m *testing.M) { os.Exit(mockidptest.Run(m, "--scenario", "testdata/team.yaml")) }
//
// A server that cannot start is told in one sentence, before any test.
func Run(m *testing.M, arguments ...string) int {
	server, err := startShared(context.Background(), arguments...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer server.Close()
	return m.Run()
}

package mockidptest

import (
	"context"
	"fmt"
	"testing"
)

// reporter is what a world tells failures to: a test, or Try.
type reporter interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
	Error(...any)
	Errorf(string, ...any)
}

// For gives the same world to a subtest: what the server refuses there ends the subtest alone. The world goes on, and belongs to the test that
// made it.
//
//	t.Run("locked", func(t *testing.T) { world.For(t).Change(user, "lock") })
func (w *TestWorld) For(t testing.TB) *TestWorld { return w.with(t) }

func (w *TestWorld) with(t reporter) *TestWorld {
	view := *w
	view.t = t
	return &view
}

// WithContext gives the same world with a context: a call ends with it.
func (w *TestWorld) WithContext(ctx context.Context) *TestWorld {
	view := *w
	view.ctx = ctx
	return &view
}

// Context is the context of WithContext, else one that does not end.
func (w *TestWorld) Context() context.Context { return w.ctx }

// Try gives back as an error what would have ended the test, and lets the test go on. It is for what a test expects to be refused, and for
// goroutines, in which a test must not be ended:
//
//	err := world.Try(func(w *mockidptest.TestWorld) { w.Do("no such action") })
func (w *TestWorld) Try(call func(*TestWorld)) (err error) {
	tried := &trial{}
	defer func() {
		switch problem := recover(); {
		case problem == nil:
			err = tried.first
		case problem == any(tried):
			err = tried.first
		default:
			panic(problem)
		}
	}()
	call(w.with(tried))
	return tried.first
}

// trial keeps the first failure. Fatal leaves the function of Try by a panic with the trial itself.
type trial struct{ first error }

func (t *trial) Helper() {}

func (t *trial) Error(args ...any) {
	if t.first != nil {
		return
	}
	if len(args) == 1 {
		if err, is := args[0].(error); is {
			t.first = err
			return
		}
	}
	t.first = fmt.Errorf("%s", fmt.Sprint(args...))
}

func (t *trial) Errorf(format string, args ...any) { t.Error(fmt.Errorf(format, args...)) }

func (t *trial) Fatal(args ...any) {
	t.Error(args...)
	panic(t)
}

func (t *trial) Fatalf(format string, args ...any) {
	t.Errorf(format, args...)
	panic(t)
}

// noTest stands for the test in a world of NewWorld.
type noTest struct{}

func (noTest) Helper() {}

func (noTest) Fatal(args ...any) {
	panic(fmt.Sprint(args...) + " (no test made this world: world.For(t) tells a test, and world.Try gives an error)")
}

func (n noTest) Fatalf(format string, args ...any) { n.Fatal(fmt.Errorf(format, args...)) }
func (n noTest) Error(args ...any)                 { n.Fatal(args...) }
func (n noTest) Errorf(format string, args ...any) { n.Fatalf(format, args...) }

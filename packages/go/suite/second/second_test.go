// Package second_test is another package of the same run: its binary has a server of its own, from the first test that wants one.
package second_test

import (
	"testing"

	"mockidp.invalid/go/mockidptest"
)

func TestAnotherPackage(t *testing.T) {
	t.Parallel()
	if world := mockidptest.World(t, ""); world.Server != mockidptest.Start(t) {
		t.Error("a world is on another server than that of the tests")
	}
}

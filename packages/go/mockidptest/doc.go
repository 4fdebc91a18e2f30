// Package mockidptest gives each Go test a Microsoft Entra ID of its own.
//
//	func TestProfile(t *testing.T) {
//		world := mockidptest.World(t, "expired-refresh")
//		app := NewApp(world.App("mobile").ClientID, world.Client())
//		…
//	}
//
// The first test starts the program mockidp, and it ends with the test binary; Run starts it in a TestMain. For gives a world to a subtest, and Try
// gives back as an error what would have ended the test. Every world has tenants, users, apps, a clock, rules and a
// journal of its own. A test that fails logs the journal of its world, and the meaning of the last refusal.
//
// The program is the one that MOCKIDP_BINARY names, else the one in PATH. MOCKIDP_URL names a server that runs already.
package mockidptest

package mockidptest

// AppService gives the variables by which a program in App Service, Functions or Container Apps finds its managed identity. The address names the
// world, and Client reaches it; the library reads the variables from the environment:
//
//	for name, value := range world.AppService() { t.Setenv(name, value) }
//
// A virtual machine needs none: Client reaches 169.254.169.254. A scenario with an identityHeader of its own wants that one in IDENTITY_HEADER.
func (w *TestWorld) AppService() map[string]string {
	w.t.Helper()
	plain := w.Server.http
	if plain == nil {
		w.t.Fatal("mockidp: a managed identity is asked by plain HTTP, and the plain port of the server is not known. Set MOCKIDP_PROXY")
		return nil
	}
	return map[string]string{"IDENTITY_ENDPOINT": "http://" + w.Name + "." + plain.Host + "/MSI/token", "IDENTITY_HEADER": "mockidp"}
}

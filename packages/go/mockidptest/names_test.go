package mockidptest

import (
	"net/url"
	"testing"
)

// Of a host in the list all pages are the server's; of a host with a path that page alone.
func TestNames(t *testing.T) {
	at, _ := url.Parse("https://localhost:8443")
	plain, _ := url.Parse("http://localhost:8080")
	server := &Server{URL: at, http: plain, hosts: []string{"login.microsoftonline.com", "*.login.microsoft.com", "microsoft.com/devicelogin"}}
	for address, expected := range map[string]bool{
		"https://login.microsoftonline.com/common":              true,
		"https://LOGIN.microsoftonline.com/common":              true,
		"https://westeurope.login.microsoft.com/common":         true,
		"https://login.microsoft.com.example.com/common":        false,
		"https://microsoft.com/devicelogin":                     true,
		"https://microsoft.com/en-us":                           false,
		"http://169.254.169.254/metadata/identity/oauth2/token": true,
		"https://localhost:8443/common":                         true,
		"https://t1.localhost:8443/common":                      true,
		"http://localhost:8080/common":                          true,
		"http://localhost:3000/":                                false,
		"https://example.com/":                                  false,
	} {
		asked, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if found := server.answers(asked) && server.answersPath(asked); found != expected {
			t.Errorf("%s: %v", address, found)
		}
	}
}

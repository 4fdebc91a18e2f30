package mockidptest

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// TLSConfig trusts the server, and nobody else. Each call gives a configuration of its own, for an http.Transport, a Dialer or a driver:
//
//	&http.Transport{DialContext: server.DialContext, TLSClientConfig: server.TLSConfig()}
func (s *Server) TLSConfig() *tls.Config {
	return &tls.Config{RootCAs: s.roots, MinVersion: tls.VersionTLS12}
}

// DialContext connects to the server for its own names and for Microsoft's. Other programs of this machine are reached as ever, and every
// other host is refused, so a test does not leave the machine. It fits http.Transport.
func (s *Server) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	var dialer net.Dialer
	switch {
	case s.isMicrosoft(host):
		to := s.URL
		if port == "80" {
			if to = s.http; to == nil {
				return nil, fmt.Errorf("mockidp: %s is asked by plain HTTP, and the plain port of the server is not known. Set MOCKIDP_PROXY", host)
			}
		}
		return dialer.DialContext(ctx, network, net.JoinHostPort(connectTo(to.Hostname()), portOf(to)))
	case s.isOurs(host), isThisMachine(host):
		return dialer.DialContext(ctx, network, net.JoinHostPort(connectTo(host), port))
	}
	return nil, foreign(host)
}

// foreign is the refusal of a host that is neither Microsoft's nor this machine.
func foreign(host string) error {
	return fmt.Errorf("mockidp: %s is not a host that mockidp answers, and tests with it do not leave this machine", host)
}

// answers tells whether a request for this URL goes to the server.
func (s *Server) answers(at *url.URL) bool {
	if s.isMicrosoft(at.Hostname()) {
		return true
	}
	return s.isOurs(at.Hostname()) && (portOf(at) == portOf(s.URL) || s.http != nil && portOf(at) == portOf(s.http))
}

// connectTo is the host to connect to. A name under localhost is not looked up: some systems do not resolve it.
func connectTo(host string) string {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return "127.0.0.1"
	}
	return host
}

func portOf(at *url.URL) string {
	if port := at.Port(); port != "" {
		return port
	}
	if at.Scheme == "http" {
		return "80"
	}
	return "443"
}

// Client is an HTTP client that reaches this world under Microsoft's names, and the managed identity of a machine at 169.254.169.254.
func (w *TestWorld) Client() *http.Client { return &http.Client{Transport: w.Transport()} }

// Transport is the transport of Client, for libraries that want one.
func (w *TestWorld) Transport() http.RoundTripper { return transport{w} }

type transport struct{ world *TestWorld }

func (r transport) RoundTrip(request *http.Request) (*http.Response, error) {
	server := r.world.Server
	if !server.answers(request.URL) {
		return server.transport.RoundTrip(request)
	}
	if !server.answersPath(request.URL) {
		if request.Body != nil {
			request.Body.Close()
		}
		return nil, foreign(request.URL.Host + request.URL.Path)
	}
	sent := request.Clone(request.Context())
	sent.Header.Set("Mockidp-World", r.world.Name)
	if server.controlToken != "" {
		sent.Header.Set("Mockidp-Control-Token", server.controlToken)
	}
	answer, err := server.transport.RoundTrip(sent)
	if answer != nil {
		answer.Request = request
	}
	return answer, err
}

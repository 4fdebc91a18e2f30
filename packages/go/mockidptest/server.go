package mockidptest

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server is a server that this test binary started, or one that runs already. It holds thousands of worlds, which do not see each other.
type Server struct {
	// URL is where the server listens, such as https://localhost:8443.
	URL *url.URL
	// CA is the certificate authority that vouches for the server, as PEM.
	CA []byte

	http         *url.URL
	hosts        []string
	controlToken string
	process      *process
	transport    *http.Transport
}

var shared struct {
	once   sync.Once
	server *Server
	err    error
}

// Start gives the server that all tests of this binary share, and starts it for the first of them. It ends with the test binary, however that
// ends.
func Start(t testing.TB) *Server {
	t.Helper()
	shared.once.Do(func() { shared.server, shared.err = newServer(nil) })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.server
}

// StartWith starts a server for this test alone, with further arguments of "mockidp serve".
func StartWith(t testing.TB, arguments ...string) *Server {
	t.Helper()
	server, err := newServer(arguments)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.stop)
	return server
}

func newServer(arguments []string) (*Server, error) {
	if running := os.Getenv("MOCKIDP_URL"); running != "" && arguments == nil {
		return attach(running)
	}
	process, err := startProcess(arguments)
	if err != nil {
		return nil, err
	}
	server, err := makeServer(process.ready.Authority, process.ready.HTTP, []byte(process.ready.CACertificate))
	if err != nil {
		process.stop()
		return nil, err
	}
	server.process, server.hosts = process, process.ready.Hosts
	return server, nil
}

// attach uses a server that somebody else started. Without MOCKIDP_CA the test trusts the authority that it finds there.
func attach(address string) (*Server, error) {
	var ca []byte
	var err error
	if file := os.Getenv("MOCKIDP_CA"); file != "" {
		ca, err = os.ReadFile(file)
	} else {
		ca, err = fetchCA(address)
	}
	if err != nil {
		return nil, err
	}
	server, err := makeServer(address, os.Getenv("MOCKIDP_PROXY"), ca)
	if err != nil {
		return nil, err
	}
	server.controlToken = os.Getenv("MOCKIDP_CONTROL_TOKEN")
	var told struct {
		Version, HTTP string
		Hosts         []string
	}
	if err := server.Call(http.MethodGet, "health", nil, &told); err != nil {
		return nil, err
	}
	if told.Hosts == nil {
		return nil, fmt.Errorf("mockidp: the mockidp %s at %s is older than this module. Start one of the same version", told.Version, address)
	}
	server.hosts = told.Hosts
	if server.http == nil && told.HTTP != "" {
		if server.http, err = url.Parse(told.HTTP); err != nil {
			return nil, err
		}
	}
	return server, server.Call(http.MethodGet, "worlds/default", nil, nil)
}

func fetchCA(address string) ([]byte, error) {
	// The first request to a server that runs already cannot be verified.
	client := http.Client{Timeout: time.Minute, Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	defer client.CloseIdleConnections()
	answer, err := client.Get(strings.TrimSuffix(address, "/") + "/_mockidp/ca.pem")
	if err != nil {
		return nil, fmt.Errorf("mockidp: no server answers at %s: %w", address, err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("mockidp: %s answers %d for /_mockidp/ca.pem, and is no mockidp", address, answer.StatusCode)
	}
	return io.ReadAll(answer.Body)
}

func makeServer(address, plain string, ca []byte) (*Server, error) {
	at, err := url.Parse(strings.TrimSuffix(address, "/"))
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(ca) {
		return nil, errors.New("mockidp: the authority's file holds no certificate")
	}
	server := &Server{URL: at, CA: ca}
	if plain != "" {
		if server.http, err = url.Parse(plain); err != nil {
			return nil, err
		}
	}
	server.transport = &http.Transport{
		DialContext:         server.DialContext,
		TLSClientConfig:     &tls.Config{RootCAs: roots},
		MaxIdleConnsPerHost: 8,
		IdleConnTimeout:     30 * time.Second,
	}
	return server, nil
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
		if port == "80" && s.http != nil {
			to = s.http
		}
		return dialer.DialContext(ctx, network, net.JoinHostPort(connectTo(to.Hostname()), portOf(to)))
	case s.isOurs(host), isThisMachine(host):
		return dialer.DialContext(ctx, network, net.JoinHostPort(connectTo(host), port))
	}
	return nil, fmt.Errorf("mockidp: %s is not a host that mockidp answers, and tests with it do not leave this machine", host)
}

func (s *Server) isOurs(host string) bool {
	host = strings.ToLower(host)
	return host == s.URL.Hostname() || strings.HasSuffix(host, "."+s.URL.Hostname())
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

// Error is a refusal of the control API, in the server's words.
type Error struct {
	Status  int
	Problem string
	Message string
}

func (e *Error) Error() string { return e.Message }

// Call makes any call of the control API. The path follows /_mockidp/v1/; body and result are JSON, or nil.
func (s *Server) Call(method, path string, body, result any) error {
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, s.URL.String()+"/_mockidp/v1/"+path, sent)
	if err != nil {
		return err
	}
	if s.controlToken != "" {
		request.Header.Set("Authorization", "Bearer "+s.controlToken)
	}
	answer, err := s.transport.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("mockidp: no server answers at %s: %w", s.URL, err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode >= 400 {
		var problem struct{ Type, Detail, Remedy string }
		if json.Unmarshal(text, &problem) != nil {
			problem.Detail = string(text)
		}
		words := strings.TrimSpace(fmt.Sprintf("mockidp: %s %s: %d %s %s", method, path, answer.StatusCode, problem.Detail, problem.Remedy))
		return &Error{answer.StatusCode, problem.Type[strings.LastIndex(problem.Type, ":")+1:], words}
	}
	if result == nil || len(text) == 0 {
		return nil
	}
	return json.Unmarshal(text, result)
}

func (s *Server) stop() {
	s.transport.CloseIdleConnections()
	if s.process != nil {
		s.process.stop()
	}
}

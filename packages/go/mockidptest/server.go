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
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const callsWithin = time.Minute

// Server is a server that this test binary started, or one that runs already. It holds thousands of worlds, which do not see each other.
type Server struct {
	// URL is where the server listens, such as https://localhost:8443.
	URL *url.URL
	// CA is the certificate authority that vouches for the server, as PEM.
	CA []byte

	http         *url.URL
	hosts        []string
	controlToken string
	roots        *x509.CertPool
	process      *process
	transport    *http.Transport
}

func newServer(ctx context.Context, arguments []string) (*Server, error) {
	process, err := startProcess(ctx, arguments)
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
func attach(ctx context.Context, address string) (*Server, error) {
	var ca []byte
	var err error
	if file := os.Getenv("MOCKIDP_CA"); file != "" {
		ca, err = os.ReadFile(file)
	} else {
		ca, err = fetchCA(ctx, address)
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
	if err := server.CallContext(ctx, http.MethodGet, "health", nil, &told); err != nil {
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
	return server, server.CallContext(ctx, http.MethodGet, "worlds/default", nil, nil)
}

func fetchCA(ctx context.Context, address string) ([]byte, error) {
	// The first request to a server that runs already cannot be verified.
	client := http.Client{Timeout: time.Minute, Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	defer client.CloseIdleConnections()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(address, "/")+"/_mockidp/ca.pem", nil)
	if err != nil {
		return nil, fmt.Errorf("mockidp: MOCKIDP_URL is not an address: %w", err)
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("mockidp: no server answers at %s: %w", address, err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("mockidp: %s answers %d for /_mockidp/ca.pem, and is not a mockidp", address, answer.StatusCode)
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
	server := &Server{URL: at, CA: ca, roots: roots}
	if plain != "" {
		if server.http, err = url.Parse(plain); err != nil {
			return nil, err
		}
	}
	server.transport = &http.Transport{
		DialContext:         server.DialContext,
		TLSClientConfig:     server.TLSConfig(),
		MaxIdleConnsPerHost: 8,
		IdleConnTimeout:     30 * time.Second,
	}
	return server, nil
}

// Error is a refusal of the control API, in the server's words.
type Error struct {
	// Status is the HTTP status, Problem the last word of the problem's type, such as "unknown-user".
	Status  int
	Problem string
	// Detail is what the server says, Message that with the call and the remedy.
	Detail  string
	Message string
}

func (e *Error) Error() string { return e.Message }

// Call makes any call of the control API. The path follows /_mockidp/v1/; body and result are JSON, or nil.
func (s *Server) Call(method, path string, body, result any) error {
	return s.CallContext(context.Background(), method, path, body, result)
}

// CallContext is Call that ends with the context, and after a minute at the latest.
func (s *Server) CallContext(ctx context.Context, method, path string, body, result any) error {
	ctx, cancel := context.WithTimeout(ctx, callsWithin)
	defer cancel()
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, s.URL.String()+"/_mockidp/v1/"+path, sent)
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
		return &Error{answer.StatusCode, problem.Type[strings.LastIndex(problem.Type, ":")+1:], problem.Detail, words}
	}
	if result == nil || len(text) == 0 {
		return nil
	}
	return json.Unmarshal(text, result)
}

// Close ends a server of Open. One that somebody else started goes on.
func (s *Server) Close() {
	s.transport.CloseIdleConnections()
	if s.process != nil {
		s.process.stop()
	}
}

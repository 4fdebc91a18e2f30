package mockidptest

import (
	"net"
	"net/url"
	"strings"
)

const (
	loginHost = "login.microsoftonline.com"
	// metadataHost is where a virtual machine of Azure asks for the token of its managed identity.
	metadataHost = "169.254.169.254"
)

// isMicrosoft tells whether the host is one of Microsoft's that the server stands in for, as it says itself. "*.login.microsoft.com" means the
// hosts of all regions; of "microsoft.com/devicelogin" the host counts here, and the path in answersPath.
func (s *Server) isMicrosoft(host string) bool {
	host = strings.ToLower(host)
	if host == metadataHost {
		return true
	}
	for _, pattern := range s.hosts {
		name, _, _ := strings.Cut(pattern, "/")
		if fits(host, name) {
			return true
		}
	}
	return false
}

// answersPath tells whether the server has this path of a host of which it has single pages alone.
func (s *Server) answersPath(at *url.URL) bool {
	host, limited := strings.ToLower(at.Hostname()), false
	for _, pattern := range s.hosts {
		name, path, single := strings.Cut(pattern, "/")
		switch {
		case !fits(host, name):
		case !single, strings.HasPrefix(strings.ToLower(at.Path), "/"+path):
			return true
		default:
			limited = true
		}
	}
	return !limited
}

func fits(host, pattern string) bool {
	return host == pattern || strings.HasPrefix(pattern, "*") && strings.HasSuffix(host, pattern[1:])
}

func (s *Server) isOurs(host string) bool {
	host = strings.ToLower(host)
	return host == s.URL.Hostname() || strings.HasSuffix(host, "."+s.URL.Hostname())
}

func isThisMachine(host string) bool {
	host = strings.ToLower(host)
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

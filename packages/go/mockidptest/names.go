package mockidptest

import (
	"net"
	"strings"
)

const loginHost = "login.microsoftonline.com"

// isMicrosoft tells whether the host is one of Microsoft's that the server stands in for, as it says itself. "*.login.microsoft.com" means the
// hosts of all regions.
func (s *Server) isMicrosoft(host string) bool {
	host = strings.ToLower(host)
	for _, pattern := range s.hosts {
		if host == pattern || strings.HasPrefix(pattern, "*") && strings.HasSuffix(host, pattern[1:]) {
			return true
		}
	}
	return false
}

func isThisMachine(host string) bool {
	host = strings.ToLower(host)
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

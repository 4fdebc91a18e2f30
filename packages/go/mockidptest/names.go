package mockidptest

import (
	"net"
	"strings"
)

const loginHost = "login.microsoftonline.com"

// The list is a copy of what "mockidp hosts" prints; the server has no call that tells it.
var microsoftHosts = map[string]bool{
	loginHost: true, "login.windows.net": true, "login.microsoft.com": true, "sts.windows.net": true, "login.live.com": true,
	"graph.microsoft.com":      true,
	"login.microsoftonline.us": true, "login.usgovcloudapi.net": true, "graph.microsoft.us": true, "dod-graph.microsoft.us": true,
	"login.partner.microsoftonline.cn": true, "login.chinacloudapi.cn": true, "sts.chinacloudapi.cn": true, "microsoftgraph.chinacloudapi.cn": true,
	"login.sovcloud-identity.fr": true, "graph.svc.sovcloud.fr": true, "login.sovcloud-identity.de": true, "graph.svc.sovcloud.de": true,
	"login.sovcloud-identity.sg": true, "graph.svc.sovcloud.sg": true,
}

// isMicrosoft tells whether the host is one of Microsoft's that the server stands in for, a region's sign-in host among them.
func isMicrosoft(host string) bool {
	host = strings.ToLower(host)
	return microsoftHosts[host] || strings.HasSuffix(host, ".login.microsoft.com")
}

func isThisMachine(host string) bool {
	host = strings.ToLower(host)
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

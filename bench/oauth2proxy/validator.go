// Package oauth2proxy has the check of redirects of OAuth2 Proxy, for benchmarks: pkg/app/redirect/validator.go and
// pkg/util/util.go of https://github.com/oauth2-proxy/oauth2-proxy, commit 14af295, under the MIT license, which is in
// guard/testdata/LICENSE. It does not log.
package oauth2proxy

import (
	"net/url"
	"regexp"
	"strings"
)

// Matches //, /\ and both of these with whitespace in between (eg / / or / \).
var invalidRedirectRegex = regexp.MustCompile(`[/\\](?:[\s\v]*|\.{1,2})[/\\]`)

// IsValidRedirect checks whether the redirect URL is safe and allowed.
func IsValidRedirect(redirect string, allowedDomains []string) bool {
	switch {
	case redirect == "":
		return false
	case strings.HasPrefix(redirect, "/") && !strings.HasPrefix(redirect, "//") && !invalidRedirectRegex.MatchString(redirect):
		return true
	case strings.HasPrefix(redirect, "http://") || strings.HasPrefix(redirect, "https://"):
		redirectURL, err := url.Parse(redirect)
		return err == nil && isEndpointAllowed(redirectURL, allowedDomains)
	default:
		return false
	}
}

func isEndpointAllowed(endpoint *url.URL, allowedDomains []string) bool {
	hostname := endpoint.Hostname()
	for _, allowedDomain := range allowedDomains {
		allowedHost, allowedPort := splitHostPort(allowedDomain)
		if allowedHost == "" {
			continue
		}
		if isHostnameAllowed(hostname, allowedHost) {
			redirectPort := endpoint.Port()
			if allowedPort == "*" || allowedPort == redirectPort || (allowedPort == "" && redirectPort == "") {
				return true
			}
		}
	}
	return false
}

func isHostnameAllowed(hostname, allowedHost string) bool {
	if hostname == strings.TrimPrefix(allowedHost, ".") || hostname == strings.TrimPrefix(allowedHost, "*.") {
		return true
	}
	return (strings.HasPrefix(allowedHost, ".") && strings.HasSuffix(hostname, allowedHost)) ||
		(strings.HasPrefix(allowedHost, "*.") && strings.HasSuffix(hostname, allowedHost[1:]))
}

func splitHostPort(hostport string) (host, port string) {
	host = hostport
	colon := strings.LastIndexByte(host, ':')
	if colon != -1 && validOptionalPort(host[colon:]) {
		host, port = host[:colon], host[colon+1:]
	}
	if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		host = host[1 : len(host)-1]
	}
	return
}

func validOptionalPort(port string) bool {
	if port == "" || port == ":*" {
		return true
	}
	if port[0] != ':' {
		return false
	}
	for _, b := range port[1:] {
		if b < '0' || b > '9' {
			return false
		}
	}
	return true
}

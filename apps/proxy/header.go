package main

import (
	"net/http"
	"strings"

	"github.com/urispan/uri/tables"
)

// A client must not set some header fields of a request. The proxy checks and routes by the
// request-line and Host. A field that makes the backend serve another target, method, host, client or user would bypass
// these checks, so the proxy drops it. The README lists the fields that are sent on, and why.

// droppedFields are the fields that the proxy drops, in canonical form. httputil drops hop-by-hop fields and the fields
// that Connection names.
var droppedFields = setOf(
	// The target and the host, for IIS, Zend, Symfony, Envoy, Django and others.
	"X-Rewrite-Url", "X-Host", "X-Http-Host-Override", "X-Host-Override", "X-Forwarded", "X-Forward-For",
	"X-Forward-Host", "X-Forward-Proto", "X-Envoy-Original-Path", "X-Envoy-Original-Host", "X-Url-Scheme",
	"X-Script-Name", "Front-End-Https",
	// The method. The proxy has a list of methods, which this would bypass.
	"X-Http-Method", "X-Http-Method-Override", "X-Method-Override",
	// The address of the client, for access lists and logs.
	"X-Real-Ip", "X-Client-Ip", "Client-Ip", "X-Cluster-Client-Ip", "X-Remote-Ip", "X-Remote-Addr", "X-Originating-Ip",
	"X-Proxyuser-Ip", "X-Envoy-External-Address", "True-Client-Ip", "Cf-Connecting-Ip", "Fastly-Client-Ip",
	// The user that a gateway has identified (RFC 9440, section 2.4, for the certificates).
	"X-Remote-User", "Remote-User", "X-Authenticated-User", "Client-Cert", "Client-Cert-Chain", "X-Client-Cert",
	"X-Ssl-Client-Cert",
	// CGI passes it on as the variable HTTP_PROXY, which HTTP clients in the backend obey (CVE-2016-5385).
	"Proxy",
	// Rack serves files that they name.
	"X-Accel-Mapping", "X-Sendfile-Type",
)

// droppedPrefixes are the prefixes of families of fields. The proxy drops them all and sets three of its own.
var droppedPrefixes = []string{"Forwarded", "X-Forwarded-", "X-Original-"}

func setOf(names ...string) map[string]bool {
	set := map[string]bool{}
	for _, name := range names {
		set[http.CanonicalHeaderKey(name)] = true
	}
	return set
}

// dropFields drops the fields of a request that a client must not set, except those in keep.
func dropFields(h http.Header, keep map[string]bool) {
	for name := range h {
		if isDropped(name) && !keep[name] {
			delete(h, name)
		}
	}
}

// isDropped reports whether the proxy drops the field with a name in canonical form.
func isDropped(name string) bool {
	if droppedFields[name] || !isPlainField(name) {
		return true
	}
	for _, prefix := range droppedPrefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// isPlainField reports whether a name has only letters, digits and "-". CGI and WSGI replace "-" with "_", and some
// servers replace all other characters, so that X_Real_IP is X-Real-IP to them (RFC 3875, section 4.1.18).
func isPlainField(name string) bool {
	for i := range len(name) {
		if name[i] != '-' && !tables.Is(name[i], tables.ALPHA|tables.DIGIT) {
			return false
		}
	}
	return true
}

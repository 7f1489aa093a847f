// Package httpuri reads the URIs of HTTP requests: request-targets, Host fields, origins and redirects.
//
//	q := httpuri.Request{Scheme: "http", Method: "GET", Target: "/where?q=now", Host: []string{"example.com"}}
//	u, err := q.TargetURI()                 // http://example.com/where?q=now
//	o, err := httpuri.OriginOf(u)           // http://example.com, comparable
//	v, err := httpuri.Redirect(u, "//b/c")  // http://b/c
//
// A server for HTTP/1.1 does not receive the URI that its client requests. It receives parts of it and puts them
// together. If two programs do that differently, an attacker can get a request past the program that checks it. This
// package follows RFC 9110 and RFC 9112 and refuses everything else.
//
// It does not read requests from a connection. Package nethttp reads the requests of net/http. It does not decide
// whether a URI is dangerous: package guard does.
//
// # Terms
//
// The request-target follows the method in the first line of a request. It has one of four forms (RFC 9112, section
// 3.2), each for certain methods:
//
//	form             example                   syntax                                      methods
//	origin-form      /where?q=now              a path that begins with "/", and a query    all except CONNECT
//	absolute-form    http://host/where?q=now   an absolute-URI, for proxies                all except CONNECT
//	authority-form   host:443                  a host and a port                           CONNECT
//	asterisk-form    *                         the server as a whole                       OPTIONS
//
// [Parse] parses a request-target and returns the ranges of its components. No form has a fragment. An origin-form that
// begins with "//" is a path: the text after the slashes is not a host.
//
// The Host field has the rest: the host and, after a ":", the port of the URI, but never a userinfo (RFC 9110, section
// 7.2). [ParseHost] parses its value. An empty value means that the URI has no authority. An empty port means the same
// as no port.
//
// The target URI is the URI that the client requests. [Request] makes it from the request-target, the Host field and
// the scheme of the connection (RFC 9110, section 7.1; RFC 9112, section 3.3). If the request-target is in
// absolute-form, it is the target URI, and the Host field is ignored (RFC 9112, section 3.2.2).
//
// The origin of a URI is its scheme, host and port, normalized (RFC 9110, section 4.3.1). An [Origin] can be compared
// with ==. URIs of one origin belong to one party, as far as URIs can show that.
//
// A response that redirects has a URI in its Location field, which [Redirect] resolves.
//
// # Errors
//
// The error for a bad request is an [*Error]. It names the part of the request, its first wrong byte, and the reason. A
// server answers such a request with 400 (Bad Request). The text of an Error contains no byte of the request, so that
// it can be sent and logged.
package httpuri

package httpuri

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/schemes"
)

// A Request has the parts of a request that determine its target URI: the first line, the Host fields, and the scheme
// of the connection (RFC 9112, section 3.3). Package nethttp makes one from an http.Request of package net/http.
type Request struct {
	// Scheme is "https" if the connection is secured, otherwise "http", unless the configuration or a trusted gateway
	// gives the scheme. It is ignored in absolute-form.
	Scheme string

	Method string // as the request has it
	Target string // the request-target

	// Host has the value of each Host field, without the whitespace around it. There must be exactly one, and it must
	// be valid even in absolute-form, where it is ignored. If the server has a default host for requests that do not
	// name one, as HTTP/1.0 permits, put it here instead of a missing or empty value.
	Host []string

	// AllowUserinfo allows a userinfo in an http or https URI in absolute-form. The target URI then includes it. RFC
	// 9110, section 4.2.4, treats a userinfo as an error unless its source is trusted. With other schemes, a userinfo
	// is always allowed.
	AllowUserinfo bool

	// EncodeTarget accepts a Target in origin-form with characters that RFC 3986 does not allow, as browsers and other
	// clients send in "/list?id[]=1" and "/a|b". The target URI has them percent-encoded: "/list?id%5B%5D=1" and
	// "/a%7Cb". This changes, in path and query,
	//
	//   - the quotation mark, and < > [ \ ] ^ ` { | };
	//   - the octets outside US-ASCII;
	//   - a "%" that does not begin a percent-encoding, which becomes "%25".
	//
	// No other byte changes, not even in other percent-encodings. A Target with a "#", a space or a control character
	// is refused as without EncodeTarget, because browsers do not send these. A target in origin-form was changed if
	// [uri.URI.RequestURI] of the target URI differs from it.
	EncodeTarget bool
}

// TargetURI returns the target URI (RFC 9110, section 7.1; RFC 9112, section 3.3). It depends on the form:
//
//   - In absolute-form it is the request-target. Host is ignored, but a program that forwards the request must send a
//     Host that agrees with this URI (RFC 9112, section 3.2.2). If its scheme is neither http nor https, only its
//     syntax has been checked.
//   - In origin-form it consists of scheme, Host and request-target: "http", "example.com:8080" and "//a/b?c" make
//     "http://example.com:8080//a/b?c". With EncodeTarget, the request-target may be changed.
//   - In asterisk-form it consists of scheme and Host, with an empty path.
//   - In authority-form it consists of scheme and request-target. Only its authority says something about the tunnel.
//
// The target URI has exactly the components of its parts: no part of one component becomes part of another. It is not
// normalized. Take care if you normalize it. For most methods, "http://h" and "http://h/" are the same. For OPTIONS, an
// empty path without a query is the server as a whole, in absolute-form as in asterisk-form, and "/" is a resource (RFC
// 9110, section 4.2.3; RFC 9112, section 3.2.4). [uri.URI.Normalized] turns the first into the second; a
// [uri.Normalizer] without [uri.StepScheme] does not.
//
// A program that checks the target URI should use that URI, or its normal form, for all that follows: to choose a
// handler, to log and to forward. Another reading of the request, such as the URL of package net/http, can have another
// host, path or query than the one that was checked.
//
// The error is an [*Error]:
//
//   - PartTarget: the error of [Parse] or, for an absolute-form, of [Check]; ReasonTargetMissing if Target is empty.
//   - PartHost: Host is missing, repeated or not valid; or it is needed, and has no host or a port larger than 65535.
//   - PartScheme: Scheme is needed, and is neither "http" nor "https".
//
// A nil *Request has the error of the zero Request. TargetURI makes one allocation, for the text, and in absolute-form
// none. If EncodeTarget changes the target, it makes up to three more.
func (q *Request) TargetURI() (u uri.URI, err error) {
	if q == nil {
		q = new(Request)
	}
	if q.Target == "" {
		return uri.URI{}, refuse(PartTarget, ReasonTargetMissing, 0, uri.ComponentNone)
	}
	target := q.target()
	t, err := Parse(q.Method, target)
	if err != nil {
		return uri.URI{}, err
	}
	var host fsm.Ranges
	if err := q.parseHost(&host); err != nil {
		return uri.URI{}, err
	}
	if t.form == FormAbsolute {
		if err := q.checkAbsolute(&t.r); err != nil {
			return uri.URI{}, err
		}
		return uri.Parse(target)
	}
	authority, tail := q.Host[0], target
	if t.form == FormAuthority {
		authority, tail = target, ""
	} else if err := checkHostPort(PartHost, authority, &host, len(slashes)); err != nil {
		return uri.URI{}, err
	}
	if t.form == FormAsterisk {
		tail = ""
	}
	if !schemes.LowerKindOf(q.Scheme).IsHTTP() {
		return uri.URI{}, refuse(PartScheme, ReasonScheme, 0, uri.ComponentScheme)
	}
	if u, err = uri.Parse(q.Scheme + ":" + slashes + authority + tail); err != nil {
		return uri.URI{}, &Error{Part: PartTarget, Reason: ReasonSyntax, Syntax: err.(*uri.Error).Reason} // it is too long
	}
	return u, nil
}

// target returns Target, percent-encoded if EncodeTarget is set and the result is an origin-form.
func (q *Request) target() string {
	if !q.EncodeTarget || !isOrigin(q.Method, q.Target) {
		return q.Target
	}
	for _, c := range []byte(q.Target) {
		if c <= ' ' || c == '#' || c == 0x7f {
			return q.Target // will be refused
		}
	}
	return uri.PlaceQuery.EncodeRaw(q.Target) // keeps "?", and of a path what PlacePath keeps
}

// parseHost parses the only Host field. It returns an Error if the field is missing or repeated.
func (q *Request) parseHost(r *fsm.Ranges) error {
	switch len(q.Host) {
	case 0:
		return refuse(PartHost, ReasonHostMissing, 0, uri.ComponentNone)
	case 1:
		return scan(PartHost, fsm.HostPort, q.Host[0], r)
	}
	return refuse(PartHost, ReasonHostRepeated, 0, uri.ComponentNone)
}

// checkAbsolute checks an absolute-form by the rules of [Check]. It accepts all URIs of schemes other than http and
// https.
func (q *Request) checkAbsolute(r *fsm.Ranges) error {
	if _, end, _ := r.Scheme(); !schemes.KindOf(q.Target[:end]).IsHTTP() {
		return nil
	}
	if q.AllowUserinfo {
		return checkHostPort(PartTarget, q.Target, r, 0)
	}
	return check(PartTarget, q.Target, r)
}

// hidden replaces text that may contain a password.
const hidden = "xxxxx"

// Format implements [fmt.Formatter]. It prints q as a struct of its fields for every verb, but hides passwords: it
// prints "xxxxx" for a password in Target, and for a Scheme, Method, Target or Host that is not valid, because it may
// contain one.
func (q Request) Format(f fmt.State, verb rune) {
	if q.Scheme != "" && !schemes.KindOf(q.Scheme).IsHTTP() {
		q.Scheme = hidden
	}
	if strings.ContainsAny(q.Method, ":/@") {
		q.Method = hidden
	}
	q.Target = shownTarget(q.Method, q.target())
	q.Host = slices.Clone(q.Host)
	for i, value := range q.Host {
		if _, err := ParseHost(value); err != nil {
			q.Host[i] = hidden
		}
	}
	type plain Request
	type Request plain // has no methods; %#v prints this name
	fmt.Fprintf(f, fmt.FormatString(f, verb), Request(q))
}

// shownTarget returns a request-target without a password. An origin-form has no authority, but other programs read one
// in an origin-form such as "//u:p@h/".
func shownTarget(method, target string) string {
	t, err := Parse(method, target)
	if target == "" {
		return ""
	}
	if err != nil {
		return hidden
	}
	if t.form != FormOrigin && t.form != FormAbsolute {
		return target
	}
	u, err := uri.Parse(target)
	if err != nil { // an origin-form such as "//a:b": as an authority, its path is not valid
		return hidden
	}
	return u.Redacted()
}

package httpuri

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/door"
	"github.com/urispan/uri/internal/ranges"
)

// inside lets the text and the ranges of a URI be set that need not be scanned again.
var inside = uri.Inside(door.Key{})

// A Request has what tells the target URI of a request: what its first line and its Host fields say, and what is known
// of the connection that it came over (RFC 9112, section 3.3). From a Request of package net/http, these are Method,
// RequestURI and Host, and whether TLS is nil.
type Request struct {
	// Scheme is "https" if the connection is secured, otherwise "http", unless the configuration or a gateway that is
	// trusted says which. It does not count in absolute-form.
	Scheme string

	Method string // as it stands in the request
	Target string // the request-target

	// Host has the value of each Host field, without the whitespace around it. There must be one, and it must be valid,
	// even where it does not count. If the server has a default for requests that name no host, as those of HTTP/1.0
	// need not, put that here in place of none and of the empty one.
	Host []string

	// AllowUserinfo allows a userinfo in the target URI, which then is part of it: RFC 9110, section 4.2.4, would have
	// it treated as an error unless it comes from someone who is trusted. It is about http and https: in an
	// absolute-form of another scheme, a userinfo is never refused.
	AllowUserinfo bool
}

// TargetURI returns the target URI (RFC 9110, section 7.1; RFC 9112, section 3.3). It is
//
//   - in absolute-form, the request-target. Nothing in Host counts, but who forwards the request must send a Host that
//     says what this URI says (RFC 9112, section 3.2.2). The scheme may be any; if it is not http or https, nothing of
//     it was checked but the syntax.
//   - in origin-form, scheme, Host and request-target: "http", "example.com:8080" and "//a/b?c" make
//     "http://example.com:8080//a/b?c".
//   - in asterisk-form, scheme and Host: the path is empty.
//   - in authority-form, scheme and request-target. All that it says about a tunnel is its authority.
//
// A URI that is put together has the components that the parts have, and no part of one is read as another. Nothing is
// normalized. Take care if you normalize it: to other methods "http://h" is "http://h/", but to OPTIONS an empty path
// without a query is the server as a whole, in absolute-form as in asterisk-form, and "/" is a resource (RFC 9110,
// section 4.2.3; RFC 9112, section 3.2.4). [uri.URI.Normalized] makes one of the other; a [uri.Normalizer] without
// [uri.StepScheme] does not.
//
// The error is an [*Error]: that of [Parse]; with PartHost if Host is missing, repeated or does not match its rule, has
// no host where it counts, or a port larger than 65535; that of [Check] with PartTarget, for an absolute-form. For a nil
// *Request it is that for the zero Request. TargetURI costs one allocation, that of the text, and in absolute-form none.
func (q *Request) TargetURI() (u uri.URI, err error) {
	text, r := inside.Parts(&u)
	var p pieces
	if err := q.join(&p, r); err != nil {
		return uri.URI{}, err
	}
	*text = p.scheme + p.colon + p.host + p.tail
	return u, nil
}

// AppendTargetURI appends the target URI to dst, and returns the extended slice and where the components of the URI lie
// in what was appended. If dst has room, nothing is allocated. On error it returns dst as it was; see
// [Request.TargetURI].
func (q *Request) AppendTargetURI(dst []byte) ([]byte, uri.Ranges, error) {
	var u uri.URI
	_, r := inside.Parts(&u)
	var p pieces
	if err := q.join(&p, r); err != nil {
		return dst, uri.Ranges{}, err
	}
	dst = append(slices.Grow(dst, offsetsOf(r).Len()), p.scheme...)
	dst = append(append(dst, p.colon...), p.host...)
	return append(dst, p.tail...), u.Ranges(), nil
}

// The pieces of a target URI are what it consists of, in their order. An absolute-form is a tail.
type pieces struct{ scheme, colon, host, tail string }

// zeroRequest stands for a nil *Request. It is never changed.
var zeroRequest Request

// join finds the pieces of the target URI and its ranges.
func (q *Request) join(p *pieces, r *fsm.Ranges) error {
	if q == nil {
		q = &zeroRequest
	}
	t, err := Parse(q.Method, q.Target)
	if err != nil {
		return err
	}
	var host fsm.Ranges
	if e, ok := q.parseHost(&host); !ok {
		return e.allocated()
	}
	p.tail = q.Target
	if t.form == FormAbsolute {
		*r = t.r
		return q.checkAbsolute(r)
	}
	p.scheme, p.colon, p.host = q.Scheme, ":"+slashes, q.Host[0]
	switch t.form {
	case FormAuthority:
		p.host, p.tail = q.Target, ""
		host, t.r = t.r, fsm.Ranges{}
	case FormAsterisk:
		p.tail = ""
	}
	if err := q.checkPieces(p, &host); err != nil {
		return err
	}
	offsetsOf(r).SetTarget(len(p.scheme), offsetsOf(&host), offsetsOf(&t.r))
	return nil
}

// offsetsOf returns the offsets of r, to be changed.
func offsetsOf(r *fsm.Ranges) *ranges.Offsets { return (*ranges.Ranges)(r).Offsets() }

// parseHost reads the one Host field that there must be.
func (q *Request) parseHost(r *fsm.Ranges) (e Error, ok bool) {
	switch len(q.Host) {
	case 0:
		return Error{Part: PartHost, Reason: ReasonHostMissing}, false
	case 1:
		return parseHost(PartHost, q.Host[0], r)
	}
	return Error{Part: PartHost, Reason: ReasonHostRepeated}, false
}

// checkPieces refuses what makes no valid target URI. A host and a port that do not could have stood beside an
// absolute-form.
func (q *Request) checkPieces(p *pieces, host *fsm.Ranges) error {
	e, ok := checkHost(PartHost, host, len(slashes))
	if ok {
		e, ok = checkPort(PartHost, p.host, host, len(slashes))
	}
	switch {
	case !ok:
	case p.scheme != "http" && p.scheme != "https":
		e = Error{Part: PartScheme, Component: uri.ComponentScheme, Reason: ReasonScheme}
	case isTooLong(len(p.host), len(p.tail)): // a test would take 4 GiB to get here; TestIsTooLong has the rule alone
		e = Error{Part: PartTarget, Reason: ReasonSyntax, Syntax: uri.ReasonTooLong}
	default:
		return nil
	}
	return e.allocated()
}

// isTooLong reports whether a target URI can be too long for its ranges, if what follows "://" has these lengths.
func isTooLong(host, tail int) bool {
	return uint64(host)+uint64(tail) > fsm.MaxLen-uint64(len("https://"))
}

// checkAbsolute is [Check] for an absolute-form. Of schemes that are not HTTP's, nothing is known here.
func (q *Request) checkAbsolute(r *fsm.Ranges) error {
	if _, end, _ := r.Scheme(); !isHTTP(q.Target[:end]) {
		return nil
	}
	e, ok := check(PartTarget, q.Target, r)
	if ok || e.Reason == ReasonUserinfo && q.AllowUserinfo {
		return nil
	}
	return e.allocated()
}

const hidden = "xxxxx"

// Format prints q for package fmt as a struct of its fields, by every verb, but with "xxxxx" for a password in Target,
// and for a Scheme, Method, Target or Host that is not valid, since it may hold one. It implements [fmt.Formatter].
func (q Request) Format(f fmt.State, verb rune) {
	if q.Scheme != "" && !isHTTP(q.Scheme) {
		q.Scheme = hidden
	}
	if strings.ContainsAny(q.Method, ":/@") {
		q.Method = hidden
	}
	q.Target = shownTarget(q.Method, q.Target)
	q.Host = slices.Clone(q.Host)
	for i, host := range q.Host {
		if _, err := ParseHost(host); err != nil {
			q.Host[i] = hidden
		}
	}
	type plain Request
	type Request plain // has no methods; %#v prints its name
	fmt.Fprintf(f, fmt.FormatString(f, verb), Request(q))
}

// shownTarget returns a request-target without a password. An origin-form has none, but one such as "//u:p@h/" is read
// as an authority by others.
func shownTarget(method, target string) string {
	t, err := Parse(method, target)
	if err != nil {
		return hidden
	}
	if t.form != FormOrigin && t.form != FormAbsolute {
		return target
	}
	u, err := uri.Parse(target)
	if err != nil { // an origin-form such as "//a:b", whose path is not a valid authority
		return hidden
	}
	return u.Redacted()
}

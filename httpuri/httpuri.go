// Package httpuri is about the URIs that HTTP requests are made of. A server of HTTP/1.1 does not receive the URI that
// its client asks for. It receives pieces, and puts them together again; where two programs do that differently, one of
// them can be made to guard what the other one serves. This package does it as RFC 9110 and RFC 9112 say, and says no
// to all else.
//
// # Words
//
// The request-target is what stands behind the method in the first line of a request. It has one of four forms (RFC
// 9112, section 3.2), and which of them it can have depends on the method:
//
//	origin-form      /where?q=now              a path, from its "/" on, and a query: all methods but CONNECT
//	absolute-form    http://host/where?q=now   an absolute-URI, for proxies: all methods but CONNECT
//	authority-form   host:443                  a host and a port: CONNECT alone
//	asterisk-form    *                         the server as a whole: OPTIONS alone
//
// [Parse] reads it and says where its components lie. A fragment is part of no form. An origin-form that begins with
// "//" is a path all the same: what follows is no host.
//
// The Host field has the rest: the host and, behind a ":", the port of the URI (RFC 9110, section 7.2), never a
// userinfo. [ParseHost] reads its value. An empty one says that the URI has no authority; one with an empty port says
// nothing else than one without.
//
// The target URI is the one that the client asked for. [Request] puts it together from the request-target, from Host
// and from the scheme that the connection stands for (RFC 9110, section 7.1; RFC 9112, section 3.3). If the
// request-target is in absolute-form, it is the target URI, and nothing in Host counts (RFC 9112, section 3.2.2).
//
// The origin of a URI is its scheme, host and port, normalized (RFC 9110, section 4.3.1). An [Origin] can be compared
// with ==. URIs of one origin belong to one party, as far as can be told from URIs.
//
// A response that redirects names another URI in its Location field, which [Redirect] resolves.
//
// # Errors
//
// What is refused is refused with an [*Error], which names the part of the request, the first byte at which it goes
// wrong, and why. The answer to such a request is 400 (Bad Request). The texts show no byte of it, so that they can be
// sent and logged.
package httpuri

import (
	"strconv"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
)

// A Form is one of the four forms of a request-target (RFC 9112, section 3.2). The zero Form is none.
type Form uint8

const (
	_             Form = iota
	FormOrigin         // origin-form: a path that begins with "/", and a query (section 3.2.1)
	FormAbsolute       // absolute-form: an absolute-URI (section 3.2.2)
	FormAuthority      // authority-form: a host and a port (section 3.2.3)
	FormAsterisk       // asterisk-form: "*" (section 3.2.4)
)

var formNames = [...]string{"", "origin-form", "absolute-form", "authority-form", "asterisk-form"}

// String returns the RFC's name of the form; "" for the zero Form.
func (f Form) String() string {
	if int(f) < len(formNames) {
		return formNames[f]
	}
	return "Form(" + strconv.Itoa(int(f)) + ")"
}

// A Target says what form a request-target has, and where its components lie in it: in bytes, half-open, without their
// delimiters. Where a component is undefined, ok is false. It holds no text, and is comparable.
type Target struct {
	// In authority-form, the ranges are those of "//" and the request-target.
	r    fsm.Ranges
	form Form
}

// Parse reads the request-target of a request with the given method, whose name is case-sensitive (RFC 9110, section
// 9.1). The form must be one that the method allows. Besides what the grammar says, these are errors:
//
//   - In authority-form, an empty host, and a port that is empty, 0 or larger than 65535 (RFC 9110, section 9.3.6).
//   - In absolute-form with the scheme http or https, an empty or undefined host (RFC 9110, section 4.2.1).
//
// In absolute-form, a userinfo is none, and neither is a port larger than 65535: they are for the caller to look at, or
// for [Request] or [Check] to refuse. The method and the target can be of different types, as in Parse(r.Method, line).
//
// The error is an [*Error] with PartTarget. If the method demands a form, its offset is the first byte at which target
// stops being the beginning of that, otherwise at which it stops being the beginning of an absolute-form or, where it
// begins with "/", of an origin-form. Parse allocates nothing but that error. The time is linear.
func Parse[M, T string | []byte](method M, target T) (t Target, err error) {
	var e Error
	n, ok := 0, false
	if isOrigin(method, target) {
		// Nearly all are, and pay for nothing else.
		if n, ok = fsm.ScanOrigin(target, &t.r); ok {
			t.form = FormOrigin
			return t, nil
		}
		e = originError(target, n, &t.r)
	} else if e, ok = parseOther(&t, method, target); ok {
		return t, nil
	}
	return Target{}, e.allocated()
}

// TryParse is [Parse] for callers that meet many bad inputs: it reports success by ok and returns the Error by value,
// so that rejecting, too, allocates nothing. If ok is true, e is the zero Error.
func TryParse[M, T string | []byte](method M, target T) (t Target, e Error, ok bool) {
	n := 0
	if isOrigin(method, target) {
		if n, ok = fsm.ScanOrigin(target, &t.r); ok {
			t.form = FormOrigin
			return t, Error{}, true
		}
		e = originError(target, n, &t.r)
	} else if e, ok = parseOther(&t, method, target); ok {
		return t, Error{}, true
	}
	return Target{}, e, false
}

// isOrigin reports whether the form can only be origin-form.
func isOrigin[M, T string | []byte](method M, target T) bool {
	return len(target) > 0 && target[0] == '/' && string(method) != "CONNECT"
}

func originError[T string | []byte](target T, n int, r *fsm.Ranges) Error {
	c, reason := fsm.ExplainOrigin(target, n, r)
	return syntaxError(PartTarget, n, c, reason)
}

// parseOther makes t what target is that can be no origin-form.
func parseOther[M, T string | []byte](t *Target, method M, target T) (e Error, ok bool) {
	switch {
	case string(method) == "CONNECT":
		t.form = FormAuthority
		return parseAuthority(target, &t.r)
	case string(target) != "*":
		t.form = FormAbsolute
		return parseAbsolute(target, &t.r)
	case string(method) != "OPTIONS":
		return Error{Part: PartTarget, Reason: ReasonForm}, false
	}
	t.form = FormAsterisk
	return Error{}, true
}

func parseAbsolute[T string | []byte](target T, r *fsm.Ranges) (e Error, ok bool) {
	n, ok := fsm.ScanAs(fsm.AbsoluteURI, target, r)
	if !ok {
		c, reason := fsm.Explain(fsm.AbsoluteURI, target, n, r)
		return syntaxError(PartTarget, n, c, reason), false
	}
	if _, end, _ := r.Scheme(); isHTTP(target[:end]) {
		return checkHost(PartTarget, r, 0)
	}
	return Error{}, true
}

func parseAuthority[T string | []byte](target T, r *fsm.Ranges) (e Error, ok bool) {
	if e, ok = parseHost(PartTarget, target, r); ok {
		e, ok = checkHost(PartTarget, r, len(slashes))
	}
	if ok {
		e, ok = checkPort(PartTarget, target, r, len(slashes))
	}
	if !ok {
		return e, false
	}
	lo, hi := 0, 0
	if lo, hi, ok = r.Port(); ok {
		lo, hi = lo-len(slashes), hi-len(slashes)
	}
	e = Error{Offset: len(target), Part: PartTarget, Component: uri.ComponentPort}
	switch {
	case lo == hi:
		e.Reason = ReasonNoPort
	case portNumber(target[lo:hi]) == 0:
		e.Offset, e.Reason = lo, ReasonPortRange
	default:
		return Error{}, true
	}
	return e, false
}

func parseHost[T string | []byte](p Part, value T, r *fsm.Ranges) (e Error, ok bool) {
	n, ok := fsm.ScanHost(value, r)
	if !ok {
		c, reason := fsm.ExplainHost(value, n, r)
		return syntaxError(p, n, c, reason), false
	}
	return Error{}, true
}

// ParseHost reads the value of a Host field, without the whitespace around it: uri-host [ ":" port ] (RFC 9110, section
// 7.2). It returns the length of the uri-host: if n is less than len(value), a ":" stands there, and the port behind
// it, which may be empty and may be larger than 65535. The uri-host may be empty, as in "": then the target URI has no
// authority or, for http and https, none that is valid. An IP-literal has its brackets.
//
// The error is an [*Error] with PartHost. ParseHost allocates nothing but that.
func ParseHost[T string | []byte](value T) (n int, err error) {
	var r fsm.Ranges
	if e, ok := parseHost(PartHost, value, &r); !ok {
		return 0, e.allocated()
	}
	_, hi, _ := r.Host()
	return hi - len(slashes), nil
}

// Form returns the form; the zero Form for the zero Target.
func (t Target) Form() Form { return t.form }

// Scheme returns the range of the scheme, which only an absolute-form has.
func (t Target) Scheme() (lo, hi int, ok bool) { return t.r.Scheme() }

// Authority returns the range of the authority. In origin-form and asterisk-form it is undefined, in authority-form all
// of the request-target.
func (t Target) Authority() (lo, hi int, ok bool) { return t.at(t.r.Authority()) }

// Userinfo returns the range of the userinfo, which only an absolute-form can have.
func (t Target) Userinfo() (lo, hi int, ok bool) { return t.at(t.r.Userinfo()) }

// Host returns the range of the host, an IP-literal with its brackets.
func (t Target) Host() (lo, hi int, ok bool) { return t.at(t.r.Host()) }

// Port returns the range of the port, which may be empty in absolute-form.
func (t Target) Port() (lo, hi int, ok bool) { return t.at(t.r.Port()) }

// Path returns the range of the path. In authority-form and asterisk-form it is empty, in absolute-form it may be.
func (t Target) Path() (lo, hi int) {
	lo, hi = t.r.Path()
	lo, hi, _ = t.at(lo, hi, true)
	return lo, hi
}

// Query returns the range of the query, without its "?".
func (t Target) Query() (lo, hi int, ok bool) { return t.r.Query() }

// slashes is what package fsm counts in the ranges of authority-forms and Host values, though it does not stand there.
const slashes = "//"

// at returns a range in the request-target.
func (t *Target) at(lo, hi int, ok bool) (int, int, bool) {
	if ok && t.form == FormAuthority {
		return lo - len(slashes), hi - len(slashes), true
	}
	return lo, hi, ok
}

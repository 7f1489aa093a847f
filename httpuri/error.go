package httpuri

import (
	"strconv"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
)

// An Error says where and why a part of a request is refused. The functions of this package return it as a pointer, to
// be found with [errors.As]; [TryParse] returns it by value.
//
// It holds nothing of the input and is at most 16 bytes. Its text is built only when asked for, and is of this
// package's words alone.
type Error struct {
	// Offset is the first byte at which the part goes wrong, counted from its beginning. It is the part's length if
	// something is missing at its end, and 0 if the part is missing or is wrong as a whole.
	Offset int

	// Part is the part of the request.
	Part Part

	// Component is the component that was being read at Offset, or that is wrong; ComponentNone if the part is wrong as
	// a whole.
	Component uri.Component

	// Reason is what went wrong there.
	Reason Reason

	// Syntax is, if Reason is ReasonSyntax, what package uri would say; otherwise the zero Reason, of no error.
	Syntax uri.Reason
}

// Error returns a text such as "request-target: bad percent-encoding in path at byte 41".
func (e *Error) Error() string {
	text := e.Part.String() + ": "
	if e.Reason != ReasonSyntax {
		return text + e.Reason.String()
	}
	text += e.Syntax.String()
	if e.Syntax < uri.ReasonBadPort { // the others name the component themselves
		text += " in " + e.Component.String()
	}
	return text + " at byte " + strconv.Itoa(e.Offset)
}

// allocated returns a copy of e. It is kept out of line, so that who parses carries nothing of it.
//
//go:noinline
func (e Error) allocated() error { return &e }

// syntaxError is what package fsm says of a part that is dead at n.
func syntaxError(p Part, n int, c fsm.Component, r fsm.Reason) Error {
	return Error{Offset: n, Part: p, Component: uri.Component(c), Reason: ReasonSyntax, Syntax: uri.Reason(r)}
}

// A Part is what an Error is about. The zero Part is that of no error.
type Part uint8

const (
	_          Part = iota
	PartTarget      // the request-target
	PartHost        // the value of the Host field
	PartScheme      // the scheme that a Request was given: the fault of the program, not of the request
	PartURI         // the URI that Check or OriginOf was given
)

var partNames = [...]string{"", "request-target", "Host", "scheme", "URI"}

// String returns "request-target", "Host", "scheme" or "URI"; "" for the zero Part.
func (p Part) String() string {
	if int(p) < len(partNames) {
		return partNames[p]
	}
	return "Part(" + strconv.Itoa(int(p)) + ")"
}

// A Reason says why a part of a request is refused. The zero Reason is that of no error.
type Reason uint8

const (
	_                  Reason = iota
	ReasonSyntax              // it does not match its rule: see Error.Syntax
	ReasonForm                // "*" as request-target of another method than OPTIONS (RFC 9112, section 3.2.4)
	ReasonHostMissing         // there is no Host field (RFC 9112, section 3.2)
	ReasonHostRepeated        // there is more than one Host field (RFC 9112, section 3.2)
	ReasonNoHost              // no host, or an empty one, where the target needs one (RFC 9110, section 4.2.1)
	ReasonNoPort              // no port, or an empty one, and no default (RFC 9110, sections 9.3.6 and 4.3.1)
	ReasonPortRange           // a port above 65535 or, for CONNECT, 0
	ReasonUserinfo            // a userinfo in an http or https URI (RFC 9110, section 4.2.4)
	ReasonScheme              // a scheme other than http and https
	ReasonNoScheme            // no scheme
)

var reasonNames = [...]string{
	0:                  "no error",
	ReasonSyntax:       "bad syntax",
	ReasonForm:         "asterisk-form is for OPTIONS alone",
	ReasonHostMissing:  "no Host field",
	ReasonHostRepeated: "more than one Host field",
	ReasonNoHost:       "no host",
	ReasonNoPort:       "no port number",
	ReasonPortRange:    "port number out of range",
	ReasonUserinfo:     "unwanted userinfo",
	ReasonScheme:       "neither http nor https",
	ReasonNoScheme:     "no scheme",
}

// String returns a few words for the reason, such as "no Host field".
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return "Reason(" + strconv.Itoa(int(r)) + ")"
}

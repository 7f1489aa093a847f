package httpuri

import (
	"strconv"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/textio"
)

// An Error is the place and the reason of a fault in a request. The functions of this package return it as a pointer,
// and [errors.As] finds it.
//
// An Error contains nothing of the input and has at most 16 bytes. Its text is built on demand.
type Error struct {
	// Offset is the index, in the part, of the first byte that is wrong. It is the length of the part if something is
	// missing at its end, and 0 if the part is missing or wrong as a whole.
	Offset int

	// Part is the part of the request.
	Part Part

	// Component is the component at Offset, or the component that is wrong. It is ComponentNone if the part is wrong as
	// a whole.
	Component uri.Component

	// Reason is the reason to refuse the part.
	Reason Reason

	// Syntax is the reason of package uri if Reason is ReasonSyntax; otherwise it is 0.
	Syntax uri.Reason
}

// Error returns a message such as "request-target: bad percent-encoding in path at byte 41".
func (e *Error) Error() string {
	text := e.Part.String() + ": "
	if e.Reason != ReasonSyntax {
		return text + e.Reason.String()
	}
	text += e.Syntax.String()
	switch e.Syntax {
	case uri.ReasonIllegalByte, uri.ReasonBadPercent, uri.ReasonBadIPLiteral: // others name the component themselves
		text += " in " + e.Component.String()
	}
	return text + " at byte " + strconv.Itoa(e.Offset)
}

// refuse returns an Error without a reason of package uri.
//
// PERF: it is not inlined, so that the parsing functions stay small.
//
//go:noinline
func refuse(p Part, reason Reason, offset int, c uri.Component) error {
	return &Error{Offset: offset, Part: p, Component: c, Reason: reason}
}

// A Part is a part of a request that an Error refuses. The zero Part is the Part of the zero Error.
type Part uint8

const (
	_          Part = iota
	PartTarget      // the request-target
	PartHost        // the value of the Host field
	PartScheme      // the Scheme of a Request, which is the fault of the program, not of the request
	PartURI         // the argument of Check or OriginOf, or the text of an Origin
	PartRule        // a Rule
)

var partNames = [...]string{"", "request-target", "Host", "scheme", "URI", "rule"}

// String returns "request-target", "Host", "scheme", "URI" or "rule", or "" for the zero Part.
func (p Part) String() string { return textio.Name(partNames[:], p, "Part") }

// A Reason is the reason to refuse a part of a request. The zero Reason is the Reason of the zero Error.
type Reason uint8

const (
	_                   Reason = iota
	ReasonSyntax               // the part does not match its rule: see Error.Syntax
	ReasonForm                 // a request-target "*" with a method other than OPTIONS (RFC 9112, section 3.2.4)
	ReasonHostMissing          // the Host field is missing (RFC 9112, section 3.2)
	ReasonHostRepeated         // there is more than one Host field (RFC 9112, section 3.2)
	ReasonNoHost               // a host is needed, and it is undefined or empty (RFC 9110, section 4.2.1)
	ReasonNoPort               // the port is undefined or empty, without a default (RFC 9110, sections 9.3.6 and 4.3.1)
	ReasonPortRange            // a port above 65535 or, for CONNECT and a Front, 0
	ReasonUserinfo             // a userinfo in an http or https URI (RFC 9110, section 4.2.4)
	ReasonScheme               // a scheme other than http and https
	ReasonNoScheme             // no scheme
	ReasonTargetMissing        // the request-target is missing, because the request did not come through a server
	ReasonNotOrigin            // a path, query or fragment after an origin
	ReasonPublic               // a public URI that is not one of a Mapping: see Rule
	ReasonBackend              // a URI of a backend that is not one of a Mapping
	ReasonAllow                // a Rule that allows a hazard that no backend reads as its client means it
	ReasonRepeated             // two rules with the same public URI
	ReasonNotServed            // a form of request-target that a Front does not serve: authority-form or asterisk-form
)

var reasonNames = [...]string{
	0:                   "no error",
	ReasonSyntax:        "bad syntax",
	ReasonForm:          "asterisk-form is for OPTIONS alone",
	ReasonHostMissing:   "no Host field",
	ReasonHostRepeated:  "more than one Host field",
	ReasonNoHost:        "no host",
	ReasonNoPort:        "no port number",
	ReasonPortRange:     "port number out of range",
	ReasonUserinfo:      "unwanted userinfo",
	ReasonScheme:        "neither http nor https",
	ReasonNoScheme:      "no scheme",
	ReasonTargetMissing: "missing, because no server received the request",
	ReasonNotOrigin:     "text after an origin",
	ReasonPublic:        "bad public URI",
	ReasonBackend:       "bad URI of the backend",
	ReasonAllow:         "hazard that cannot be allowed",
	ReasonRepeated:      "the same as in another rule",
	ReasonNotServed:     "form not served here",
}

// String returns a few words for the reason, such as "no Host field".
func (r Reason) String() string { return textio.Name(reasonNames[:], r, "Reason") }

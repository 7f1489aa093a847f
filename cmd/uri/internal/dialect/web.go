package dialect

import (
	"errors"
	"fmt"

	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
	"github.com/urispan/uri/whatwg"
)

// Web is the dialect of browsers, the URL Standard. The result of a verb is an href, which is ASCII. A valid reference
// may have any bytes. Further bytes can change the meaning of the earlier ones, so a reference that was cut is always
// invalid at its end.
var Web = &Dialect{
	Flag:          "web",
	International: true,
	Read: func(rec *fsm.Record) {
		rec.N, rec.OK = len(rec.Bytes), false
		if !rec.Cut {
			bad := webErrorIn(string(rec.Bytes))
			if rec.OK = bad == nil; bad != nil {
				rec.N = bad.Offset
			}
		}
	},
	Explain: func(rec *fsm.Record) Fault {
		if bad := webErrorIn(string(rec.Bytes)); bad != nil {
			return Fault{Reason: bad.Code.String()}
		}
		return Fault{}
	},
	Error: func(s string, start int) error { return &webError{webErrorIn(s), start} },
	FaultOf: func(err error, start int) (n int, f Fault, ok bool) {
		var bad *whatwg.Error
		if !errors.As(err, &bad) {
			return 0, Fault{}, false
		}
		return start + bad.Offset, Fault{Reason: bad.Code.String(), Err: &webError{bad, start}}, true
	},
	Hint:       func(_ []byte, _ int, f *Fault) Hint { return webHints[f.Reason] },
	Fields:     []Field{{Key: "code", Text: func(f *Fault) string { return f.Reason }}, {Key: "offset"}},
	Components: webComponents,
	AppendText: escape.AppendText,
	AppendJSON: escape.AppendJSON,
}

// A webError is an error of package whatwg about the part of a record that begins at start. Its text has the words of
// the command.
type webError struct {
	err   *whatwg.Error
	start int
}

func (e *webError) Error() string {
	return fmt.Sprintf("%s at byte %d", e.err.Code, e.start+e.err.Offset)
}

func (e *webError) Unwrap() error { return e.err }

// webErrorIn returns the failure of the URL Standard's parser for s, or nil if it accepts s.
func webErrorIn(s string) *whatwg.Error {
	_, err := whatwg.Parse(s)
	var bad *whatwg.Error
	errors.As(err, &bad)
	return bad
}

// webComponents returns the components of an href that are not empty, with the delimiters that the getters of the
// standard include.
func webComponents(href []byte) (list []Component) {
	u, err := whatwg.Parse(string(href))
	if err != nil {
		return nil
	}
	r := u.Ranges()
	add := func(name string, kind tables.Component, lo, hi int) {
		if lo < hi {
			list = append(list, Component{name, kind, lo, hi})
		}
	}
	add("protocol", tables.Scheme, 0, len(u.Protocol()))
	if lo, hi, ok := r.Host(); ok {
		add("host", tables.Authority, lo, lo+len(u.Host()))
		userinfo, _, _ := r.Userinfo()
		add("username", tables.Userinfo, userinfo, userinfo+len(u.Username()))
		if password := u.Password(); password != "" {
			add("password", tables.Userinfo, lo-len("@")-len(password), lo-len("@"))
		}
		add("hostname", tables.Host, lo, hi)
	}
	lo, hi, _ := r.Port()
	add("port", tables.Port, lo, hi)
	lo, hi = r.Path()
	add("pathname", tables.Path, lo, hi)
	if lo, hi, ok := r.Query(); ok {
		add("search", tables.Query, lo-len("?"), hi)
	}
	if lo, hi, ok := r.Fragment(); ok {
		add("hash", tables.Fragment, lo-len("#"), hi)
	}
	return list
}

// WebText returns a short description of the validation error of the standard with the name of a code.
func WebText(code string) string { return webHints[code].Text }

// webHints maps the names of codes to the explanations that WebText returns.
var webHints = func() map[string]Hint {
	hints := map[string]Hint{}
	for c, text := range webTexts {
		hints[c.String()] = Hint{Text: text}
	}
	noBase := whatwg.CodeMissingSchemeNonRelativeURL
	hints[noBase.String()] = Hint{webTexts[noBase], "uri resolve -web -base URL"}
	return hints
}()

var webTexts = map[whatwg.Code]string{
	whatwg.CodeDomainToASCII:        "a domain has letters, digits, hyphens and dots, or what IDNA maps to these",
	whatwg.CodeDomainPercentEncoded: "a domain has no percent-encoding: write the characters themselves",
	whatwg.CodeHostInvalidCodePoint: "a host may not have this character: percent-encode it",

	whatwg.CodeIPv4EmptyPart:      `an IPv4 address has no "." at its end`,
	whatwg.CodeIPv4TooFewParts:    "an IPv4 address has four numbers",
	whatwg.CodeIPv4TooManyParts:   "a host that ends in a number is an IPv4 address, of at most four numbers",
	whatwg.CodeIPv4NonNumericPart: "a host that ends in a number is an IPv4 address, of numbers only",
	whatwg.CodeIPv4NonDecimalPart: "this part of the IPv4 address is octal or hexadecimal: write it in decimal",
	whatwg.CodeIPv4OutOfRangePart: "the numbers of an IPv4 address are at most 255",
	whatwg.CodeIPv4NonASCIIInput:  `browsers map this to an IPv4 address: write ASCII digits and "."`,

	whatwg.CodeIPv6Unclosed:            `the "]" is missing`,
	whatwg.CodeIPv6InvalidCompression:  `an IPv6 address does not begin with a single ":"`,
	whatwg.CodeIPv6TooManyPieces:       "an IPv6 address has at most eight pieces",
	whatwg.CodeIPv6MultipleCompression: `an IPv6 address has at most one "::"`,
	whatwg.CodeIPv6InvalidCodePoint:    "an IPv6 address has pieces of one to four hex digits, and colons between them",
	whatwg.CodeIPv6TooFewPieces:        `an IPv6 address has eight pieces, or fewer and one "::"`,
	whatwg.CodeIPv6PieceLeadingZero:    "a piece of an IPv6 address has no zeros before it",

	whatwg.CodeIPv4InIPv6TooManyPieces:    "before an IPv4 address come at most six pieces of an IPv6 address",
	whatwg.CodeIPv4InIPv6InvalidCodePoint: "an IPv4 address in IPv6 has decimal numbers without leading zeros",
	whatwg.CodeIPv4InIPv6OutOfRangePart:   "the numbers of an IPv4 address are at most 255",
	whatwg.CodeIPv4InIPv6TooFewParts:      "an IPv4 address in an IPv6 address has four numbers",

	whatwg.CodeInvalidURLUnit:                       "this should be percent-encoded or left out",
	whatwg.CodeSpecialSchemeMissingFollowingSolidus: `after this scheme comes "//"`,
	whatwg.CodeMissingSchemeNonRelativeURL:          "a reference without a scheme needs a base",
	whatwg.CodeInvalidReverseSolidus:                `write "/" for "\"`,
	whatwg.CodeInvalidCredentials:                   "a URL should have no username or password",
	whatwg.CodeHostMissing:                          "after this scheme comes a host",
	whatwg.CodePortOutOfRange:                       "the largest port is 65535",
	whatwg.CodePortInvalid:                          `a port has digits only; after a user name and a password comes "@"`,
	whatwg.CodeFileInvalidWindowsDriveLetter:        "a path from the root of a drive has the drive letter of its base",
	whatwg.CodeFileInvalidWindowsDriveLetterHost:    `write "file:///" before a drive letter`,

	whatwg.CodeTooLong: "offsets have 32 bits",
}

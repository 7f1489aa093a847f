// Package dialect describes the grammars in which the command can read references. A dialect is a value: verbs choose by
// it, and never ask whether "it is an IRI".
//
// A new dialect is a new value here, an element of All, and a case in each verb whose results differ in it.
package dialect

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/tables"
)

// A Dialect is a grammar of references, with the functions that depend on it.
type Dialect struct {
	Flag string // the name of the flag that chooses the dialect, or "" for the default

	// International is true if references may contain characters outside ASCII.
	International bool

	// Resume decides about input that is not a URI-reference: the scanner for these has stopped at n with the ranges r.
	// It returns the offset at which the scanner for this dialect stops, and whether the input is valid.
	Resume func(s []byte, n int, r *fsm.Ranges) (int, bool)

	// Explain returns the component and the reason for which s is invalid at n. The ranges are those of the scanner.
	Explain func(s []byte, n int, r *fsm.Ranges) (fsm.Component, fsm.Reason)

	// Error returns the error for s, which is invalid.
	Error func(s string) uri.Error

	Machine Machine

	// EncodeHint is the hint for an illegal byte that must not be shown, since it may belong to a password.
	EncodeHint string

	// CharacterHint returns the hint for an illegal character outside ASCII, given its percent-encoding.
	CharacterHint func(encoded string) string
}

// A Machine is the automaton of a dialect, which package tables holds.
type Machine struct {
	// Next returns the size in bytes of the first step in s, which is not empty, and the state after that step. The state
	// is tables.Dead if no reference goes on with s.
	Next func(state uint16, s []byte) (size int, next uint16)

	Context   func(state uint16) tables.Context
	Accepting func(state uint16) bool

	// RuleName returns the name of the rule that takes the place of a rule of RFC 3986.
	RuleName func(rule string) string
}

// URI is the dialect of RFC 3986.
var URI = &Dialect{
	Resume:  func(_ []byte, n int, _ *fsm.Ranges) (int, bool) { return n, false },
	Explain: explainURI,
	Error: func(s string) uri.Error {
		_, err, _ := uri.TryParse(s)
		return err
	},
	Machine: Machine{
		Next: func(state uint16, s []byte) (int, uint16) {
			return 1, uint16(tables.Next(uint8(state), tables.Class(s[0])))
		},
		Context:   func(state uint16) tables.Context { return tables.ContextOf(uint8(state)) },
		Accepting: func(state uint16) bool { return tables.Accepting(uint8(state)) },
		RuleName:  func(rule string) string { return rule },
	},
	EncodeHint: "percent-encode everything but A-Z, a-z, 0-9 and " + unencoded + " (or read it as an IRI: -iri, uri to-uri)",
	CharacterHint: func(encoded string) string {
		return "not ASCII: write " + encoded + ", or read it as an IRI (-iri, uri to-uri)"
	},
}

// IRI is the dialect of RFC 3987.
var IRI = &Dialect{
	Flag:          "iri",
	International: true,
	Resume:        fsm.ResumeIRI[[]byte],
	Explain:       explainIRI,
	Error: func(s string) uri.Error {
		_, err, _ := iri.TryParse(s)
		return err
	},
	Machine: Machine{
		Next:      nextCharacter,
		Context:   tables.IRIContextOf,
		Accepting: tables.IRIAccepting,
		RuleName:  iriRuleName,
	},
	EncodeHint: "percent-encode everything but letters, digits and " + unencoded,
	CharacterHint: func(encoded string) string {
		return "not even an IRI can have this character here: write " + encoded
	},
}

// All has every dialect. The first is the default.
var All = []*Dialect{URI, IRI}

// unencoded has the characters other than letters and digits that need no percent-encoding in an authority.
const unencoded = "-._~!$&'()*+,;="

func explainURI(s []byte, n int, r *fsm.Ranges) (fsm.Component, fsm.Reason) {
	return fsm.Explain(fsm.URIReference, s, n, r)
}

func explainIRI(s []byte, n int, r *fsm.Ranges) (fsm.Component, fsm.Reason) {
	return fsm.ExplainIRI(fsm.URIReference, s, n, r)
}

// nextCharacter is the Next function of IRIs, in which a character is one step.
func nextCharacter(state uint16, s []byte) (size int, next uint16) {
	for size < len(s) {
		state = tables.IRINext(state, tables.IRIClass(s[size]))
		if size++; state == tables.Dead || !tables.IRIContextOf(state).InCharacter() {
			return size, state
		}
	}
	return size, tables.Dead // s ends inside a character
}

// sameRules are the rules that RFC 3987 takes from RFC 3986 unchanged.
const sameRules = " scheme port IP-literal IPvFuture IPv6address h16 ls32 IPv4address dec-octet pct-encoded "

// iriRuleName returns the name in RFC 3987 of a rule of RFC 3986. The grammars differ in what iunreserved adds to
// unreserved and iprivate to query. All rules that contain these have the prefix "i".
func iriRuleName(rule string) string {
	switch {
	case rule == "URI":
		return "IRI"
	case strings.Contains(sameRules, " "+rule+" "):
		return rule
	}
	return "i" + rule
}

// Scan scans s as fsm.Scan does, in the dialect d.
func (d *Dialect) Scan(s []byte, r *fsm.Ranges) (n int, ok bool) {
	if n, ok = fsm.Scan(s, r); !ok {
		n, ok = d.Resume(s, n, r)
	}
	return n, ok
}

// StepLen returns the length in bytes of the character at the beginning of s, or 1 in a dialect of bytes.
func (d *Dialect) StepLen(s []byte) int {
	if !d.International {
		return 1
	}
	_, size := utf8.DecodeRune(s)
	return size
}

// EndsEarly reports whether s, at which a scanner has stopped, is empty or the beginning of a character.
func (d *Dialect) EndsEarly(s []byte) bool {
	return len(s) == 0 || d.International && !utf8.FullRune(s)
}

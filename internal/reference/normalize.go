package reference

import (
	"bytes"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/textio"
)

// Steps is a set of steps of normalization. Package uri describes them.
type Steps uint16

const (
	StepSchemeCase Steps = 1 << iota
	StepHostCase
	StepPercentCase
	StepPercent
	StepDots
	StepScheme
	StepAddress
)

// Steps1 is the set of steps of version 1 of package urlkey. It never changes, unlike AllSteps of package uri.
const Steps1 = StepSchemeCase | StepHostCase | StepPercentCase | StepPercent | StepDots | StepScheme | StepAddress

// stepNames lists the names of the steps, from the lowest bit up.
var stepNames = []string{"scheme-case", "host-case", "percent-case", "percent", "dots", "scheme", "address"}

// String returns the names of the steps, separated by commas, such as "host-case, dots", or "none".
func (s Steps) String() string { return textio.Flags(uint64(s), "Steps", stepNames) }

// A Normalizer is a Normalizer of package uri, which describes the fields.
type Normalizer struct {
	Steps             Steps
	DefaultPort       func(scheme string) (port uint16, ok bool)
	HierarchicalBases bool
	Query             *QueryRules // may be nil

	Ports1 bool // if DefaultPort is nil, the default ports of version 1 of package urlkey apply
}

// isDefaultPort reports whether port is the default port of the scheme.
func (n *Normalizer) isDefaultPort(scheme, port string) bool {
	number, size := octet.Uint16(port)
	if port == "" || size < len(port) || scheme == "" {
		return false
	}
	defaultPort, ok := uint16(0), false
	switch {
	case n.DefaultPort != nil:
		defaultPort, ok = n.DefaultPort(strings.ToLower(scheme))
	case n.Ports1:
		defaultPort, ok = schemes.Port1(scheme)
	default:
		defaultPort, ok = schemes.DefaultPort(scheme)
	}
	return ok && number == defaultPort
}

// Append appends the normal form of s to dst. r is the ranges of s.
func (n *Normalizer) Append(dst []byte, s string, r *fsm.Ranges) []byte {
	if n.IsPlain(s, r) {
		return append(dst, s...)
	}
	return n.AppendForm(dst, s, r)
}

// AppendString appends the normal form of s, a text that has not been scanned, to dst. n has no rules for queries. If s is
// not a URI-reference, it returns dst and a Fault.
func (n *Normalizer) AppendString(dst []byte, s string) ([]byte, *Fault) {
	if size := len(dst); CopyNormal(dst[size:cap(dst)], s) {
		return dst[:size+len(s)], nil
	}
	return n.appendScanned(dst, s)
}

// appendScanned is AppendString without the quick check.
func (n *Normalizer) appendScanned(dst []byte, s string) ([]byte, *Fault) {
	var r fsm.Ranges
	if k, ok := fsm.Scan(s, &r); !ok {
		return dst, URIs.Fault(RuleReference, s, k)
	}
	return n.AppendForm(dst, s, &r), nil
}

// AppendRanges appends the normal form of s to dst, and sets r from the ranges of s to the ranges of the normal form.
func (n *Normalizer) AppendRanges(dst []byte, s string, r *fsm.Ranges) []byte {
	if n.IsPlain(s, r) {
		return append(dst, s...)
	}
	begin := len(dst)
	dst = n.AppendForm(dst, s, r)
	if text := octet.Text(dst[begin:]); text != s {
		Split(text, r) // the normal form is valid
	}
	return dst
}

// PortOfCopies returns a DefaultPort that calls port with a copy of the scheme. Use it for bytes that may change later,
// because port may keep its argument. It returns nil if port is nil. (A method that returns a changed Normalizer would
// copy all fields for each reference.)
func PortOfCopies(port func(scheme string) (uint16, bool)) func(scheme string) (uint16, bool) {
	if port == nil {
		return nil
	}
	return func(scheme string) (uint16, bool) { return port(strings.Clone(scheme)) }
}

// Normalized returns the normal form of s, which is s itself if it does not change, and its ranges.
func (n *Normalizer) Normalized(s string, r *fsm.Ranges) (string, fsm.Ranges) {
	if n.IsPlain(s, r) {
		return s, *r
	}
	return n.normalized(s, r)
}

// normalized implements Normalized, without the quick check.
func (n *Normalizer) normalized(s string, r *fsm.Ranges) (string, fsm.Ranges) {
	var buf Buffer
	form := n.form(&buf, s, r)
	if form == s {
		return s, *r
	}
	text := strings.Clone(form)
	var q fsm.Ranges
	Split(text, &q)
	return text, q
}

// IsNormal reports whether s is in normal form.
func (n *Normalizer) IsNormal(s string, r *fsm.Ranges) bool {
	return n.IsPlain(s, r) || n.isUnchanged(s, r)
}

// isUnchanged is IsNormal without the quick check.
func (n *Normalizer) isUnchanged(s string, r *fsm.Ranges) bool {
	var buf Buffer
	return n.form(&buf, s, r) == s
}

// Equal reports whether the normal forms of s and t, which are different texts, are the same. r and q are their ranges.
func (n *Normalizer) Equal(s string, r *fsm.Ranges, t string, q *fsm.Ranges) bool {
	return !(n.IsPlain(s, r) && n.IsPlain(t, q)) && n.compareForms(s, r, t, q) == 0
}

// Compare compares the normal forms of s and t. r and q are their ranges.
func (n *Normalizer) Compare(s string, r *fsm.Ranges, t string, q *fsm.Ranges) int {
	switch {
	case s == t:
		return 0
	case n.IsPlain(s, r) && n.IsPlain(t, q):
		return strings.Compare(s, t)
	}
	return n.compareForms(s, r, t, q)
}

// compareForms is Compare without the quick checks.
func (n *Normalizer) compareForms(s string, r *fsm.Ranges, t string, q *fsm.Ranges) int {
	var one, other Buffer
	x, y := n.form(&one, s, r), n.form(&other, t, q)
	return bytes.Compare(octet.Bytes(x), octet.Bytes(y)) // strings.Compare would move both buffers to the heap
}

// Form1 returns the normal form of s, with the default ports of version 1. It is in buf, or in a new buffer if it may
// not fit there.
func (n Normalizer) Form1(buf *Buffer, s string, r *fsm.Ranges) string {
	n.Ports1 = true
	return n.form(buf, s, r)
}

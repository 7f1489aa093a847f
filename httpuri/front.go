package httpuri

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/redact"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/segments"
)

// A Front decides about the requests that a server or a reverse proxy receives: it makes the target URI, checks it by
// rules, chooses a mapping, and makes the request-target for the backend. Package nethttp has one for net/http. A Front is
// immutable, and safe for concurrent use. A nil *Front and the zero one refuse all requests.
//
// # What passes
//
// The request-target is sent on byte for byte, because the client may have signed it; only a prefix is replaced. It may
// have characters that RFC 3986 does not allow:
//
//   - What browsers send raw passes: "[", "]" and "|" in a path; these and "{", "}", "^", "\" and the backtick in a query,
//     and a "%" that begins no percent-encoding.
//   - What only other clients send raw is percent-encoded, as a browser does it: quotation marks, "<" and ">", octets
//     outside US-ASCII, and in a path also "{", "}", "^", the backtick and such a "%".
//   - A "\" in a path is an encoded backslash, a hazard.
//   - Controls, spaces and "#" are refused.
//
// The target URI has all of these percent-encoded. An absolute-form is a URI: its host replaces the Host field (RFC 9112,
// section 3.2.2).
type Front struct {
	mappings    *Mappings
	hide        redact.Rules
	maxLength   int
	path, query guard.Hazards // the hazards that the rules refuse and a Cursor finds

	// policy is the rest of the rules. If checksTail is not set, they concern only scheme, host and port, and NewFront has
	// checked the hosts of the mappings.
	policy     *guard.Policy
	checksTail bool
}

// NewFront returns a Front with the rules, such as [guard.ServeRules], and the mappings. hide redacts target URIs for logs.
// Hazards that the rules refuse in a path are allowed for the mappings whose Allow has them, but dot segments never are.
//
// The error is an error of [guard.NewPolicy] or [NewMappings].
func NewFront(rules guard.Rules, hide uri.Redactor, mappings ...Rule) (*Front, error) {
	ms, err := NewMappings(mappings...)
	if err != nil {
		return nil, err
	}
	hide.QueryKeys, hide.Fragment = slices.Clone(hide.QueryKeys), false // target URIs have no fragment
	const inCursor = guard.Hazards(segments.All)
	f := &Front{
		mappings:  ms,
		hide:      redact.Options(hide).Rules(),
		maxLength: cmp.Or(rules.MaxLength, math.MaxInt32),
		path:      (rules.Hazards | rules.PathHazards) & inCursor,
		query:     (rules.Hazards | rules.QueryHazards) & inCursor,
	}
	rules.Hazards &^= inCursor
	rules.PathHazards &^= inCursor
	rules.QueryHazards &^= inCursor
	const ofTail = guard.HazardDiffers | guard.HazardRepeatedKey | guard.HazardTooLong
	f.checksTail = len(rules.PathPrefixes) > 0 || rules.MaxSegments > 0 || rules.MaxPairs > 0 ||
		(rules.Hazards|rules.PathHazards|rules.QueryHazards)&ofTail != 0
	if f.policy, err = guard.NewPolicy(rules); err != nil {
		return nil, err
	}
	for s, scheme := range schemeNames {
		for host, e := range ms.hosts[s] {
			u, err := uri.Parse(scheme + "://" + host + "/")
			e.refused = err != nil || f.policy.Check(u) != nil
			ms.hosts[s][host] = e
		}
	}
	return f, nil
}

// A Decision is what a [Front] decides about a request. The methods of a nil *Decision return zero values.
type Decision struct {
	// Status is 200 if the request is to be served. Otherwise it is the status to answer with: 307 (Temporary Redirect) to
	// [Decision.Location], 400 (Bad Request), 404 (Not Found), 414 (URI Too Long), 421 (Misdirected Request) for a scheme or
	// host that is not served, or 501 (Not Implemented) for CONNECT and "OPTIONS *".
	Status int

	// Err is the reason, without a byte of the request: an [*Error], a [guard.Refusal] or an [Outcome]. It is nil if Status
	// is 200.
	Err error

	uri   uri.URI
	match Match         // without a uri, it has only the target as received
	sent  string        // the target for the backend
	hide  *redact.Rules // nil without a uri
}

// orZero returns d or, if that is nil, the zero Decision.
func (d *Decision) orZero() *Decision {
	if d == nil {
		return new(Decision)
	}
	return d
}

// URI returns the target URI, with its raw bytes percent-encoded. It is zero if the request has no valid target URI. Decide
// by this URI, also in middleware: net/url reads other parameters in "?a=1;admin=true" than the backend may.
func (d *Decision) URI() uri.URI { return d.orZero().uri }

// Mapping returns the mapping, or nil if Status is neither 200 nor 307.
func (d *Decision) Mapping() *Mapping { return d.orZero().match.Mapping }

// Target returns the request-target for the backend if Status is 200: see [Match.Target].
func (d *Decision) Target() string { return d.orZero().sent }

// Backend returns the URI of the request to the backend, with raw bytes percent-encoded: [Mapping.Header] takes it. With
// KeepHost, it has the host of the client. It is zero unless Status is 200.
func (d *Decision) Backend() uri.URI {
	m := d.Mapping()
	if m == nil || d.sent == "" {
		return uri.URI{}
	}
	head := m.backend.head
	if m.rule.KeepHost {
		authority, _ := d.uri.Authority()
		head = m.backend.scheme + "://" + authority
	}
	u, _ := uri.Parse(string(segments.AppendEncoded([]byte(head), d.sent)))
	return u
}

// Location returns the value of the Location field for a redirect: see [Match.Location].
func (d *Decision) Location() string { return d.orZero().match.Location() }

// LogText returns the target URI without the secrets that the Redactor of [NewFront] hides. If the request has no valid
// target URI, it returns the request-target as received: text before an "@" and the query are hidden, because their
// secrets cannot be found, and all bytes but printable ASCII are escaped. A target that is refused is cut to 256 bytes.
func (d *Decision) LogText() string {
	d, text := d.orZero(), ""
	if d.hide != nil {
		text = reference.Redacted(d.uri.String(), d.hide)
	} else {
		text = redactReceived(d.match.target)
	}
	if d.Err != nil && len(text) > maxRefusedText {
		return text[:maxRefusedText] + "..."
	}
	return text
}

// Format implements [fmt.Formatter]. It prints the status, [Decision.LogText] and the reason for every verb.
func (d Decision) Format(f fmt.State, verb rune) {
	text := strconv.Itoa(d.Status) + " " + d.LogText()
	if d.Err != nil {
		text += ": " + d.Err.Error()
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), text)
}

// maxRefusedText is how much of a refused target is logged, in bytes.
const maxRefusedText = 256

// redactReceived returns a request-target for logs that is not one of RFC 9112.
func redactReceived(target string) string {
	tail := ""
	if n := strings.IndexAny(target, "?#"); n >= 0 {
		target, tail = target[:n], target[n:n+1]+hidden
	}
	if n := strings.LastIndexByte(target, '@'); n >= 0 {
		target = hidden + target[n:]
	}
	if len(target) > maxRefusedText {
		target, tail = target[:maxRefusedText], "..."
	}
	text := strconv.QuoteToASCII(target)
	return text[1:len(text)-1] + tail
}

// Decide decides about a request. scheme is the scheme of the connection, "http" or "https". target is the request-target
// as received, and host the value of the Host field, which is ignored in absolute-form.
//
// It takes time linear in the arguments. For a request that is served, it makes one allocation, for the target URI and the
// target for the backend, and a few more for an unusual host or path.
func (f *Front) Decide(scheme, method, target, host string) (d Decision) {
	f.decide(&d, scheme, method, target, host) // PERF: Decide can be inlined
	return d
}

// decide implements Decide. It changes d, which is zero.
func (f *Front) decide(d *Decision, scheme, method, target, host string) {
	switch {
	case f == nil || f.policy == nil:
		d.refuse(400, guard.RefusedZeroPolicy)
	case isOrigin(method, target):
		f.decideOrigin(d, scheme, target, host)
	default:
		f.decideOther(d, scheme, method, target)
	}
	if d.uri == (uri.URI{}) {
		d.match.target = target
	} else {
		d.hide = &f.hide
	}
}

// refuse makes d the refusal with a status and a reason.
func (d *Decision) refuse(status int, err error) {
	d.Status, d.Err = status, err
	d.match = Match{}
	d.sent = ""
}

// decideOrigin decides about a request-target in origin-form.
func (f *Front) decideOrigin(d *Decision, scheme, target, host string) {
	length := len(scheme) + len("://") + len(host) + len(target)
	if length > f.maxLength {
		d.refuse(414, guard.RefusedLength)
		return
	}
	s, entry := f.mappings.entryOf(scheme, host) // PERF: before c, so that host and target come from memory at the same time
	c := segments.NewCursor(target)
	c.Run()
	if c.Bad >= 0 {
		component := uri.ComponentPath
		if c.Bad > c.PathEnd {
			component = uri.ComponentQuery
		}
		d.refuse(400, &Error{c.Bad, PartTarget, component, ReasonSyntax, uri.ReasonIllegalByte})
		return
	}
	if length+len("41")*c.Raw > f.maxLength {
		d.refuse(414, guard.RefusedLength)
		return
	}
	m := &d.match
	hostEnd, isKnown, err := f.mappings.find(m, s, entry, host, c)
	if err != nil {
		d.refuse(400, err)
		return
	}
	d.write(scheme, host, hostEnd, c)
	if !isKnown || f.checksTail {
		if err := f.policy.Check(d.uri); err != nil {
			d.refuse(statusOf(err), err)
			return
		}
	}
	refused := f.path
	if m.Mapping != nil {
		refused &^= m.Mapping.rule.Allow
	}
	switch {
	case guard.Hazards(c.Path)&refused != 0, guard.Hazards(c.Query)&f.query != 0:
		d.refuse(400, guard.RefusedHazard)
	case m.Outcome == OutcomeMapped:
		d.Status = 200
	case m.Outcome == OutcomeRedirect:
		d.Status, d.Err = outcomeStatus[m.Outcome], m.Outcome
	default:
		d.refuse(outcomeStatus[m.Outcome], m.Outcome)
	}
}

var outcomeStatus = [...]int{
	OutcomeMapped: 200, OutcomeRedirect: 307, OutcomeNoHost: 421, OutcomeNoPath: 404, OutcomeAmbiguous: 400,
}

// statusOf returns the status for an error of a policy.
func statusOf(err error) int {
	switch err {
	case guard.RefusedLength:
		return 414
	case guard.RefusedScheme, guard.RefusedHost, guard.RefusedUnusualIPv4, guard.RefusedAddress, guard.RefusedPort:
		return 421
	}
	return 400
}

// write sets the target URI and, if there is a mapping, the target for the backend, with one allocation.
func (d *Decision) write(scheme, host string, hostEnd int, c *segments.Cursor) {
	m := &d.match
	isMapped := m.Outcome == OutcomeMapped
	target := c.Target()
	authority := len(scheme) + len("://")
	path := authority + len(host)
	end := path + len(target) + len("41")*c.Raw
	size := end
	copies := isMapped && (c.Foreign > 0 || !m.keepsPath())
	if copies {
		size += len(m.Mapping.backend.prefix) + len(target) + len("41")*c.Foreign
	}
	b := make([]byte, 0, size)
	b = append(append(append(b, scheme...), "://"...), host...)
	pathEnd := path + c.PathEnd
	if c.Raw == 0 {
		b = append(b, target...)
	} else {
		b = segments.AppendEncoded(append(b, target[:c.RawAt]...), target[c.RawAt:])
		for pathEnd < end && b[pathEnd] != '?' {
			pathEnd++
		}
	}
	switch {
	case copies:
		b = m.appendTarget(b, c.Foreign > 0)
	case isMapped:
		d.sent = target
	}
	text := octet.Text(b)
	if copies {
		d.sent = text[end:]
	}
	var k reference.Known
	*ranges.Of((*ranges.Opaque)(k.Ranges())) = ranges.Offsets{
		SchemeEnd: uint32(len(scheme)), Authority: uint32(authority),
		Host: uint32(authority), HostEnd: uint32(authority + hostEnd),
		Path: uint32(path), PathEnd: uint32(pathEnd), QueryEnd: uint32(end), End: uint32(end),
	}
	d.uri = uri.Known(k.Of(text[:end]))
}

// decideOther decides about a request-target that is not in origin-form. It serves the absolute-form alone.
func (f *Front) decideOther(d *Decision, scheme, method, target string) {
	t, err := Parse(method, target)
	if err == nil && t.form == FormAbsolute {
		q := Request{Scheme: scheme, Method: method, Target: target, Host: []string{""}}
		d.uri, err = q.TargetURI()
	}
	switch {
	case method == "CONNECT", target == "*":
		d.refuse(501, refuse(PartTarget, ReasonNotServed, 0, uri.ComponentNone))
	case err != nil:
		d.refuse(400, err)
	case t.form != FormAbsolute, method == "OPTIONS" && d.uri.Path() == "" && !strings.Contains(target, "?"):
		d.refuse(501, refuse(PartTarget, ReasonNotServed, 0, uri.ComponentNone))
	case schemes.KindOf(d.uri.Scheme()) != schemes.KindOf(scheme):
		d.refuse(421, guard.RefusedScheme)
	default:
		authority, _ := d.uri.Authority()
		f.decideOrigin(d, scheme, d.uri.RequestURI(), authority)
	}
}

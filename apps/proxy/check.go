package main

import (
	"cmp"
	"errors"
	"net/http"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/httpuri/nethttp"
)

// A checker computes the target URI of a request and decides whether to forward the request. It reads only the
// request-target and the Host field. It does not use Request.URL, because net/url is lenient.
type checker struct {
	scheme, defaultHost string
	web                 bool // accept what browsers send
	rules               guard.Rules
	policy              *guard.Policy // with the rules
}

const (
	// These hazards remain when percent-encodings of unreserved characters are decoded and dot segments are removed.
	// Backends read them differently: some decode twice, merge slashes, or drop the text after a ";". To them, the path
	// has another prefix than the one that has chosen the route.
	hazardsInPath = guard.HazardDotSegment | guard.HazardEncodedDotSegment | guard.HazardEncodedSlash |
		guard.HazardEncodedBackslash | guard.HazardDoubleEncoding | guard.HazardDoubleSlash | guard.HazardSemicolon |
		guard.HazardEncodedControl | guard.HazardEncodedBidi | guard.HazardOverlongUTF8 | hazardsInQuery

	// A query may contain all of the above: "?next=https%3A%2F%2Fexample.com%2F" is honest.
	hazardsInQuery = guard.HazardEncodedNUL | guard.HazardEncodedCR | guard.HazardEncodedLF
)

func newChecker(c *config) (*checker, error) {
	rules := guard.Rules{
		Schemes:      []string{c.scheme},
		Hosts:        c.hosts,
		Ports:        c.ports,
		MaxLength:    cmp.Or(c.maxLength, guard.MaxLength),
		PathHazards:  hazardsInPath &^ c.allow,
		QueryHazards: hazardsInQuery &^ c.allow,
	}
	policy, err := guard.NewPolicy(rules)
	return &checker{scheme: c.scheme, defaultHost: c.defaultHost, web: c.web, rules: rules, policy: policy}, err
}

// target returns the normalized target URI. This one URI is checked, routed, logged and forwarded. If the refusal is
// nil, the request may be forwarded; if the path is then empty, the request is about the server as a whole. The URI is
// zero if the request has no valid target URI. The error is set if it has more details than the refusal; its text is
// safe for logs.
func (c *checker) target(r *http.Request) (uri.URI, *refusal, error) {
	q := nethttp.Request(r)
	q.Scheme, q.EncodeTarget = c.scheme, c.web
	if r.Host == "" && !r.ProtoAtLeast(1, 1) {
		q.Host[0] = c.defaultHost
	}
	u, err := q.TargetURI()
	if err != nil {
		return u, refusalOf(err), err
	}
	u = normalized(r.Method, u)
	switch err := c.policy.Check(u); {
	case err != nil && !errors.Is(err, guard.RefusedHazard):
		return u, refusalOf(err), nil
	case !isMethod(r.Method):
		return u, refusedMethod, nil
	case strings.HasPrefix(u.Path(), "//"):
		return u, refusedHazards[guard.HazardDoubleSlash], nil // even if it is allowed, because many servers read a host there
	case err != nil:
		return u, c.hazard(u), nil
	}
	return u, nil, nil
}

// normalized returns the target URI of a request in normal form. With OPTIONS, an empty path without a query stays
// empty: it stands for the server as a whole, and "/" for a resource, in asterisk-form and in absolute-form (RFC 9110,
// section 4.2.3; RFC 9112, section 3.2.4). With other methods, and before a query, an empty path becomes "/".
func normalized(method string, u uri.URI) uri.URI {
	steps := uri.AllSteps
	if _, hasQuery := u.Query(); method == http.MethodOptions && u.Path() == "" && !hasQuery {
		steps &^= uri.StepScheme
	}
	return uri.Normalizer{Steps: steps}.Normalized(u)
}

// checkDefaultHost returns an error if there is a default host and all requests to it would be refused.
func (c *checker) checkDefaultHost() error {
	if c.defaultHost == "" {
		return nil
	}
	if _, err := httpuri.ParseHost(c.defaultHost); err != nil {
		return err
	}
	u, err := uri.Parse(c.scheme + "://" + c.defaultHost + "/")
	if err != nil {
		return err
	}
	return c.policy.Check(u.Normalized())
}

// hazard returns the refusal for the first hazard in u that the rules refuse in its component.
func (c *checker) hazard(u uri.URI) *refusal {
	r := u.Ranges()
	lo, hi := r.Path()
	for f := range guard.Findings(u) {
		inPath := lo <= f.Lo && f.Hi <= hi
		if inPath && f.Hazard&c.rules.PathHazards != 0 || f.Lo > hi && f.Hazard&c.rules.QueryHazards != 0 {
			return refusedHazards[f.Hazard]
		}
	}
	return refusedUnknown
}

// A refusal is the answer to a request that is not forwarded. All its sentences are in this program and package guard,
// and contain nothing of the request.
type refusal struct {
	status int
	code   string // for programs
	text   string // for people
}

var (
	refusedTarget   = &refusal{400, "bad-target", "The request-target has not the syntax of RFC 9112, section 3.2."}
	refusedForm     = &refusal{400, "bad-form", "A request-target of this form does not go with this method."}
	refusedTooLong  = &refusal{414, "too-long", "The target URI is longer than is served here."}
	refusedBadHost  = &refusal{400, "bad-host", "The Host field has not the syntax of RFC 9110, section 7.2."}
	refusedNoHost   = &refusal{400, "no-host", "There is no host in Host, or in the request-target that needs one."}
	refusedUserinfo = &refusal{400, "userinfo", "A userinfo in the request-target is refused."}
	refusedScheme   = &refusal{400, "scheme", "The scheme of the target URI is not the one of this connection."}
	refusedHost     = &refusal{400, "host", "The host of the target URI is not served here."}
	refusedPort     = &refusal{400, "port", "The port of the target URI is not served here."}
	refusedMethod   = &refusal{501, "method", "The method is not forwarded here."}
	refusedRoute    = &refusal{404, "no-route", "Nothing is served under this path."}
	refusedPrefix   = &refusal{400, "prefix", "The path is below the prefix of the route by one reading and not by another."}
	refusedUnknown  = &refusal{400, "policy", "The target URI is refused."}

	failedGateway = &refusal{502, "bad-gateway", "The server behind this one gave no answer."}
	failedTimeout = &refusal{504, "gateway-timeout", "The server behind this one gave no answer in time."}

	refusedHazards = map[guard.Hazards]*refusal{}
)

func init() {
	for h := range guard.AllHazards.All() {
		refusedHazards[h] = &refusal{400, strings.ReplaceAll(h.String(), " ", "-"), h.Text()}
	}
}

// refusalOf returns the refusal for an error of package httpuri or guard.
func refusalOf(err error) *refusal {
	if e, ok := errors.AsType[*httpuri.Error](err); ok {
		return refusalOfPart(e)
	}
	refused, _ := errors.AsType[guard.Refusal](err)
	switch refused {
	case guard.RefusedLength:
		return refusedTooLong
	case guard.RefusedScheme:
		return refusedScheme
	case guard.RefusedHost, guard.RefusedUnusualIPv4, guard.RefusedAddress:
		return refusedHost
	case guard.RefusedPort:
		return refusedPort
	}
	return refusedUnknown
}

func refusalOfPart(e *httpuri.Error) *refusal {
	switch {
	case e.Syntax == uri.ReasonTooLong:
		return refusedTooLong
	case e.Reason == httpuri.ReasonForm:
		return refusedForm
	case e.Reason == httpuri.ReasonNoHost:
		return refusedNoHost
	case e.Reason == httpuri.ReasonPortRange:
		return refusedPort
	case e.Reason == httpuri.ReasonUserinfo:
		return refusedUserinfo
	case e.Part == httpuri.PartHost:
		return refusedBadHost
	}
	return refusedTarget
}

// answer writes the refusal and closes the connection, because more requests of this kind may follow.
func (f *refusal) answer(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Connection", "close")
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(f.status)
	w.Write([]byte(f.code + ": " + f.text + "\n"))
}

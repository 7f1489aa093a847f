package httpuri

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/segments"
	"github.com/urispan/uri/internal/textio"
	"github.com/urispan/uri/tables"
)

// A Rule describes a [Mapping] of [Mappings]: the requests that it serves, and their backend.
type Rule struct {
	// Public is what clients request, one of these:
	//
	//	https://example.com/api/    one scheme and one host
	//	//example.com/api/          http and https
	//	//*.example.com/api/        all names under a host, but not the host itself
	//	/api/                       all hosts, as probes need that name the address of a pod
	//
	// A host without a port has the default port of the scheme. If the path ends with "/", it is a prefix, by whole
	// segments. Otherwise it is one path: "/cart" and "/cart/" can have different backends. The path has none of the
	// hazards that guard.ServeRules refuses. Percent-encode what a URI cannot have: "/caf%C3%A9/".
	Public string

	// Backend is an http or https URI such as "http://127.0.0.1:9000/v2/". Its path replaces the path of Public: if that
	// is a prefix, it also ends with "/".
	Backend string

	// Allow has the hazards of a path that this backend reads as its clients mean them: HazardEncodedSlash for GitLab and
	// for registries of npm, HazardSemicolon for Tomcat, HazardDoubleSlash for image proxies. All readings of the path
	// must then choose this mapping. Dot segments, an encoded NUL, overlong UTF-8 and a double encoding, which can be any of
	// these, cannot be allowed.
	//
	// These are the defaults of servers, from their source code or documentation:
	//
	//	         dot segments         %2F               %5C                 ;              //
	//	Envoy    unchanged [1]        unchanged [1]     unchanged [1]       unchanged [1]  unchanged [1]
	//	nginx    decoded and removed  decoded, a slash  decoded [2]         unchanged      one slash [2]
	//	Traefik  decoded and removed  by version [3]    by version [3]      unchanged [4]  one slash [4]
	//	Caddy    decoded and removed  decoded           decoded [5]         unchanged [5]  one slash [5]
	//	Apache   decoded and removed  404               decoded or 404 [6]  unchanged [6]  one slash [7]
	//
	//	[1] envoyproxy/envoy, http_connection_manager/config.cc: normalize_path and merge_slashes are off; envoyproxy.io,
	//	    HTTP connection manager, Runtime: path_with_escaped_slashes_action keeps "%2F" and "%5C". Other values refuse or
	//	    decode them
	//	[2] nginx/nginx, src/http/ngx_http_parse.c, ngx_http_parse_complex_uri. "\" is a slash on Windows alone. The backend
	//	    gets the target unchanged, unless proxy_pass has a path
	//	[3] doc.traefik.io, Request Path: 3.6 lets "%2F", "%5C", "%3B" and "%25" pass, later versions refuse them
	//	[4] traefik/traefik, sanitizePath, which calls JoinPath of net/url
	//	[5] caddyserver/caddy, modules/caddyhttp: MatchPath.Match, and CleanPath, which calls path.Clean. A pattern with "%"
	//	    is compared with encoded text, and one with "//" merges no slashes
	//	[6] apache/httpd, server/request.c, ap_process_request_internal, and unescape_url in server/util.c: "/" must not be
	//	    encoded, on Windows nor "\", unless AllowEncodedSlashes is on. include/httpd.h: AP_NORMALIZE_DROP_PARAMETERS
	//	    is 0
	//	[7] runebook.dev, Apache, MergeSlashes: on
	Allow guard.Hazards

	// AddSlash redirects a request for "/api", where Public is the prefix "/api/", to "/api/". Otherwise the prefix does
	// not serve it.
	AddSlash bool

	// KeepHost sends the host of the client to the backend, not the host of Backend.
	KeepHost bool

	// SendPrefix sends X-Forwarded-Prefix to a backend that reads it: see [Mapping.ForwardedPrefix]. Such a backend writes
	// the public prefix into pages, redirects and cookies, so [Mapping.Header] does not add it a second time.
	SendPrefix bool
}

// neverAllowed are the hazards that Rule.Allow cannot have.
const neverAllowed = guard.HazardDotSegment | guard.HazardEncodedDotSegment | guard.HazardEncodedNUL |
	guard.HazardOverlongUTF8 | guard.HazardDoubleEncoding

// Mappings are the mappings of a front. [NewMappings] makes them from rules, and [Mappings.Find] chooses one for a request.
// They are immutable, and safe for concurrent use. A nil *Mappings has none.
type Mappings struct {
	hosts [2]map[string]hostEntry // of http and https, by their Host fields in normal form
	under [2]map[string]tree      // for "*.example.com:81", by ".example.com:81"
	any   [2]tree                 // for all hosts
	nodes []node
}

// schemeNames are the schemes, in the order of the arrays in Mappings.
var schemeNames = [2]string{"http", "https"}

type hostEntry struct {
	tree    tree
	hostEnd int  // the end of the host, before the port; 0 if it is neither a name nor an address
	refused bool // whether the policy of a Front refuses it
}

// A tree is the index of its root in Mappings.nodes. A tree has the paths of the mappings of a host, a node for each
// segment. The zero tree is empty.
type tree int32

type node struct {
	prefix, exact *Mapping        // for the path to this node, with a "/" after it, and without
	children      map[string]tree // by segments as segments.AppendNormal writes them
}

// NewMappings returns the mappings with the rules. There may be 10,000 of them and more.
//
// The error names the index of a rule, and wraps a [*uri.Error] or an [*Error] with PartRule: ReasonPublic, ReasonBackend,
// ReasonAllow, or ReasonRepeated if another rule has the same Public.
func NewMappings(rules ...Rule) (*Mappings, error) {
	ms := &Mappings{nodes: make([]node, 1, len(rules)+1)}
	for s := range schemeNames {
		ms.hosts[s], ms.under[s] = map[string]hostEntry{}, map[string]tree{}
	}
	for i, r := range rules {
		if err := ms.add(r); err != nil {
			return nil, fmt.Errorf("httpuri: rule %d: %w", i, err)
		}
	}
	return ms, nil
}

func (ms *Mappings) add(r Rule) error {
	m, err := newRuleMapping(r)
	if err != nil {
		return err
	}
	for s, name := range schemeNames {
		if m.public.scheme != "" && m.public.scheme != name {
			continue
		}
		place := ms.insertPath(ms.treeOf(s, &m.public), m.public.prefix)
		if *place != nil {
			return refuseRule(ReasonRepeated)
		}
		*place = m
	}
	return nil
}

// refusedInPath is the set of hazards that make servers disagree about a path.
var refusedInPath = guard.ServeRules().PathHazards

func refuseRule(reason Reason) error { return refuse(PartRule, reason, 0, uri.ComponentNone) }

// newRuleMapping returns the Mapping for a rule.
func newRuleMapping(r Rule) (*Mapping, error) {
	text := r.Public
	hasScheme, hasHost := true, true
	switch {
	case strings.HasPrefix(text, slashes):
		text, hasScheme = schemeNames[0]+":"+text, false
	case strings.HasPrefix(text, "/"):
		text, hasScheme, hasHost = schemes.HTTP+"h"+text, false, false
	}
	before, after, under := strings.Cut(text, "://*.")
	if under {
		text = before + "://" + after
	}
	public, publicErr := uri.Parse(text)
	backend, backendErr := uri.Parse(r.Backend)
	if err := cmp.Or(publicErr, backendErr); err != nil {
		return nil, err
	}
	m, ok := &Mapping{rule: r}, false
	p := &m.public
	if *p, ok = newSide(public); !ok || guard.Audit(public)&refusedInPath != 0 || under && p.cookie == "" {
		return nil, refuseRule(ReasonPublic)
	}
	p.under = under
	if !hasScheme {
		p.scheme, p.head = "", strings.TrimPrefix(p.head, schemeNames[0]+":")
	}
	if !hasHost {
		p.host, p.port = "", 0
	}
	if !hasHost || under {
		p.head, p.cookie = "", ""
	}
	if m.backend, ok = newSide(backend); !ok || p.isPrefix() && !m.backend.isPrefix() {
		return nil, refuseRule(ReasonBackend)
	}
	if r.Allow&neverAllowed != 0 {
		return nil, refuseRule(ReasonAllow)
	}
	return m, nil
}

// treeOf returns the tree for the host of a mapping. It adds the tree if the host has no tree yet.
func (ms *Mappings) treeOf(s int, p *side) tree {
	key := string(appendPort([]byte(p.host), s, p.port))
	switch {
	case p.host == "":
		ms.any[s] = ms.orNew(ms.any[s])
		return ms.any[s]
	case p.under:
		key = "." + key
		ms.under[s][key] = ms.orNew(ms.under[s][key])
		return ms.under[s][key]
	}
	e := hostEntry{tree: ms.orNew(ms.hosts[s][key].tree), hostEnd: len(p.host)}
	ms.hosts[s][key] = e
	return e.tree
}

// appendPort appends a port, unless it is 0 or the default port.
func appendPort(key []byte, s int, port uint16) []byte {
	if usual, _ := uri.DefaultPort(schemeNames[s]); port == 0 || port == usual {
		return key
	}
	return strconv.AppendUint(append(key, ':'), uint64(port), 10)
}

// orNew returns a tree or, if that is zero, the index of a new node.
func (ms *Mappings) orNew(at tree) tree {
	if at == 0 {
		ms.nodes = append(ms.nodes, node{})
		at = tree(len(ms.nodes) - 1)
	}
	return at
}

// insertPath adds a path to a tree, and returns the place for its mapping.
func (ms *Mappings) insertPath(at tree, path string) **Mapping {
	path, isPrefix := strings.CutSuffix(path, "/")
	if path != "" {
		for segment := range strings.SplitSeq(path[len("/"):], "/") {
			to := ms.orNew(ms.nodes[at].children[segment])
			if ms.nodes[at].children == nil {
				ms.nodes[at].children = map[string]tree{}
			}
			ms.nodes[at].children[segment] = to
			at = to
		}
	}
	if isPrefix {
		return &ms.nodes[at].prefix
	}
	return &ms.nodes[at].exact
}

// An Outcome is the result of a search for a mapping. It implements error, as [guard.Refusal] does.
type Outcome uint8

const (
	_                Outcome = iota
	OutcomeMapped            // there is a mapping
	OutcomeRedirect          // the path is the prefix of a mapping with AddSlash, without its last slash: 307
	OutcomeNoHost            // no mapping has the host: 421
	OutcomeNoPath            // no mapping of the host has the path: 404
	OutcomeAmbiguous         // servers may read the path of another mapping, or no path at all: 400
)

var outcomes = [...]string{
	"no search", "mapped", "prefix without its slash", "host not served", "path not served", "ambiguous target",
}

// Error returns a few words such as "path not served".
func (o Outcome) Error() string { return textio.Name(outcomes[:], o, "Outcome") }

// A Match is the result of [Mappings.Find].
type Match struct {
	Outcome Outcome
	Mapping *Mapping // if the outcome is OutcomeMapped or OutcomeRedirect, otherwise nil

	target  string
	n       int // the length of the public path that the path of the backend replaces
	pathEnd int
}

// Find returns the mapping for a request-target in origin-form, such as "/where?q=now". scheme is the scheme of the
// connection, "http" or "https", and host is the value of the Host field, such as "example.com:8080".
//
// The host and the port are compared in normal form, without one dot at the end of the host. The longest prefix that the
// path has wins, and one path wins over a prefix. If a rule with the host has no such path, the rules with "*." are tried,
// the longest name first, and then the rules for all hosts. A segment is compared with its unreserved characters decoded,
// so "/%7Ejoe/" has the prefix "/~joe/". A path that has another mapping after decoding, as "/%40joe/" beside the prefix
// "/@joe/", is ambiguous.
//
// No mapping has a host that is not valid, or port 0. The host is not decoded: "shop.ex%61mple" is another host.
//
// The target may have characters that RFC 3986 does not allow, such as "[" and "|": they are compared percent-encoded. It
// is ambiguous if its path has a hazard that [guard.ServeRules] refuses and the mapping does not allow. Find does not
// check other rules: see [Front].
//
// It takes time linear in the target and the host, for any number of rules. It allocates only to read a path with allowed
// hazards, or a host that is not valid or an IP address in an unusual form.
func (ms *Mappings) Find(scheme, host, target string) Match {
	if !isOrigin("GET", target) {
		return Match{Outcome: OutcomeAmbiguous}
	}
	c := segments.NewCursor(target)
	c.Run()
	if c.Bad >= 0 {
		return Match{Outcome: OutcomeAmbiguous}
	}
	if ms == nil {
		return Match{Outcome: OutcomeNoHost}
	}
	var m Match
	s, entry := ms.entryOf(scheme, host)
	ms.find(&m, s, entry, host, c)
	if m.Mapping != nil && guard.Hazards(c.Path)&refusedInPath&^m.Mapping.rule.Allow != 0 {
		return Match{Outcome: OutcomeAmbiguous}
	}
	return m
}

// splitting is the set of hazards that make servers disagree about segments.
const splitting = segments.Dots | segments.EncodedSlash | segments.EncodedBackslash | segments.DoubleSlash |
	segments.Semicolon | segments.EncodedSemicolon | segments.EncodedNUL | segments.OverlongUTF8

// entryOf returns the index of a scheme, and the entry of a host in normal form. The entry is zero if no rule has the host.
func (ms *Mappings) entryOf(scheme, host string) (s int, entry hostEntry) {
	if scheme == schemeNames[1] {
		s = 1
	}
	return s, ms.hosts[s][host]
}

// find sets m, which is zero, to the match for a target that c has read. entry is the result of entryOf for host. It
// refuses a path that has dot segments, or another mapping by another reading. It returns the length of host without the
// port, or the Error of a host that is not valid. isKnown is set if host is in normal form, a rule has it, and the policy
// of the Front allows it.
//
// PERF: m is set in its place, because a copy of a struct whose fields have just been written makes the processor wait.
func (ms *Mappings) find(
	m *Match, s int, entry hostEntry, host string, c *segments.Cursor,
) (hostEnd int, isKnown bool, err error) {
	m.Outcome = OutcomeNoHost
	if entry.tree != 0 { // nearly all clients write the host so
		ms.findTarget(m, s, &entry, host, c)
		return entry.hostEnd, !entry.refused, nil
	}
	var r fsm.Ranges // with an empty host, a port above 65535 or port 0, the Host field is refused
	if err := parseServer(PartHost, host, &r); err != nil {
		return 0, false, err
	}
	_, hostEnd, _ = r.Host()
	hostEnd -= len(slashes)
	var buf [maxHostKey]byte
	key, end := appendHostKey(buf[:0], s, host[:hostEnd], host[hostEnd:])
	ms.findTarget(m, s, &hostEntry{tree: ms.hosts[s][string(key)].tree, hostEnd: end}, octet.Text(key), c)
	return hostEnd, false, nil
}

// findTarget completes find for a host in normal form. The host may share the memory of a buffer of find.
func (ms *Mappings) findTarget(m *Match, s int, e *hostEntry, host string, c *segments.Cursor) {
	m.target, m.pathEnd = c.Target(), c.PathEnd
	path := m.target[:m.pathEnd]
	ms.findPath(m, s, e, host, path)
	if m.Mapping == nil || c.Path&splitting == 0 && !c.Delimiter {
		return
	}
	if c.Path&segments.Set(neverAllowed) != 0 || m.startsWithSlashes() {
		*m = Match{Outcome: OutcomeAmbiguous}
		return
	}
	for _, paramsFirst := range []bool{false, true} {
		other := Match{Outcome: OutcomeNoHost}
		ms.findPath(&other, s, e, host, string(segments.AppendLenient(nil, path, paramsFirst)))
		if other.Mapping != m.Mapping || other.Outcome != m.Outcome {
			*m = Match{Outcome: OutcomeAmbiguous}
			return
		}
	}
}

// startsWithSlashes reports whether the path for the backend begins with "//", which servers read as a host.
func (m *Match) startsWithSlashes() bool {
	return strings.HasPrefix(m.target, slashes) || m.Mapping.backend.prefix == "/" && strings.HasPrefix(m.target[m.n:], "/")
}

// maxHostKey is the greatest length of a host in normal form with a port.
const maxHostKey = host.MaxName + len(".:65535")

// appendHostKey appends a host and the text after it, a port, in normal form: the host in lower case, without a dot at its
// end, and the port if it is not the default port. end is the end of the host, or 0 if the host is neither a name nor an
// address. It does not decode a name with a percent-encoding, because backends and logs get the name with it.
func appendHostKey(dst []byte, s int, name, port string) (key []byte, end int) {
	if strings.HasPrefix(name, "[") {
		u, err := uri.Parse(schemes.HTTP + name)
		o, originErr := OriginOf(u)
		if err != nil || originErr != nil {
			return dst, 0
		}
		key = append(dst, o.host...) // the URI has no port
	} else {
		var ok bool
		if key, ok = host.AppendName(dst, name); !ok || strings.Contains(name, "%") {
			return dst, 0
		}
	}
	number, _ := octet.Uint16(strings.TrimPrefix(port, ":"))
	return appendPort(key, s, number), len(key) - len(dst)
}

// findPath finds the mapping for a path in the tree of the host, and then in those of other rules that have the host. The
// outcome of m is OutcomeNoHost before.
func (ms *Mappings) findPath(m *Match, s int, e *hostEntry, host, path string) {
	if ms.findInTree(m, e.tree, path) {
		return
	}
	if len(ms.under[s]) > 0 {
		for i := range e.hostEnd {
			if host[i] == '.' && i > 0 && ms.findInTree(m, ms.under[s][host[i:]], path) {
				return
			}
		}
	}
	outcome := m.Outcome
	if !ms.findInTree(m, ms.any[s], path) && len(ms.hosts[s])+len(ms.under[s]) > 0 {
		m.Outcome = outcome // of the rules with the host
	}
}

// findInTree finds the longest prefix of path in a tree, unless that is zero. It reports whether m has a mapping now.
func (ms *Mappings) findInTree(m *Match, at tree, path string) bool {
	if at == 0 {
		return false
	}
	m.Outcome = OutcomeNoPath
	for i := 0; ; {
		n := &ms.nodes[at]
		if n.prefix != nil { // path[i] is the slash after the path to this node
			m.Outcome, m.Mapping, m.n = OutcomeMapped, n.prefix, i+1
		}
		if i++; i == len(path) || n.children == nil {
			break
		}
		begin, isNormal := i, true
		for ; i < len(path) && path[i] != '/'; i++ {
			isNormal = isNormal && tables.Is(path[i], tables.SegmentChars)
		}
		if at = n.child(path[begin:i], isNormal); at == 0 {
			break
		}
		if i == len(path) {
			switch n = &ms.nodes[at]; {
			case n.exact != nil:
				m.Outcome, m.Mapping, m.n = OutcomeMapped, n.exact, i
			case n.prefix != nil && n.prefix.rule.AddSlash:
				m.Outcome, m.Mapping, m.n = OutcomeRedirect, n.prefix, i
			}
			break
		}
	}
	return m.Mapping != nil
}

// child returns the node after a segment, or 0.
func (n *node) child(segment string, isNormal bool) tree {
	if to, ok := n.children[segment]; ok || isNormal {
		return to
	}
	var buf [256]byte
	return n.children[string(segments.AppendNormal(buf[:0], segment))]
}

// appendTarget appends the request-target for the backend. foreign is whether the target has characters that browsers do
// not send.
func (m *Match) appendTarget(dst []byte, foreign bool) []byte {
	n := 0
	if !m.keepsPath() {
		dst = append(dst, m.Mapping.backend.prefix...)
		n = m.n
	}
	if !foreign {
		return append(dst, m.target[n:]...)
	}
	return segments.AppendSent(dst, m.target[n:], m.pathEnd-n)
}

// keepsPath reports whether the backend has the same paths as the clients. Then the prefix is sent on in the client's
// spelling.
func (m *Match) keepsPath() bool { return m.Mapping.backend.prefix == m.Mapping.public.prefix }

// Target returns the request-target for the backend, if the outcome is OutcomeMapped: the path of the backend, and the rest
// of the target byte for byte. Only characters that no browser sends raw, such as "<" and octets outside US-ASCII, are
// percent-encoded.
func (m Match) Target() string {
	if m.Outcome != OutcomeMapped {
		return ""
	}
	return string(m.appendTarget(nil, true))
}

// Location returns the value of the Location field for a redirect, if the outcome is OutcomeRedirect: the path with a "/"
// after it, and the query. It is a reference without scheme and host.
func (m Match) Location() string {
	if m.Outcome != OutcomeRedirect {
		return ""
	}
	path, query := m.target[:m.pathEnd], m.target[m.pathEnd:]
	return uri.PlacePath.EncodeRaw(path) + "/" + uri.PlaceQuery.EncodeRaw(query)
}

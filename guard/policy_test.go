package guard

import (
	"errors"
	"fmt"
	"math"
	"net"
	"net/netip"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/test/kit"
)

func newPolicy(t testing.TB, r Rules) *Policy {
	t.Helper()
	p, err := NewPolicy(r)
	if err != nil {
		t.Fatalf("%+v: %v", r, err)
	}
	return p
}

var (
	long63  = strings.Repeat("a", 63)
	long253 = strings.Repeat(long63+".", 3) + strings.Repeat("b", 57) + ".com"
)

type fetchTest struct {
	in   string
	want Refusal
}

// fetchTests maps URIs to the results of the rules of FetchRules; 0 means that the URI is allowed.
var fetchTests = append(kit.Cases[fetchTest]("policy.txt", "fetchTests", errorWords()), []fetchTest{
	{"https://" + long253, 0},
	{"https://" + long253 + ".", 0},
	{"https://example.com/" + strings.Repeat("a", 8000), RefusedLength},
	{"https://example.com/" + strings.Repeat("a", 8000-len("https://example.com/")), 0},
	{"https://" + long63 + "a.com/", RefusedHost},
	{"https://a" + long253 + "/", RefusedHost},
}...)

func TestPolicyFetch(t *testing.T) {
	p := newPolicy(t, FetchRules())
	for _, test := range fetchTests {
		checkRefusal(t, p, test.in, test.want)
		checkPolicy(t, FetchRules(), test.in)
	}
}

// TestFetchRulesDeny checks each name in the list in all the forms that a client may read as that name. A name that
// only ends with the same letters is allowed.
func TestFetchRulesDeny(t *testing.T) {
	p := newPolicy(t, FetchRules())
	denied := []string{
		"*.local", "*.arpa", "*.alt", "*.onion", "*.internal", "*.corp", "*.home", "*.mail", "*.intranet", "*.lan", "*.private", "*.intra",
		"*.localdomain", "*.localdomain4", "*.localdomain6", "*.svc", "*.pod", "*.default",
		"*.kube-system", "*.consul", "*.dns.podman", "*.lxd", "*.incus", "*.novalocal", "*.openstacklocal",
		"*.internal.cloudapp.net", "metadata.goog", "*.metadata.goog", "168.63.129.16",
		"100.100.100.200", "fd00:100::100:200", "fd00:ec2::/32", "fd20:ce::254", "fd00:c1::a9fe:a9fe", "fd00:a9fe:a9fe::1",
		"fd00:42::42",
		"2001::/23", "192.31.196.0/24", "192.175.48.0/24", "2620:4f:8000::/48", "192.52.193.0/24",
	}
	if got := FetchRules().Deny; !slices.Equal(got, denied) {
		t.Errorf("Deny is %q, but this test knows %q", got, denied)
	}
	for _, item := range denied[:slices.Index(denied, "168.63.129.16")] { // fetchTests has the addresses
		name, isUnder := strings.CutPrefix(item, "*.")
		hosts := []string{name}
		if isUnder {
			hosts = []string{"a." + name, "a.b-c.1.d." + name, "xn--bcher-kva." + name, "_a." + name}
		}
		for _, name := range hosts {
			for _, form := range formsOf(name) {
				checkRefusal(t, p, "https://"+form+"/", RefusedHost)
			}
		}
		others := []string{"not" + name, "a.not" + name, "a.x-" + name, name + ".example", "a." + name + ".example"}
		for _, other := range others {
			if strings.Contains(other, ".") {
				checkRefusal(t, p, "https://"+other+"/", 0)
			}
		}
	}
}

// TestFetchRulesDoc checks that the comment of FetchRules lists Deny, and nothing else.
func TestFetchRulesDoc(t *testing.T) {
	source, err := os.ReadFile("rules.go")
	if err != nil {
		t.Skip("the source is not here")
	}
	doc, _, ok := strings.Cut(string(source), "\nfunc FetchRules()")
	_, doc, found := strings.Cut(doc, "\n// FetchRules returns ")
	if !ok || !found {
		t.Fatal("FetchRules has no comment")
	}
	var listed []string
	for line := range strings.Lines(doc) {
		if line, ok := strings.CutPrefix(line, "//\t"); ok {
			items, reason, _ := strings.Cut(line, "  ")
			if strings.TrimSpace(reason) == "" {
				t.Errorf("%q has no reason", items)
			}
			listed = append(listed, strings.Fields(items)...)
		}
	}
	if got := FetchRules().Deny; !slices.Equal(got, listed) {
		t.Errorf("Deny is %q, but the comment lists %q", got, listed)
	}
}

// TestRulesDoc checks the tables in the comments of Rules. The columns are hosts or references, and a row has rules.
func TestRulesDoc(t *testing.T) {
	source, err := os.ReadFile("rules.go")
	if err != nil {
		t.Skip("the source is not here")
	}
	columns, rows := []string(nil), 0
	split := regexp.MustCompile(`\s{2,}`)
	for line := range strings.Lines(string(source)) {
		line, ok := strings.CutPrefix(line, "\t//\t")
		cells := split.Split(strings.TrimSpace(line), -1)
		switch {
		case !ok || len(cells) < 3:
		case strings.HasPrefix(line, " "):
			columns = cells
		case len(cells) == len(columns)+1:
			rows++
			rules := Rules{Hazards: HazardUserinfo, NoHost: true}
			for rule := range strings.SplitSeq(cells[0], "; ") {
				field, values, _ := strings.Cut(rule, ": ")
				switch field {
				case "Hosts":
					rules.Hosts = strings.Fields(values)
				case "Deny":
					rules.Deny = strings.Fields(values)
				case "NAT64":
					rules.NAT64 = strings.Fields(values)
				case "Hazards":
					rules.Hazards = hazardNamed(values)
				case "PathHazards":
					rules.PathHazards = hazardNamed(values)
				case "QueryHazards":
					rules.QueryHazards = hazardNamed(values)
				}
			}
			for i, column := range columns {
				in := column
				switch {
				case strings.Contains(in, ":"):
					in = "//[" + in + "]"
				case in[0] != '/':
					in = "//" + in
				}
				err := newPolicy(t, rules).Check(uri.MustParse(in))
				if want := cells[i+1]; err == nil && want != "allowed" || err != nil && want != "refused" {
					t.Errorf("%s: %s is %s in the comment: %v", cells[0], column, want, err)
				}
			}
		}
	}
	if rows != 12 {
		t.Errorf("%d rows", rows)
	}
}

// hazardNamed returns the hazard with a short name, such as "semicolon".
func hazardNamed(name string) Hazards {
	for h := range AllHazards.All() {
		if h.String() == name {
			return h
		}
	}
	return 0
}

type serveTest struct {
	in  string
	err Refusal
}

// serveTests maps URIs to the results of the rules of ServeRules; 0 means that the URI is allowed.
var serveTests = append(kit.Cases[serveTest]("policy.txt", "serveTests", errorWords()), []serveTest{
	{"http://example.com/" + strings.Repeat("a", 8000-19), 0},
	{"http://example.com/" + strings.Repeat("a", 8000-18), RefusedLength},
}...)

func TestServeRules(t *testing.T) {
	p := newPolicy(t, ServeRules())
	for _, test := range serveTests {
		checkRefusal(t, p, test.in, test.err)
		checkPolicy(t, ServeRules(), test.in)
	}
}

// TestServeRulesDoc checks that the comment of ServeRules lists PathHazards, and nothing else.
func TestServeRulesDoc(t *testing.T) {
	source, err := os.ReadFile("rules.go")
	if err != nil {
		t.Skip("the source is not here")
	}
	_, doc, _ := strings.Cut(string(source), "\n// ServeRules returns ")
	doc, _, _ = strings.Cut(doc, "\nfunc ServeRules()")
	var listed []string
	for line := range strings.Lines(doc) {
		if line, ok := strings.CutPrefix(line, "//\t"); ok {
			name, reason, _ := strings.Cut(line, "  ")
			if strings.TrimSpace(reason) == "" {
				t.Errorf("%q has no reason", name)
			}
			listed = append(listed, name)
		}
	}
	slices.Sort(listed)
	want := strings.Split(ServeRules().PathHazards.String(), ", ")
	slices.Sort(want)
	if !slices.Equal(listed, want) {
		t.Errorf("PathHazards is %q, but the comment lists %q", want, listed)
	}
}

// formsOf returns strings that a client may read as name.
func formsOf(name string) []string {
	encoded, wide := "", ""
	for i := range len(name) {
		encoded += fmt.Sprintf("%%%02x", name[i])
		if c := name[i]; 'a' <= c && c <= 'z' {
			wide += url.PathEscape(string(rune(c) - 'a' + '\uff41')) // a full-width letter, which IDNA maps to c
		} else {
			wide += string(c)
		}
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	rest, n := strings.TrimSuffix(name, last), len(name)-1
	return []string{
		name, name + ".", strings.ToUpper(name), strings.ToUpper(name) + ".", encoded, encoded + "%2E", encoded + ".",
		strings.ToUpper(encoded),
		strings.Replace(name, ".", "%2e", 1), name[:n] + fmt.Sprintf("%%%X", name[n]),
		// IDNA maps other full stops to ".", and drops invisible characters.
		wide, wide + "%E3%80%82", strings.ReplaceAll(name, ".", "%E3%80%82"), strings.ReplaceAll(name, ".", "%EF%BC%8E"),
		strings.ReplaceAll(name, ".", "%EF%BD%A1"), name + "%C2%AD", name + "%E2%80%8B",
		rest + "xn--" + last + "-", rest + "XN--" + last + "-.",
	}
}

func checkRefusal(t *testing.T, p *Policy, in string, want Refusal) {
	t.Helper()
	err := p.Check(uri.MustParse(in))
	if (err == nil) != (want == 0) || err != nil && err != error(want) {
		t.Errorf("%.100q: %v, want %v", in, err, error(want))
	}
	checkPolicyParse(t, p, in)
}

// checkPolicyParse compares Policy.Parse with uri.Parse and then Policy.Check.
func checkPolicyParse(t *testing.T, p *Policy, in string) {
	t.Helper()
	want, wantErr := uri.Parse(in)
	switch {
	case p == nil || p.tooLong == 0:
		wantErr = RefusedZeroPolicy
	case p.rules.MaxLength > 0 && len(in) > p.rules.MaxLength:
		wantErr = RefusedLength
	case wantErr == nil:
		wantErr = p.Check(want)
	}
	if wantErr != nil {
		want = uri.URI{}
	}
	if got, err := p.Parse(in); got != want || !reflect.DeepEqual(err, wantErr) {
		t.Errorf("%.100q: Parse returns %.100q, %v, want %.100q, %v", in, got, err, want, wantErr)
	}
}

// TestPolicyParse checks the results for strings that uri.Parse or the policy refuses.
func TestPolicyParse(t *testing.T) {
	rules := FetchRules()
	rules.MaxLength = 30
	for _, test := range []struct {
		p      *Policy
		in     string
		want   error
		offset int // of a *uri.Error
	}{
		{newPolicy(t, rules), "https://www.example.com/a?b#c", nil, 0},
		{newPolicy(t, rules), "https://www.example.com:443/a", nil, 0},
		{newPolicy(t, rules), "https://www.example.com/a?b#c234", RefusedLength, 0},
		{newPolicy(t, rules), "https://www.example.com/a b#c", new(uri.Error), 25},
		{newPolicy(t, rules), "https://www.example.com/a b#cdef", RefusedLength, 0},
		{newPolicy(t, rules), "/a%zz", new(uri.Error), 3}, // not RefusedScheme
		{newPolicy(t, rules), "file:///a", RefusedScheme, 0},
		{newPolicy(t, Rules{NoHost: true}), "file:///a", nil, 0},
		{newPolicy(t, Rules{NoHost: true, Hazards: HazardEmptyHost}), "file:///a", RefusedHazard, 0},
		{newPolicy(t, Rules{}), "https://www.example.com/%zz" + strings.Repeat("a", 100_000), new(uri.Error), 25},
		{newPolicy(t, Rules{}), "https://www.example.com/" + strings.Repeat("a", 100_000) + "?b", nil, 0},
		{new(Policy), "https://www.example.com/", RefusedZeroPolicy, 0},
		{new(Policy), "https://www example.com/", RefusedZeroPolicy, 0},
		{nil, "", RefusedZeroPolicy, 0},
		{nil, " ", RefusedZeroPolicy, 0},
	} {
		checkPolicyParse(t, test.p, test.in)
		u, err := test.p.Parse(test.in)
		var syntax *uri.Error
		if errors.As(err, &syntax) {
			if !errors.As(test.want, new(*uri.Error)) || syntax.Offset != test.offset {
				t.Errorf("%.50q: %v, want %v at %d", test.in, err, test.want, test.offset)
			}
		} else if err != test.want || err == nil && u.String() != test.in {
			t.Errorf("%.50q: %.50q, %v, want %v", test.in, u, err, test.want)
		}
		if err != nil && u != (uri.URI{}) {
			t.Errorf("%.50q: %.50q in spite of %v", test.in, u, err)
		}
	}
}

// TestPolicyRules checks one rule at a time, with everything else allowed.
func TestPolicyRules(t *testing.T) {
	open := Rules{Dotless: true, NoHost: true, Userinfo: true, UnusualIPv4: true, Addresses: ^host.AddressClass(0)}
	with := func(change func(*Rules)) Rules {
		r := open
		change(&r)
		return r
	}
	hosts := with(func(r *Rules) {
		r.Hosts = []string{"example.com", "*.example.ORG."}
		r.Hosts = append(r.Hosts, "10.0.0.0/8", "192.0.2.1", "[2001:db8::1]", "2001:db8:1::/48")
		r.Deny = []string{"bad.example.org", "*.worse.example.org", "10.1.0.0/16", "10.2.3.4", "*.deny.example.com"}
		r.Addresses = 0
	})
	for _, test := range kit.Cases[struct {
		rules Rules
		in    string
		want  Refusal
	}]("policy.txt", "TestPolicyRules", errorWords(), map[string]any{
		"/?long":            "/?" + strings.Repeat("a", MaxLength),
		"a-or-b":            with(func(r *Rules) { r.Hosts = []string{"a", "*.b"} }),
		"a.b":               with(func(r *Rules) { r.Hosts = []string{"a.b"} }),
		"deny":              with(func(r *Rules) { r.Deny = []string{"a"} }),
		"dots":              with(func(r *Rules) { r.Hazards = HazardDotSegment }),
		"embedded":          with(func(r *Rules) { r.Addresses = host.ClassEmbeddedIPv4 }),
		"hosts":             hosts,
		"http":              with(func(r *Rules) { r.Schemes = []string{"HTTP"} }),
		"length":            with(func(r *Rules) { r.MaxLength = 5 }),
		"localhost":         with(func(r *Rules) { r.Hosts, r.Addresses = []string{"localhost"}, 0 }),
		"loopback":          with(func(r *Rules) { r.Addresses = host.ClassLoopback }),
		"loopback-embedded": with(func(r *Rules) { r.Addresses = host.ClassLoopback | host.ClassEmbeddedIPv4 }),
		"no-dotless":        with(func(r *Rules) { r.Dotless = false }),
		"open":              open,
		"pair":              with(func(r *Rules) { r.MaxPairs = 1 }),
		"pairs":             with(func(r *Rules) { r.MaxPairs = 2 }),
		"path-all":          with(func(r *Rules) { r.PathHazards = AllHazards }),
		"path-query-all":    with(func(r *Rules) { r.PathHazards, r.QueryHazards = AllHazards, AllHazards }),
		"path-slash":        with(func(r *Rules) { r.PathHazards = HazardEncodedSlash }),
		"paths":             with(func(r *Rules) { r.PathPrefixes = []string{"/api", "/b/"} }),
		"ports":             with(func(r *Rules) { r.Ports = []uint16{21, 8080} }),
		"query-all":         with(func(r *Rules) { r.QueryHazards = AllHazards }),
		"query-slash":       with(func(r *Rules) { r.QueryHazards = HazardEncodedSlash }),
		"root":              with(func(r *Rules) { r.PathPrefixes = []string{"/"} }),
		"schemes":           with(func(r *Rules) { r.Schemes = []string{"FTP", "a+b"} }),
		"segments":          with(func(r *Rules) { r.MaxSegments = 2 }),
		"semicolon-double":  with(func(r *Rules) { r.Hazards, r.PathHazards = HazardSemicolon, HazardDoubleSlash }),
		"slash":             with(func(r *Rules) { r.Hazards = HazardEncodedSlash }),
		"too-long":          with(func(r *Rules) { r.Hazards = HazardTooLong }),
		"unusual":           with(func(r *Rules) { r.UnusualIPv4, r.Addresses = true, 0 }),
		"zero":              Rules{},
	}) {
		checkRefusal(t, newPolicy(t, test.rules), test.in, test.want)
		checkPolicy(t, test.rules, test.in)
	}
}

// TestZeroPolicy checks that the zero Policy and nil refuse everything with RefusedZeroPolicy.
func TestZeroPolicy(t *testing.T) {
	for _, p := range []*Policy{new(Policy), nil} {
		for _, in := range []string{"", "https://example.com", "x:", "/", "x:" + strings.Repeat("a", 9000)} {
			checkRefusal(t, p, in, RefusedZeroPolicy)
		}
		for _, addr := range []string{"8.8.8.8:80", "[2a00::1]:443", "127.0.0.1:22", "8.8.8.8:0"} {
			if got := p.CheckAddr(netip.MustParseAddrPort(addr)); !errors.Is(got, RefusedZeroPolicy) {
				t.Errorf("%s: %v", addr, got)
			}
			if got := p.Control("tcp", addr, nil); !errors.Is(got, RefusedZeroPolicy) {
				t.Errorf("%s: Control: %v", addr, got)
			}
		}
		if p.CheckAddr(netip.AddrPort{}) == nil || p.Control("unix", "/run/x.sock", nil) == nil {
			t.Error("a policy that was not set up allows a text that is not an address")
		}
	}
}

func TestPolicyMaxLength(t *testing.T) {
	for _, test := range []struct {
		most int
		in   string
		want Refusal
	}{
		{0, "//a.b/" + strings.Repeat("a", 100_000), 0},
		{math.MaxInt, "//a.b/" + strings.Repeat("a", 100_000), 0},
		{math.MaxInt - 1, "", RefusedHost},
		{5, "//a.b", 0},
		{4, "//a.b", RefusedLength},
		{1, "/", RefusedHost},
		{1, "/a", RefusedLength},
	} {
		checkRefusal(t, newPolicy(t, Rules{MaxLength: test.most}), test.in, test.want)
	}
}

// TestPolicyOrder breaks all rules, and then one fewer each time.
func TestPolicyOrder(t *testing.T) {
	r := FetchRules()
	r.MaxSegments, r.MaxPairs, r.Hazards, r.MaxLength = 2, 2, HazardSemicolon, 45
	r.PathPrefixes = []string{"/a", "/c"}
	p := newPolicy(t, r)
	checkRefusal(t, p, "ftp://u@a~b:1/a/b/../c?a&b&c#"+strings.Repeat("a", 45), RefusedLength)
	checkRefusal(t, p, "ftp://u@a~b:1/a/b/../c?a&b&c", RefusedScheme)
	checkRefusal(t, p, "http://u@a~b:1/a/b/../c?a&b&c", RefusedUserinfo)
	checkRefusal(t, p, "http://a~b:1/a/b/../c?a&b&c", RefusedHost)
	checkRefusal(t, p, "http://1:1/a/b/../c?a&b&c", RefusedUnusualIPv4)
	checkRefusal(t, p, "http://10.0.0.1:1/a/b/../c?a&b&c", RefusedAddress)
	checkRefusal(t, p, "http://a.b:1/a/b/../c?a&b&c", RefusedPort)
	checkRefusal(t, p, "http://a.b/a/b/../c;?a&b&c", RefusedPath)
	checkRefusal(t, p, "http://a.b/a/b/c;?a&b&c", RefusedSegments)
	checkRefusal(t, p, "http://a.b/a/c;?a&b&c", RefusedPairs)
	checkRefusal(t, p, "http://a.b/a/c;?a&b", RefusedHazard)
	checkRefusal(t, p, "http://a.b/a/c", 0)
}

// checkPolicy compares Policy.Check with referenceCheck, and Policy.Parse with Policy.Check.
func checkPolicy(t *testing.T, r Rules, in string) {
	p, err := NewPolicy(r)
	if err != nil {
		return
	}
	checkPolicyParse(t, p, in)
	u, err := uri.Parse(in)
	if err != nil {
		return
	}
	want := referenceCheck(r, u)
	if got := p.Check(u); (got == nil) != (want == 0) || got != nil && got != error(want) {
		t.Errorf("%+v: %.100q: %v, want %v", r, in, got, error(want))
	}
}

// referenceCheck applies the fields of r one after the other, as their documentation says.
func referenceCheck(r Rules, u uri.URI) Refusal {
	name, _ := u.Host()
	port, err := u.PortNumber()
	if errors.Is(err, uri.ErrNoPort) {
		port, _ = uri.DefaultPort(u.Scheme()) // 0 is never allowed
	}
	query, _ := u.Query()
	_, hasUserinfo := u.Userinfo()
	switch {
	case r.MaxLength > 0 && len(u.String()) > r.MaxLength:
		return RefusedLength
	case len(r.Schemes) > 0 && !slices.ContainsFunc(r.Schemes, func(s string) bool {
		return strings.EqualFold(s, u.Scheme())
	}):
		return RefusedScheme
	case hasUserinfo && !r.Userinfo:
		return RefusedUserinfo
	}
	usual := len(r.Ports) == 0 || slices.Contains(r.Ports, port) || name == "" && err != nil
	refusal, listed := referenceHost(r, name, port, usual)
	switch {
	case refusal != 0:
		return refusal
	case errors.Is(err, uri.ErrPortRange), !usual && !listed:
		return RefusedPort
	case len(r.PathPrefixes) > 0 && !slices.ContainsFunc(r.PathPrefixes, u.HasPathPrefix):
		return RefusedPath
	case r.MaxSegments > 0 && len(slices.Collect(uri.Segments(u.Path()))) > r.MaxSegments:
		return RefusedSegments
	case r.MaxPairs > 0 && len(slices.Collect(uri.QuerySyntax{Separators: "&;"}.Pairs(query))) > r.MaxPairs:
		return RefusedPairs
	}
	at := u.Ranges()
	path, _ := at.Path()
	end := path + len(u.Path())
	for f := range Findings(u) {
		refused := r.Hazards
		switch {
		case f.Hazard == HazardTooLong: // of the URI as a whole
		case path <= f.Lo && f.Lo < f.Hi && f.Hi <= end:
			refused |= r.PathHazards
		case f.Lo > end && len(query) > 0 && f.Hi <= end+len("?"+query):
			refused |= r.QueryHazards
		}
		if f.Hazard&refused != 0 {
			return RefusedHazard
		}
	}
	return 0
}

var referenceName = regexp.MustCompile(`^(?i:[a-z0-9_-]{1,63})(?i:\.[a-z0-9_-]{1,63})*$`)

var falseALabel = regexp.MustCompile(`(^|\.)xn--[^.]*-(\.|$)`)

// referenceHost returns the refusal of a host, and whether AllowHosts allows it with the port.
func referenceHost(r Rules, text string, port uint16, usual bool) (refusal Refusal, listed bool) {
	if text == "" && r.NoHost {
		return 0, false
	}
	addr, unusual, isAddr := host.ParseAddr(text)
	if unusual && !(isAddr && r.UnusualIPv4) {
		return RefusedUnusualIPv4, false
	}
	decoded, err := url.PathUnescape(text)
	name := strings.TrimSuffix(strings.ToLower(decoded), ".")
	if !isAddr && (err != nil || !referenceName.MatchString(name) || len(name) > 253 || falseALabel.MatchString(name)) {
		return RefusedHost, false
	}
	local := !isAddr && (name == "localhost" || strings.HasSuffix(name, ".localhost"))
	class := host.AddressClass(0)
	v4, translates := referenceNAT64(r.NAT64, addr)
	embedded := slices.Collect(host.EmbeddedIPv4(addr)) // has its own tests
	switch {
	case isAddr && translates:
		class = host.ClassOf(v4)
	case isAddr:
		class = host.ClassOf(addr)
	case local:
		class = host.ClassLoopback
	}
	best := func(list []string) (rank int) {
		for _, item := range list {
			if referenceMatches(item, name, addr, isAddr) {
				rank = max(rank, referenceRank(item))
			}
		}
		return rank
	}
	matches := 0
	for _, item := range r.AllowHosts {
		item, itemPort := referencePort(item)
		if !referenceMatches(item, name, addr, isAddr) {
			continue
		}
		matches = max(matches, referenceRank(item))
		if referenceRank(item) >= best(r.Deny) && (itemPort == 0 && usual || itemPort == port && port != 0) {
			listed = true
		}
	}
	in := func(list []string, addr netip.Addr) bool {
		return slices.ContainsFunc(list, func(item string) bool { return referenceMatches(item, name, addr, isAddr) })
	}
	denies := translates && in(r.Deny, v4) || slices.ContainsFunc(embedded, func(v4 netip.Addr) bool { return in(r.Deny, v4) })
	switch {
	case matches > 0 && !denies && listed:
		return 0, true
	case matches > 0 && !denies && matches >= best(r.Deny):
		return RefusedPort, false
	case in(r.Deny, addr), denies:
		return RefusedHost, false
	case in(r.Hosts, addr):
		return 0, false
	case class&^r.Addresses != 0:
		return RefusedAddress, false
	case len(r.Hosts) > 0, !isAddr && !local && !r.Dotless && !strings.Contains(name, "."):
		return RefusedHost, false
	}
	return 0, false
}

// referenceNAT64 writes the bits of an address and removes those of the prefix and the eight in the middle (RFC 6052,
// section 2.3).
func referenceNAT64(prefixes []string, addr netip.Addr) (v4 netip.Addr, ok bool) {
	longest := -1
	for _, text := range prefixes {
		prefix := netip.MustParsePrefix(text)
		if !prefix.Contains(addr) || prefix.Bits() <= longest {
			continue
		}
		longest, v4, ok = prefix.Bits(), netip.Addr{}, true
		bits := ""
		for _, octet := range addr.As16() {
			bits += fmt.Sprintf("%08b", octet)
		}
		rest := bits[longest:]
		if longest <= 64 {
			rest = bits[longest:64] + bits[72:]
		}
		n, err := strconv.ParseUint(rest[:32], 2, 32)
		if err == nil && bits[64:72] == "00000000" && !strings.Contains(rest[32:], "1") {
			v4 = netip.AddrFrom4([4]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
		}
	}
	return v4, ok
}

// referencePort splits an entry of AllowHosts.
func referencePort(item string) (host string, port uint16) {
	if m := regexp.MustCompile(`^([^:]*|\[.*\]):([0-9]+)$`).FindStringSubmatch(item); m != nil {
		n, _ := strconv.Atoi(m[2])
		return m[1], uint16(n)
	}
	return item, 0
}

// referenceRank returns a number that is larger for entries that are more specific.
func referenceRank(item string) int {
	if prefix, err := netip.ParsePrefix(item); err == nil {
		return 1 + prefix.Bits()
	}
	if addr, err := netip.ParseAddr(strings.Trim(item, "[]")); err == nil {
		return 1 + addr.BitLen()
	}
	if strings.HasPrefix(item, "*.") {
		return 1 + strings.Count(strings.TrimSuffix(item, "."), ".")
	}
	return 1000
}

func referenceMatches(item, name string, addr netip.Addr, isAddr bool) bool {
	item = strings.TrimSuffix(strings.ToLower(item), ".")
	if prefix, err := netip.ParsePrefix(item); err == nil {
		return isAddr && prefix.Contains(addr)
	}
	if a, err := netip.ParseAddr(strings.Trim(item, "[]")); err == nil {
		return isAddr && a == addr
	}
	if tail, ok := strings.CutPrefix(item, "*"); ok {
		return !isAddr && strings.HasSuffix(name, tail)
	}
	return !isAddr && item == name
}

func FuzzPolicy(f *testing.F) {
	for _, test := range fetchTests {
		f.Add(test.in, "example.com *.example.org 10.0.0.0/8 [2001:db8::1]", "bad.example.org", uint16(0), 0)
		f.Add(test.in, "+example.com:80 +*.local +10.0.0.0/8 +[fd00:ec2::254]:443", "a.local *.b.local 10.0.0.1", uint16(16), 0)
	}
	f.Fuzz(func(t *testing.T, in, hosts, deny string, flags uint16, limit int) {
		checkPolicy(t, rulesOf(hosts, deny, flags, limit), in)
	})
}

// rulesOf returns rules. A "+" in hosts precedes an entry of AllowHosts.
func rulesOf(hosts, deny string, flags uint16, limit int) Rules {
	r := Rules{
		Deny: strings.Fields(deny), Addresses: host.AddressClass(flags >> 4),
		UnusualIPv4: flags&1 != 0, Dotless: flags&2 != 0, NoHost: flags&4 != 0, Userinfo: flags&8 != 0,
		MaxSegments: limit & 7, MaxPairs: limit >> 3 & 7,
	}
	for _, item := range strings.Fields(hosts) {
		if item, ok := strings.CutPrefix(item, "+"); ok {
			r.AllowHosts = append(r.AllowHosts, item)
		} else {
			r.Hosts = append(r.Hosts, item)
		}
	}
	if limit&128 != 0 {
		r.PathPrefixes = []string{"/a", "/b/"}
	}
	if limit&256 != 0 {
		r.MaxLength = 1 + limit>>9&63
	}
	if limit&64 != 0 { // about half of all hazards in each set
		r.PathHazards, r.QueryHazards = Hazards(limit)*0x9e3779b97f4a7c15>>20, Hazards(limit)*0x9e3779b97f4a7c15>>29
	}
	if flags&16 != 0 {
		r.Schemes, r.Ports = []string{"http", "HTTPS", "ftp"}, []uint16{80, 443, 8080}
	}
	return r
}

// FuzzFetchPath tests what FetchRules promises about paths: no segment becomes "." or ".." for a server that decodes it
// once, also with overlong UTF-8, and no overlong character becomes a delimiter.
func FuzzFetchPath(f *testing.F) {
	for _, path := range []string{
		"/a/../b", "/public/%2e%2e/admin", "/.%2E/x", "/%c0%ae%c0%ae/x", "/%e0%80%ae./x", "/%f0%80%80%ae/", "/a%c0%afb", "/%c1%9c", "/%c0%80",
		"/caf%c3%a9", "/%2e%2e%2f", "/%252e%252e/",
	} {
		f.Add(path)
	}
	policy, err := NewPolicy(FetchRules())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, path string) {
		u, err := uri.Parse("http://example.com" + path)
		if err != nil || policy.Check(u) != nil {
			return
		}
		for segment := range strings.SplitSeq(u.Path(), "/") {
			octets, err := url.PathUnescape(segment)
			if err != nil {
				t.Fatal(err)
			}
			text, overlong := lenientUTF8(octets)
			if (text == "." || text == "..") && segment != text || strings.ContainsAny(overlong, "./\\\x00") {
				t.Errorf("%q is allowed: a server may read %q as %q", u, segment, text)
			}
		}
	})
}

// lenientUTF8 decodes octets as UTF-8 by the lengths of the lead bytes alone, as careless servers do. It also returns
// the characters with an encoding that is longer than it should be.
func lenientUTF8(octets string) (text, overlong string) {
	for octets != "" {
		c, size := rune(octets[0]), 1
		switch {
		case c >= 0xf0 && c < 0xf8:
			c, size = c&7, 4
		case c >= 0xe0 && c < 0xf0:
			c, size = c&15, 3
		case c >= 0xc0 && c < 0xe0:
			c, size = c&31, 2
		}
		for i := 1; i < size; i++ {
			if i == len(octets) || octets[i]&0xc0 != 0x80 {
				c, size = rune(octets[0]), 1
				break
			}
			c = c<<6 | rune(octets[i]&0x3f)
		}
		if size > utf8.RuneLen(c) && utf8.RuneLen(c) > 0 {
			overlong += string(c)
		}
		text += string(c)
		octets = octets[size:]
	}
	return text, overlong
}

// TestPolicyRandom makes hosts from parts that have a special meaning.
func TestPolicyRandom(t *testing.T) {
	random := kit.Random(t)
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	paths := []string{"", "/", "/a/b/c", "/a//b%2F..;/c%09", "/%2e%2E/./"}
	queries := []string{"", "?a&b;c", "?a&%61&..%2F%0a'", "?="}
	name := func() string {
		s := ""
		for range 1 + random.IntN(4) {
			s += pick("example", "com", "org", "localhost", "a", "B", "%61", "x-y", "1", "0x7f", "_", "~", "internal",
				"xn--", "a-", "internal-") +
				pick(".", ".", ".", "", "%2E", "..")
		}
		return s
	}
	for range kit.Rounds(2_000, 7_000, 20_000) {
		text := pick(name(), name(), "10.0.0.1", "8.8.8.8", "[::1]", "[::ffff:10.0.0.1]", "[2001:db8::1]", "")
		in := pick("http:", "HTTPS:", "ftp:", "x:", "") + "//" + pick("", "", "u@") + text +
			pick("", "", ":80", ":", ":99999") + pick(paths...) + pick(queries...) + pick("", "#")
		hosts := ""
		if random.IntN(2) == 0 {
			hosts = strings.Join([]string{name(), "*." + name(), pick("10.0.0.0/8", "[::1]", "a.b")}, " ")
		}
		for range random.IntN(4) {
			hosts += " +" + pick(name(), name()+pick(":80", ":99"), "*."+name(), "10.0.0.0/8", "10.0.0.0/9", "10.0.0.1:80", "[::1]:443",
				"2001:db8::1", "*.com", "com", "*.example.com:80")
		}
		deny := pick("", name(), "*."+name(), "10.0.0.0/9")
		checkPolicy(t, rulesOf(hosts, deny, uint16(random.Uint32()), int(random.Uint32()>>8)), in)
	}
}

// TestPlainName tries all bytes that a host can have, in all places. A host that passes must be equal to the result of
// host.AppendName, apart from upper-case letters, and must not end in a number.
func TestPlainName(t *testing.T) {
	for n := 1; n <= 70; n += kit.Rounds(3, 3, 1) {
		for _, base := range []string{strings.Repeat("a", n), (strings.Repeat("abcdef.", 10) + "x")[71-n:]} {
			for i := range base {
				for b := range 0x80 {
					text := base[:i] + string(rune(b)) + base[i+1:]
					u, err := uri.Parse("//" + text)
					if h, _ := u.Host(); err != nil || h != text || !isPlainName(text) {
						continue
					}
					name, isName := host.AppendName(nil, text)
					_, number, _ := host.ParseAddr(text)
					same := string(name) == strings.ToLower(text)
					if !isName || !same || number {
						t.Fatalf("%q passes", text)
					}
				}
			}
		}
	}
	for _, text := range []string{"www.example.com", "example.com", "a1-b.example", "abcd.efg"} {
		if !isPlainName(text) {
			t.Errorf("%q does not pass", text)
		}
	}
}

func TestNewPolicyErrors(t *testing.T) {
	for _, entry := range append(kit.Cases[string]("policy.txt", "TestNewPolicyErrors"), long63+"a.b", long253+"x") {
		for _, r := range []Rules{{Hosts: []string{"a.b", entry}}, {Deny: []string{"a.b", entry}}} {
			if p, err := NewPolicy(r); err == nil || p != nil || !strings.Contains(err.Error(), "[1]") {
				t.Errorf("%q: %v", entry, err)
			}
		}
	}
	for _, r := range []Rules{
		{Schemes: []string{""}}, {Schemes: []string{"http:"}}, {Schemes: []string{"1a"}}, {Schemes: []string{"a/b"}},
		{Ports: []uint16{0}}, {MaxLength: -1}, {MaxSegments: -1}, {MaxPairs: -1},
		{PathPrefixes: []string{""}}, {PathPrefixes: []string{"/", "a"}}, {PathPrefixes: []string{"//h/../a"}},
		{PathPrefixes: []string{"/a?b"}}, {PathPrefixes: []string{"/ü"}}, {PathPrefixes: []string{":80/a"}},
		{PathPrefixes: []string{"/a/.."}}, {PathPrefixes: []string{"/a/%2e/b"}}, {PathPrefixes: []string{"/..;/b"}},
	} {
		if p, err := NewPolicy(r); err == nil || p != nil {
			t.Errorf("%+v: no error", r)
		}
	}
	for _, entry := range []string{
		long253, long253 + ".", "*." + long63, "A", "a_b", "1a", "a.1a", "0.0.0.0/0", "::/0", "[::]",
	} {
		newPolicy(t, Rules{Hosts: []string{entry}})
	}
}

func TestPolicyKeepsNoLists(t *testing.T) {
	r := FetchRules()
	r.Hosts, r.AllowHosts, r.PathPrefixes = []string{"a.example"}, []string{"c.example"}, []string{"/"}
	p := newPolicy(t, r)
	r.PathPrefixes[0] = "/x"
	r.Schemes[0], r.Schemes[1], r.Hosts[0], r.Deny[0], r.Ports[0] = "x", "y", "b.example", "a.example", 1
	r.AllowHosts[0], r.NAT64[0] = "d.example", "2001:db8::/96"
	checkRefusal(t, p, "http://a.example/", 0)
	checkRefusal(t, p, "http://c.example/", 0)
	checkRefusal(t, p, "http://d.example/", RefusedHost)
	checkRefusal(t, newPolicy(t, FetchRules()), "http://[64:ff9b::8.8.8.8]/", 0)
	checkRefusal(t, newPolicy(t, FetchRules()), "http://a.local/", RefusedHost)
}

func TestCheckAddr(t *testing.T) {
	fetch := newPolicy(t, FetchRules())
	lists := Rules{Hosts: []string{"a.example", "10.0.0.0/8", "2001:db8::/32"}}
	lists.Deny = []string{"10.1.0.0/16", "8.8.8.8"}
	both := newPolicy(t, lists)
	lists.Hosts = lists.Hosts[1:]
	only := newPolicy(t, lists)
	tunnels := newPolicy(t, Rules{
		Addresses: host.ClassEmbeddedIPv4 | host.ClassReserved | host.ClassUnspecified,
		Deny:      []string{"168.63.129.16"},
	})
	for _, test := range kit.Cases[struct {
		p    *Policy
		addr string
		want error
	}]("policy.txt", "TestCheckAddr", errorWords(), map[string]any{"both": both, "fetch": fetch, "only": only, "tunnels": tunnels}) {
		if got := test.p.CheckAddr(netip.MustParseAddrPort(test.addr)); !errors.Is(got, test.want) {
			t.Errorf("%s: %v, want %v", test.addr, got, test.want)
		}
		if got := test.p.Control("tcp", test.addr, nil); !errors.Is(got, test.want) {
			t.Errorf("%s: Control: %v, want %v", test.addr, got, test.want)
		}
	}
	if got := fetch.CheckAddr(netip.AddrPort{}); !errors.Is(got, RefusedAddress) {
		t.Errorf("no address: %v", got)
	}
	for _, address := range []string{"", "/run/x.sock", "example.com:80", "8.8.8.8"} {
		if got := fetch.Control("unix", address, nil); got != RefusedAddress {
			t.Errorf("%q: %v", address, got)
		}
	}
}

// TestCheckHostAddr checks the address of a connection by the name.
func TestCheckHostAddr(t *testing.T) {
	rules := Rules{
		Hosts:         []string{"wiki", "*.corp.example", "10.1.0.0/16"},
		Deny:          []string{"bad.corp.example", "10.0.0.66"},
		HostAddresses: host.ClassPrivate | host.ClassEmbeddedIPv4,
	}
	intranet := newPolicy(t, rules)
	rules.HostAddresses = 0
	strict := newPolicy(t, rules)
	open := newPolicy(t, Rules{HostAddresses: host.ClassPrivate})
	fetch := newPolicy(t, FetchRules())
	for _, test := range kit.Cases[struct {
		p          *Policy
		name, addr string
		want       error
	}]("policy.txt", "TestCheckHostAddr", errorWords(), map[string]any{
		"fetch":    fetch,
		"intranet": intranet,
		"open":     open,
		"strict":   strict,
		"zero":     new(Policy),
	}) {
		addr, got := netip.MustParseAddrPort(test.addr), error(nil)
		n := testing.AllocsPerRun(10, func() { got = test.p.CheckHostAddr(test.name, addr) })
		if !errors.Is(got, test.want) || got == nil && n != 0 {
			t.Errorf("%s at %s: %v, want %v; %v allocations", test.name, test.addr, got, test.want, n)
		}
	}
	if got := intranet.CheckAddr(netip.MustParseAddrPort("10.0.0.1:80")); !errors.Is(got, RefusedAddress) {
		t.Errorf("without the name: %v", got)
	}
}

// TestControl makes a real connection and checks that Control sees its address.
func TestControl(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	defer listener.Close()
	dial := func(r Rules) error {
		dialer := net.Dialer{Control: newPolicy(t, r).Control}
		conn, err := dialer.Dial("tcp", listener.Addr().String())
		if err == nil {
			conn.Close()
		}
		return err
	}
	var refusal Refusal
	if err := dial(Rules{}); !errors.As(err, &refusal) || refusal != RefusedAddress {
		t.Errorf("loopback: %v", err)
	}
	if err := dial(Rules{Addresses: host.ClassLoopback}); err != nil {
		t.Errorf("loopback, allowed: %v", err)
	}
}

func TestRefusalError(t *testing.T) {
	seen := map[string]bool{}
	for r := RefusedLength; r <= RefusedZeroPolicy; r++ {
		text := r.Error()
		if text == "" || text == "not allowed" || seen[text] {
			t.Errorf("%d: %q", uint8(r), text)
		}
		seen[text] = true
	}
	for _, r := range []Refusal{0, RefusedZeroPolicy + 1, 255} {
		if r.Error() != "not allowed" {
			t.Errorf("%d: %q", uint8(r), r.Error())
		}
	}
}

func manyHosts() Rules {
	r := Rules{Schemes: []string{"https"}}
	for i := range 10_000 {
		r.Hosts = append(r.Hosts, fmt.Sprintf("host%d.example.com", i), fmt.Sprintf("*.domain%d.example", i),
			fmt.Sprintf("10.%d.%d.0/24", i/256, i%256))
	}
	return r
}

func TestPolicyAllocs(t *testing.T) {
	fetch, many := newPolicy(t, FetchRules()), newPolicy(t, manyHosts())
	rules := FetchRules()
	rules.MaxSegments, rules.MaxPairs = 2, 2
	limits := newPolicy(t, rules)
	below := newPolicy(t, Rules{PathPrefixes: []string{"/static/", "/api"}})
	open := newPolicy(t, Rules{UnusualIPv4: true, Addresses: ^host.AddressClass(0)})
	for _, test := range kit.Cases[struct {
		p    *Policy
		in   string
		want error
	}]("policy.txt", "TestPolicyAllocs", errorWords(), map[string]any{
		"below":  below,
		"fetch":  fetch,
		"limits": limits,
		"long":   "https://" + long253,
		"many":   many,
		"open":   open,
		"zero":   new(Policy),
		"zeros":  "https://" + strings.Repeat("0", 1000) + "%31/",
	}) {
		u := uri.MustParse(test.in)
		var got error
		if n := testing.AllocsPerRun(100, func() { got = test.p.Check(u) }); n != 0 || got != test.want {
			t.Errorf("%.50q: %v, want %v; %v allocations", test.in, got, test.want, n)
		}
		if n := testing.AllocsPerRun(100, func() { _, got = test.p.Parse(test.in) }); n != 0 || got != test.want {
			t.Errorf("%.50q: Parse: %v, want %v; %v allocations", test.in, got, test.want, n)
		}
	}
	tunnels := newPolicy(t, Rules{Addresses: ^host.AddressClass(0), Deny: []string{"168.63.129.17"}})
	for _, text := range []string{"[fe80::1%eth0]:443", "[64:ff9b:1::a83f:8110]:443"} {
		addr := netip.MustParseAddrPort(text)
		var err error
		if n := testing.AllocsPerRun(100, func() { err = tunnels.CheckAddr(addr) }); n != 0 || err != nil {
			t.Errorf("CheckAddr(%s): %v, %v allocations", text, err, n)
		}
	}
}

// BenchmarkPolicy compares parsing with Policy.Check. URI_CORPUS names a file with one reference per line that replaces
// the corpus of web pages.
func BenchmarkPolicy(b *testing.B) {
	name, references := kit.Web(b, 1)
	lists := Rules{Schemes: []string{"http", "https"}, Addresses: ^host.AddressClass(0), UnusualIPv4: true}
	for _, s := range references {
		if u, err := uri.Parse(s); err == nil && u.HostKind() == uri.HostRegName && len(lists.Hosts) < 10_000 {
			text, _ := u.Host()
			if _, reason := readName(text); reason == "" {
				lists.Hosts = append(lists.Hosts, text)
			}
		}
	}
	for len(lists.Hosts) < 10_000 { // the corpus has fewer
		lists.Hosts = append(lists.Hosts, fmt.Sprintf("www.example-%d.com", len(lists.Hosts)))
	}
	var parsed []uri.URI
	for _, s := range references {
		if u, err := uri.Parse(s); err == nil {
			parsed = append(parsed, u)
		}
	}
	for _, impl := range []struct {
		name  string
		rules Rules
	}{
		{"parse", Rules{}},
		{"check", FetchRules()},
		{"check-10000-hosts", lists},
	} {
		p, err := NewPolicy(impl.rules)
		if err != nil {
			b.Fatal(err)
		}
		pass := func() int { return checkPass(p, parsed) }
		if impl.name == "parse" {
			pass = func() int { return parsePass(references) }
		}
		b.Run("corpus="+name+"/impl="+impl.name, func(b *testing.B) {
			want, n, size := pass(), 0, 0
			for _, s := range references {
				size += len(s)
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				n += pass()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(references)), "ns/uri")
			b.ReportMetric(float64(want)/float64(len(references)), "allowed/uri")
			if n != want*b.N {
				b.Fatalf("%d allowed in %d passes, want %d in each", n, b.N, want)
			}
		})
	}
}

func parsePass(references []string) (n int) {
	for _, s := range references {
		if _, err := uri.Parse(s); err == nil {
			n++
		}
	}
	return n
}

func checkPass(p *Policy, parsed []uri.URI) (n int) {
	for i := range parsed {
		if p.Check(parsed[i]) == nil {
			n++
		}
	}
	return n
}

// TestPolicyNameLengths lists names of every length, and checks them, names under them, and names of other lengths.
func TestPolicyNameLengths(t *testing.T) {
	const tail = "abcdefgh.net"
	for length := len(tail); length <= 140; length++ {
		name := strings.Repeat("abcdefghijklmnop.", 10)
		name = strings.Trim(name[len(name)-(length-len(tail)):], ".") + tail
		exact, under := newPolicy(t, Rules{Deny: []string{name}}), newPolicy(t, Rules{Deny: []string{"*." + name}})
		checkRefusal(t, exact, "http://"+name+"/", RefusedHost)
		checkRefusal(t, exact, "http://x."+name+"/", 0)
		checkRefusal(t, under, "http://x."+name+"/", RefusedHost)
		checkRefusal(t, under, "http://y.x."+name+"/", RefusedHost)
		checkRefusal(t, under, "http://"+name+"/", 0)
	}
}

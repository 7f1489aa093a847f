package uri_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/tables"
)

// The conformance tests check every implementation. The expected answers have two sources: expectations decided by hand
// from the RFC (testdata/conformance.txt, and the byte sets below), and for inputs that are too many for a hand, the
// reference parser. The reference parser itself is checked against the first source.

// productions lists the productions in the order of the verdicts in testdata/conformance.txt.
var productions = []struct {
	name       string
	production fsm.Production
	parse      func(string) (uri.URI, error)
}{
	{"URI-reference", fsm.URIReference, uri.Parse},
	{"URI", fsm.URI, uri.ParseURI},
	{"absolute-URI", fsm.AbsoluteURI, uri.ParseAbsoluteURI},
	{"relative-ref", fsm.RelativeRef, uri.ParseRelativeRef},
}

// An answer is the result of an implementation for an input and a production.
type answer struct {
	OK     bool
	Offset int // the offset of the first wrong byte; the length of the input if OK
	Parts  parts
	Fault  string // a fault that no input may cause; "" is wanted
}

// implementations lists the functions that split URIs, with their answers to an input and the number of a production.
var implementations = []struct {
	name   string
	answer func(production int, s string) answer
}{
	{"reference parser", referenceAnswer},
	{"fsm on string", func(production int, s string) answer { return scanAnswer(production, s) }},
	{"fsm on []byte", func(production int, s string) answer { return scanAnswer(production, []byte(s)) }},
	{"root", rootAnswer},
}

func referenceAnswer(production int, s string) answer {
	p, offset, ok := referenceScan(productions[production].production, s)
	return answer{OK: ok, Offset: offset, Parts: p}
}

func scanAnswer[T string | []byte](production int, s T) (a answer) {
	var r fsm.Ranges
	if production == 0 {
		a.Offset, a.OK = fsm.Scan(s, &r)
	} else {
		a.Offset, a.OK = fsm.ScanAs(productions[production].production, s, &r)
	}
	if a.OK {
		a.Parts = scannedParts(s, &r)
	}
	return a
}

func scannedParts[T string | []byte](s T, r *fsm.Ranges) (p parts) {
	p.Scheme = newSpan(r.Scheme())
	p.Authority = newSpan(r.Authority())
	p.Userinfo = newSpan(r.Userinfo())
	p.Host = newSpan(r.Host())
	p.Port = newSpan(r.Port())
	lo, hi := r.Path()
	p.Path = span{lo, hi, true}
	p.Query = newSpan(r.Query())
	p.Fragment = newSpan(r.Fragment())
	p.PathRule = fsm.PathRuleOf(s, r).String()
	p.HostKind = fsm.HostKindOf(s, r).String()
	return p
}

// newSpan takes what the methods of fsm.Ranges return. The offsets of an undefined component mean nothing.
func newSpan(lo, hi int, ok bool) span {
	if !ok {
		return span{}
	}
	return span{lo, hi, true}
}

func rootAnswer(production int, s string) answer {
	u, err := productions[production].parse(s)
	if err == nil {
		p, text := layOut(u)
		if text != s {
			return answer{Fault: fmt.Sprintf("the components make %q", text)}
		}
		if fault := rangesFault(u.Ranges(), p); fault != "" {
			return answer{Fault: fault}
		}
		return answer{OK: true, Offset: len(s), Parts: p}
	}
	var e *uri.Error
	if !errors.As(err, &e) || u != (uri.URI{}) {
		return answer{Fault: fmt.Sprintf("%#v, %#v; want the zero URI and a *uri.Error", u, err)}
	}
	return answer{Offset: e.Offset}
}

// layOut puts the components of u together again as RFC 3986, section 5.3 does, and returns the text and where in it
// the components are. The root has no path rules, so they are not compared.
func layOut(u uri.URI) (p parts, text string) {
	add := func(before, component string, defined bool, after string) span {
		if !defined {
			return span{}
		}
		lo := len(text) + len(before)
		text += before + component + after
		return span{lo, lo + len(component), true}
	}
	p.Scheme = add("", u.Scheme(), u.Scheme() != "", ":")
	if authority, ok := u.Authority(); ok {
		lo := len(text) + len("//")
		userinfo, hasUserinfo := u.Userinfo()
		host, hasHost := u.Host()
		port, hasPort := u.Port()
		text += "//"
		p.Userinfo = add("", userinfo, hasUserinfo, "@")
		p.Host = add("", host, hasHost, "")
		p.Port = add(":", port, hasPort, "")
		p.Authority = span{lo, lo + len(authority), true}
	}
	p.Path = add("", u.Path(), true, "")
	query, hasQuery := u.Query()
	p.Query = add("?", query, hasQuery, "")
	fragment, hasFragment := u.Fragment()
	p.Fragment = add("#", fragment, hasFragment, "")
	p.PathRule = p.pathRule(u.Path()) // of the reference parser
	if u.HostKind() != uri.HostUndefined {
		p.HostKind = u.HostKind().String()
	}
	return p, text
}

// rangesFault compares the ranges with those of the components in p, and returns what differs.
func rangesFault(r fsm.Ranges, p parts) string {
	q := p
	q.Scheme, q.Authority = newSpan(r.Scheme()), newSpan(r.Authority())
	q.Userinfo, q.Host, q.Port = newSpan(r.Userinfo()), newSpan(r.Host()), newSpan(r.Port())
	q.Path.Lo, q.Path.Hi = r.Path()
	q.Query, q.Fragment = newSpan(r.Query()), newSpan(r.Fragment())
	if q == p {
		return ""
	}
	return "the ranges are not those of the components:\n" + cmp.Diff(p, q)
}

// check compares the answers of all implementations with the answers in want, which has one for each production.
func check(t *testing.T, s string, want [4]answer) {
	t.Helper()
	for i := range productions {
		for _, impl := range implementations {
			if got := impl.answer(i, s); got != want[i] {
				t.Errorf("%q as %s by %s (-want +got):\n%s", s, productions[i].name, impl.name, cmp.Diff(want[i], got))
			}
		}
	}
}

// A conformanceCase is a line of testdata/conformance.txt.
type conformanceCase struct {
	line  int
	input string
	want  [4]answer
}

// conformanceCases reads testdata/conformance.txt. The first lines of the file describe its format.
func conformanceCases(t testing.TB) (cases []conformanceCase) {
	t.Helper()
	f, err := os.Open("testdata/conformance.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		if lines.Text() == "" || lines.Text()[0] == '#' {
			continue
		}
		c, err := newConformanceCase(lines.Text())
		if err != nil {
			t.Fatalf("testdata/conformance.txt:%d: %v", n, err)
		}
		c.line = n
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return cases
}

func newConformanceCase(line string) (c conformanceCase, err error) {
	columns := strings.Split(line, "\t")
	if len(columns) != 4 || columns[3] == "" {
		return c, errors.New("want the columns input, verdict, components and source")
	}
	if c.input, err = strconv.Unquote(columns[0]); err != nil {
		return c, fmt.Errorf("input: %w", err)
	}
	p, err := newParts(c.input, columns[2])
	if err != nil {
		return c, err
	}
	verdicts := strings.Split(columns[1], " ")
	if len(verdicts) != len(c.want) || (verdicts[0] == "ok") != (columns[2] != "-") {
		return c, errors.New("verdict: want four words, and components if and only if the first one is ok")
	}
	// A production that the input does not match has no parts, though another one may have.
	for i, v := range verdicts {
		if v == "ok" {
			c.want[i] = answer{OK: true, Offset: len(c.input), Parts: p}
		} else if c.want[i].Offset, err = strconv.Atoi(v); err != nil {
			return c, fmt.Errorf("verdict: %w", err)
		}
	}
	return c, nil
}

// newParts reads the column of components.
func newParts(input, column string) (p parts, err error) {
	if column == "-" {
		return p, nil
	}
	for field := range strings.SplitSeq(column, " ") {
		name, rest, _ := strings.Cut(field, "[")
		offsets, text, _ := strings.Cut(rest, "]=")
		c := span{Defined: true}
		if _, err := fmt.Sscanf(offsets, "%d:%d", &c.Lo, &c.Hi); err != nil {
			return p, fmt.Errorf("%s: %w", field, err)
		}
		if c.Lo > c.Hi || c.Hi > len(input) || c.of(input) != text {
			return p, fmt.Errorf("%s: this is not what stands there", field)
		}
		if err := p.set(name, c); err != nil {
			return p, err
		}
	}
	return p, nil
}

// set sets a component. It must be called for the components in the order of the input.
func (p *parts) set(name string, c span) error {
	switch name {
	case "scheme":
		p.Scheme = c
	case "userinfo":
		p.Userinfo = c
		p.Authority = c
	case "ipv4", "ipv6", "ipvfuture", "reg-name":
		p.Host, p.HostKind = c, name
		p.extendAuthority(c)
	case "port":
		p.Port = c
		p.extendAuthority(c)
	case "path-abempty", "path-absolute", "path-noscheme", "path-rootless", "path-empty":
		p.Path, p.PathRule = c, name
	case "query":
		p.Query = c
	case "fragment":
		p.Fragment = c
	default:
		return fmt.Errorf("%s: no such component", name)
	}
	return nil
}

// extendAuthority makes the authority reach to the end of its subcomponent c: authority = [ userinfo "@" ] host
// [ ":" port ].
func (p *parts) extendAuthority(c span) {
	if !p.Authority.Defined {
		p.Authority = c
	}
	p.Authority.Hi = c.Hi
}

// TestConformance compares every implementation with every line of testdata/conformance.txt.
func TestConformance(t *testing.T) {
	cases := conformanceCases(t)
	if len(cases) < 400 {
		t.Errorf("%d cases, want at least 400", len(cases))
	}
	// A repeated input would count twice, and a reader could change only one of its lines.
	lines := make(map[string]int)
	for _, c := range cases {
		if other, ok := lines[c.input]; ok {
			t.Errorf("testdata/conformance.txt:%d: the same input as in line %d", c.line, other)
		}
		lines[c.input] = c.line
		t.Run(fmt.Sprintf("line=%d", c.line), func(t *testing.T) {
			check(t, c.input, c.want)
			checkPredicates(t, c.input, c.want[0])
		})
	}
}

// predicates lists the answers of the root about a reference as a whole.
type predicates struct{ Abs, NetworkPath, AbsolutePath, RelativePath bool }

// checkPredicates compares them with the words of RFC 3986, sections 4.1 to 4.3, about the first characters of a
// relative reference.
func checkPredicates(t *testing.T, s string, want answer) {
	t.Helper()
	u, err := uri.Parse(s)
	if err != nil {
		return
	}
	relative := !want.Parts.Scheme.Defined
	got := predicates{
		Abs:          u.IsAbs(),
		NetworkPath:  u.IsNetworkPathRef(),
		AbsolutePath: u.IsAbsolutePathRef(),
		RelativePath: isRelativePathRef(u),
	}
	wanted := predicates{
		Abs:          !relative,
		NetworkPath:  relative && strings.HasPrefix(s, "//"),
		AbsolutePath: relative && strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//"),
		RelativePath: relative && !strings.HasPrefix(s, "/"),
	}
	if diff := cmp.Diff(wanted, got); diff != "" {
		t.Errorf("%q (-want +got):\n%s", s, diff)
	}
}

// The character classes of RFC 3986, appendix A, spelled out.
const (
	alphas     = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	digits     = "0123456789"
	hexdigs    = "0123456789ABCDEFabcdef"
	unreserved = alphas + digits + "-._~"
	subDelims  = "!$&'()*+,;="
	pchars     = unreserved + subDelims + ":@"
	notDigits  = alphas + "-._~" + subDelims // what makes an IPv4address a reg-name
	userinfos  = unreserved + subDelims + ":"
)

// A place is somewhere in a URI-reference where any byte can be put: between before and after.
type place struct {
	name          string
	before, after string
	component     func(p parts) span // the component that has the byte if it is one of in
	in            string             // the bytes that the component may have there
	ends          string             // other bytes that make a valid URI-reference, but end the component
	later         []laterError       // bytes that make a later byte wrong; all other bytes are wrong themselves
}

// A laterError is the distance from one of the bytes to the first wrong byte after it.
type laterError struct {
	bytes  string
	offset int
}

// The components that a place can name.
func schemeOf(p parts) span   { return p.Scheme }
func userinfoOf(p parts) span { return p.Userinfo }
func hostOf(p parts) span     { return p.Host }
func portOf(p parts) span     { return p.Port }
func pathOf(p parts) span     { return p.Path }
func queryOf(p parts) span    { return p.Query }
func fragmentOf(p parts) span { return p.Fragment }

// ipv4Of is the host if it is an IPv4address.
func ipv4Of(p parts) span {
	if p.HostKind != "ipv4" {
		return span{}
	}
	return p.Host
}

// If a "%" may begin a pct-encoded, the "z" that follows it in most places is wrong. If a byte makes a scheme the first
// segment of a path-noscheme, the ":" is wrong.
var places = []place{
	{"scheme, first", "", "z:d", schemeOf, alphas, "/?#", []laterError{{"%", 1}, {digits + "-._~" + subDelims + "@", 2}}},
	{"scheme", "a", "z:d", schemeOf, alphas + digits + "+-.", ":/?#", []laterError{{"%", 1}, {"_~!$&'()*,;=@", 2}}},

	{"userinfo", "//u", "z@h", userinfoOf, userinfos, "/?#", []laterError{{"%", 1}, {"@", 2}}},
	{"userinfo, first", "//", "z@h", userinfoOf, userinfos, "/?#", []laterError{{"%", 1}, {"@", 2}, {"[", 1}}},
	{"userinfo, after a colon", "//u:p", "z@h", userinfoOf, userinfos, "", []laterError{{"%", 1}, {"@", 2}}},
	{"userinfo, after a port", "//u:1", "z@h", userinfoOf, userinfos, "/?#", []laterError{{"%", 1}, {"@", 2}}},

	{"reg-name", "//h", "z", hostOf, unreserved + subDelims, "@/?#", []laterError{{"%", 1}, {":", 2}}},
	{"reg-name, after userinfo", "//u@h", "z", hostOf, unreserved + subDelims, "/?#", []laterError{{"%", 1}, {":", 1}}},
	{"IPv4address", "//1.2.3.", "", ipv4Of, digits, notDigits + "@:/?#", []laterError{{"%", 1}}},
	{"IPv4address, after a digit", "//1.2.3.1", "", ipv4Of, digits, notDigits + "@:/?#", []laterError{{"%", 1}}},
	{"IPv6address", "//[1::2", "]", hostOf, hexdigs, "", []laterError{{":.]", 1}}},
	{"IPv6address, first", "//[", "::]", hostOf, hexdigs, "", []laterError{{":", 2}, {"vV", 1}}},
	{"IPv6address, after a colon", "//[1:", ":2]", hostOf, "", "", []laterError{{hexdigs, 3}, {":", 1}}},
	{"IPv6address, embedded IPv4address", "//[::1.", ".3.4]", hostOf, digits, "", nil},
	{"IPvFuture, version, first", "//[v", ".a]", hostOf, hexdigs, "", nil},
	{"IPvFuture, version", "//[v1", ".a]", hostOf, hexdigs + ".", "", nil},
	{"IPvFuture, address, first", "//[v1.", "]", hostOf, unreserved + subDelims + ":", "", nil},
	{"IPvFuture, address", "//[v1.a", "z]", hostOf, unreserved + subDelims + ":", "", []laterError{{"]", 1}}},
	{"after IP-literal", "//[::1]", "", hostOf, "", ":/?#", nil},

	{"port", "//h:1", "", portOf, digits, "@/?#", []laterError{{unreserved + subDelims + ":%", 1}}},
	{"port, after userinfo", "//u@h:1", "2", portOf, digits, "/?#", nil},
	{"port, after IP-literal", "//[::1]:", "2", portOf, digits, "/?#", nil},

	{"path-abempty", "//h/", "z", pathOf, pchars + "/", "?#", []laterError{{"%", 1}}},
	{"path-absolute, first", "/", "z", pathOf, pchars, "/?#", []laterError{{"%", 1}}},
	{"path-absolute", "/a", "z", pathOf, pchars + "/", "?#", []laterError{{"%", 1}}},
	{"path-noscheme, first", "", "z", pathOf, unreserved + subDelims + "@/", "?#", []laterError{{"%", 1}}},
	{"path-noscheme", "1", "z", pathOf, unreserved + subDelims + "@/", "?#", []laterError{{"%", 1}}},
	{"path-noscheme, a later segment", "1/", "z", pathOf, pchars + "/", "?#", []laterError{{"%", 1}}},
	{"path-rootless, first", "s:", "z", pathOf, pchars + "/", "?#", []laterError{{"%", 1}}},
	{"path-rootless", "s:a", "z", pathOf, pchars + "/", "?#", []laterError{{"%", 1}}},
	{"query", "?", "z", queryOf, pchars + "/?", "#", []laterError{{"%", 1}}},
	{"query of a URI", "s://h/?a", "z", queryOf, pchars + "/?", "#", []laterError{{"%", 1}}},
	{"fragment", "#", "z", fragmentOf, pchars + "/?", "", []laterError{{"%", 1}}},
	{"fragment of a URI", "s://h/?a#", "z", fragmentOf, pchars + "/?", "", []laterError{{"%", 1}}},

	{"pct-encoded in userinfo", "//%", "1@h", userinfoOf, hexdigs, "", nil},
	{"pct-encoded in userinfo, second", "//:%1", "@h", userinfoOf, hexdigs, "", nil},
	{"pct-encoded in reg-name", "//u@%", "1", hostOf, hexdigs, "", nil},
	{"pct-encoded in reg-name, second", "//%1", "", hostOf, hexdigs, "", nil},
	{"pct-encoded in path-abempty", "//h/%", "1", pathOf, hexdigs, "", nil},
	{"pct-encoded in path-absolute, second", "/%1", "", pathOf, hexdigs, "", nil},
	{"pct-encoded in path-noscheme", "%", "1", pathOf, hexdigs, "", nil},
	{"pct-encoded in path-noscheme, second", "a%1", "", pathOf, hexdigs, "", nil},
	{"pct-encoded in path-rootless", "s:%", "1", pathOf, hexdigs, "", nil},
	{"pct-encoded in query", "?%", "1", queryOf, hexdigs, "", nil},
	{"pct-encoded in query, second", "?%1", "", queryOf, hexdigs, "", nil},
	{"pct-encoded in fragment", "#%", "1", fragmentOf, hexdigs, "", nil},
	{"pct-encoded in fragment, second", "#%1", "", fragmentOf, hexdigs, "", nil},
}

// TestEveryByteEverywhere puts every byte into every place and compares every implementation with the RFC's sets.
func TestEveryByteEverywhere(t *testing.T) {
	for _, p := range places {
		t.Run(strings.ReplaceAll(p.name, " ", "_"), func(t *testing.T) {
			for b := range 256 {
				for _, impl := range implementations {
					p.check(t, byte(b), impl.name, impl.answer)
				}
			}
		})
	}
}

func (p place) check(t *testing.T, b byte, name string, answer func(int, string) answer) {
	t.Helper()
	s := p.before + string([]byte{b}) + p.after // string(rune(b)) would be UTF-8
	at := len(p.before)
	got := answer(0, s)
	c := p.component(got.Parts)
	held := c.Lo <= at && at < c.Hi
	in := strings.IndexByte(p.in, b) >= 0
	if ok := in || strings.IndexByte(p.ends, b) >= 0; got.OK != ok || held != in {
		t.Errorf("%q by %s: valid is %t and the byte is in the component is %t, want %t and %t",
			s, name, got.OK, held, ok, in)
	}
	if want := at + p.wrongAt(b); !got.OK && got.Offset != want {
		t.Errorf("%q by %s: wrong byte at %d, want %d", s, name, got.Offset, want)
	}
}

// wrongAt returns how many bytes, from b on, are still part of a prefix of a URI-reference.
func (p place) wrongAt(b byte) int {
	for _, d := range p.later {
		if strings.IndexByte(d.bytes, b) >= 0 {
			return d.offset
		}
	}
	return 0
}

// TestExhaustive compares the scanner with the reference parser for all short strings over one byte of each byte class,
// alone and after prefixes that lead to all parts of the grammar. If URI_LONG is set, the strings are longer by one
// byte.
func TestExhaustive(t *testing.T) {
	alphabet := kit.OneOfEachClass(tables.URI())
	run := func(production int, prefix string, length int) {
		length -= kit.Rounds(1, 1, 0)
		name := fmt.Sprintf("production=%s/prefix=%q", productions[production].name, prefix)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := exhaustive{t, production, alphabet}
			e.compare(prefix, len(prefix))
			e.extend(append(make([]byte, 0, len(prefix)+length), prefix...), -1)
		})
	}
	// The other productions differ from the first one only in the scheme and in the "#".
	run(0, "", 5)
	for i := range productions[1:] {
		run(i+1, "", 4)
	}
	// Each is a prefix of a URI-reference: extend relies on that.
	for _, prefix := range []string{
		"//", "//a:", "//a:b@", "//%4", "//1.2.3.", "//25", "s://h/", "s:a", "a/", "?", "#",
		"//[", "//[1:2:3:4:5:", "//[1:2:3:4:5:6:", "//[1:2::3:4:5:", "//[::1.2.3", "//[::2", "//[v", "//[v1.",
	} {
		run(0, prefix, 4)
	}
}

// TestEveryTransition compares the scanner with the reference parser for every transition of the automaton: for a
// shortest input that leads to its state, the byte, and every completion, which shows the state after the byte. So it
// reaches states that no short string reaches. Each transition has some of the completions, and all if URI_LONG is set.
func TestEveryTransition(t *testing.T) {
	alphabet := kit.OneOfEachClass(tables.URI())
	turn, every := 0, kit.Rounds(7, 5, 1)
	access := map[tables.State]string{tables.Start: ""}
	for queue := []tables.State{tables.Start}; len(queue) > 0; queue = queue[1:] {
		for _, b := range alphabet {
			s := access[queue[0]] + string([]byte{b})
			for _, c := range completions {
				if turn++; turn%every != 0 {
					continue
				}
				want := referenceAnswer(0, s+c)
				if got := scanAnswer(0, s+c); got != want {
					t.Errorf("%q (-want +got):\n%s", s+c, cmp.Diff(want, got))
				}
			}
			next, _ := tables.URI().Step(queue[0], b)
			if _, ok := access[next]; !ok && next != tables.Invalid {
				access[next] = s
				queue = append(queue, next)
			}
		}
	}
}

// TestLong compares the scanner with the reference parser for the inputs of testdata/conformance.txt after and before
// long components. So the inputs are far from the start and the end, and at many offsets, to find mistakes at the edges
// of blocks.
func TestLong(t *testing.T) {
	lengths := []int{5, 13, 27, 58, 61, 123}
	if !kit.Long() {
		lengths = []int{61}
	}
	cases := conformanceCases(t)
	for _, n := range lengths {
		t.Run(fmt.Sprintf("length=%d", n), func(t *testing.T) {
			t.Parallel()
			long := strings.Repeat("f1", n)[:n]
			for _, c := range cases {
				checkLong(t, c.input+long)
				for _, before := range []string{"", "//", "//u@", "/", "s:", "?", "#"} {
					checkLong(t, before+long+c.input)
				}
			}
		})
	}
}

func checkLong(t *testing.T, s string) {
	t.Helper()
	want := referenceAnswer(0, s)
	if got := scanAnswer(0, s); got != want {
		t.Errorf("%q on string (-want +got):\n%s", s, cmp.Diff(want, got))
	}
	if got := scanAnswer(0, []byte(s)); got != want {
		t.Errorf("%q on []byte (-want +got):\n%s", s, cmp.Diff(want, got))
	}
}

// exhaustive compares for one production.
type exhaustive struct {
	t          *testing.T
	production int
	alphabet   []byte
}

// extend compares for all strings that begin with prefix, are longer, and fit its capacity. The offset is that of the
// first byte that makes prefix invalid, or -1 if a sentence begins with prefix. So isPrefix is not called for each
// length of each string.
func (e *exhaustive) extend(prefix []byte, offset int) {
	if len(prefix) == cap(prefix) {
		return
	}
	for _, b := range e.alphabet {
		// This overwrites what the last round appended, which is done with.
		longer := append(prefix, b)
		s, wrong := string(longer), offset
		if offset < 0 && !isPrefix(productions[e.production].production, s) {
			wrong = len(prefix)
		}
		if wrong < 0 {
			e.compare(s, len(s))
		} else {
			e.compare(s, wrong)
		}
		e.extend(longer, wrong)
	}
}

// compare compares the answers for s. If s is not a sentence, its first wrong byte is at the offset.
func (e *exhaustive) compare(s string, offset int) {
	want := answer{Offset: offset}
	want.Parts, want.OK = referenceParse(productions[e.production].production, s)
	if got := scanAnswer(e.production, s); got != want {
		// One is enough: a mistake shows in thousands of strings.
		e.t.Fatalf("%q as %s (-want +got):\n%s", s, productions[e.production].name, cmp.Diff(want, got))
	}
}

// isRelativePathRef reports whether u is a relative-path reference (RFC 3986, section 4.2).
func isRelativePathRef(u uri.URI) bool { return !u.IsAbs() && !strings.HasPrefix(u.String(), "/") }

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
// from the RFC (testdata/conformance.txt), and for inputs that are too many for a hand, the reference parser. The
// reference parser itself is checked against the first source.

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
	p.PathRule = p.pathRule(string(s[lo:hi])) // of the reference parser
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
			if u, err := uri.Parse(c.input); err == nil {
				checkRanges(t, c.input, u)
			}
		})
	}
}

// places is a list of references with a "*" for a byte, at each place of the grammar: in each component, at its start
// and later, after each kind of those before it, and in percent-encodings.
const places = `
	*z:d a*z:d //u*z@h //*z@h //u:p*z@h //u:1*z@h //h*z //u@h*z //1.2.3.* //1.2.3.1* //[1::2*] //[*::] //[1:*:2]
	//[::1.*.3.4] //[v*.a] //[v1*.a] //[v1.*] //[v1.a*z] //[::1]* //h:1* //u@h:1*2 //[::1]:*2 //h/*z /*z /a*z *z
	1*z 1/*z s:*z s:a*z ?*z s://h/?a*z #*z s://h/?a#*z //%*1@h //:%1*@h //u@%*1 //%1* //h/%*1 /%1* %*1 a%1*
	s:%*1 ?%*1 ?%1* #%*1 #%1*
`

// TestEveryByteEverywhere puts every byte into every place and compares every implementation with the reference parser.
func TestEveryByteEverywhere(t *testing.T) {
	for place := range strings.FieldsSeq(places) {
		for b := range 256 {
			s := strings.Replace(place, "*", string([]byte{byte(b)}), 1) // string(rune(b)) would be UTF-8
			want := referenceAnswer(0, s)
			for _, impl := range implementations {
				if got := impl.answer(0, s); got != want {
					t.Errorf("%q by %s (-want +got):\n%s", s, impl.name, cmp.Diff(want, got))
				}
			}
		}
	}
}

// TestEveryTransition compares the scanner with the reference parser for every transition of the automaton: for a
// shortest input that leads to its state, the byte, and every completion, which shows the state after the byte. Each
// transition has some of the completions, and all if URI_LONG is set. The tests of package fsm compare the scanner with
// the automaton for many more strings.
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

// isRelativePathRef reports whether u is a relative-path reference (RFC 3986, section 4.2).
func isRelativePathRef(u uri.URI) bool { return !u.IsAbs() && !strings.HasPrefix(u.String(), "/") }

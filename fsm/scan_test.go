package fsm

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/tables"
)

var productions = []Production{
	URIReference, URI, AbsoluteURI, RelativeRef, IRIReference, IRI, AbsoluteIRI, IRelativeRef, HostPort, OriginForm,
}

// String returns a name for messages of tests.
func (p Production) String() string {
	return [...]string{
		"URI-reference", "URI", "absolute-URI", "relative-ref", "IRI-reference", "IRI", "absolute-IRI", "irelative-ref",
		"host and port", "origin-form",
	}[slices.Index(productions, p)]
}

// A scanner is a way to scan an input.
type scanner struct {
	name string
	scan func(p Production, s string, r *Ranges) (n int, ok bool)
}

// scanners are the ways to scan that exist for every production.
var scanners = []scanner{
	{"string", ScanAs[string]},
	{"bytes", func(p Production, s string, r *Ranges) (int, bool) { return ScanAs(p, []byte(s), r) }},
	{"string, without vectors", func(p Production, s string, r *Ranges) (n int, ok bool) {
		WithoutVector(func() { n, ok = ScanAs(p, s, r) })
		return n, ok
	}},
	{"bytes, without vectors", func(p Production, s string, r *Ranges) (n int, ok bool) {
		WithoutVector(func() { n, ok = ScanAs(p, []byte(s), r) })
		return n, ok
	}},
}

// referenceScanners are more ways to scan a URI-reference.
var referenceScanners = []scanner{
	{"Scan, string", func(_ Production, s string, r *Ranges) (int, bool) { return Scan(s, r) }},
	{"Scan, bytes", func(_ Production, s string, r *Ranges) (int, bool) { return Scan([]byte(s), r) }},
	{"Records", func(_ Production, s string, r *Ranges) (int, bool) { return scanRecord(s, r) }},
}

// scanRecord scans s as a record between others, with a separator that is not in s. The next record could be mistaken
// for a part of it.
func scanRecord(s string, r *Ranges) (n int, ok bool) {
	separators := "\n\x00 \xff\""
	i := strings.IndexFunc(separators, func(sep rune) bool { return !strings.ContainsRune(s, sep) })
	if i < 0 {
		return Scan(s, r)
	}
	sep := separators[i]
	before, after := strings.Repeat("x", len(s)*7%90), strings.Repeat("41:@/?#%", 40)
	data := slices.Concat([]byte(before), []byte{sep}, []byte(s), []byte{sep}, []byte(after))
	for rec := range Records(data, sep) {
		if rec.Number == 2 {
			if string(rec.Bytes) != s || rec.Offset != int64(len(before)+1) || rec.Cut {
				return -1, false
			}
			*r = rec.Ranges
			return rec.N, rec.OK
		}
	}
	return -1, false
}

// An answer is the complete result of a scan.
type answer struct {
	N      int
	OK     bool
	Ranges Ranges // if OK
}

func (sc scanner) answer(p Production, s string) answer {
	r := stale() // the old content must not affect the result
	n, ok := sc.scan(p, s, &r)
	return newAnswer(n, ok, &r)
}

func newAnswer(n int, ok bool, r *Ranges) answer {
	if !ok {
		return answer{N: n}
	}
	return answer{n, ok, *r}
}

// stepped returns the answer that follows from the definitions. It steps the automaton of p, and stops at the first
// byte that no sentence of p can have there. Proofs in cmd/gentables show that the automata follow their grammars, and
// that a URI, for example, is a URI-reference that sets the mark of the scheme.
func stepped(p Production, s string) (a answer) {
	rule := p.get()
	state, char, inScheme := tables.Start, 0, true // inScheme: all bytes so far can be a scheme
	var m tables.Marks
	for a.N < len(s) {
		if !rule.automaton.Context(state).InCharacter() {
			char = a.N
		}
		next, mark := rule.automaton.Step(state, s[a.N])
		inScheme = inScheme && (isLetter(s[a.N]) || a.N > 0 && strings.IndexByte("0123456789+-.", s[a.N]) >= 0)
		if next == tables.Invalid || rule.scheme == forbidden && mark == tables.MarkScheme ||
			rule.scheme == required && m[tables.MarkScheme] == 0 && !inScheme && mark != tables.MarkScheme ||
			rule.noFragment && mark == tables.MarkFragment {
			break
		}
		a.N++
		m[mark] = uint32(a.N)
		state = next
	}
	if rule.automaton.Context(state).InCharacter() {
		a.N = char // no offset is inside a character
	}
	a.OK = a.N == len(s) && rule.automaton.Accepting(state) && (rule.scheme != required || m[tables.MarkScheme] != 0)
	if a.OK && p == HostPort {
		a.Ranges = hostRanges(a.N, &m)
	} else if a.OK {
		a.Ranges.offsets().SetMarks(&m, uint32(a.N))
	}
	return a
}

// hostRanges returns the ranges of "//" and a host and port of n bytes.
func hostRanges(n int, m *tables.Marks) Ranges {
	end, hostEnd := uint32(n)+2, uint32(n)+2
	if m[tables.MarkPort] != 0 {
		hostEnd = m[tables.MarkPort] - 1 + 2
	}
	return RangesOf([8]uint32{0, 2, 2, hostEnd, end, end, end, end})
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// A why explains why an input is invalid. The zero why is for a valid input.
type why struct {
	N         int
	Component Component
	Reason    Reason
}

// whyOf scans s and explains why it is not a sentence of p.
func whyOf[T string | []byte](p Production, s T) (w why) {
	r := stale()
	n, ok := ScanAs(p, s, &r)
	if ok {
		return why{}
	}
	w.N = n
	w.Component, w.Reason = Explain(p, s, n)
	return w
}

// checkScanners compares all ways to scan s as p with the automaton, and one way to scan it as each of others. It
// reports whether they agree.
func checkScanners(t *testing.T, s string, p Production, others ...Production) bool {
	t.Helper()
	agree := true
	check := func(p Production, want answer, list []scanner) {
		for _, sc := range list {
			if got := sc.answer(p, s); got != want {
				t.Errorf("%s: %q as %v (-automaton +scanner):\n%s", sc.name, s, p, diffAnswers(want, got))
				agree = false
			}
		}
	}
	want := stepped(p, s)
	check(p, want, scanners)
	if p == URIReference {
		check(p, want, referenceScanners)
	}
	for _, p := range others {
		check(p, stepped(p, s), scanners[:1])
	}
	if want.OK {
		return agree
	}
	if got, want := whyOf(p, []byte(s)), whyOf(p, s); got != want {
		t.Errorf("%q as %v: %v, as bytes %v", s, p, want, got)
		return false
	}
	return agree
}

func diffAnswers(want, got answer) string {
	return cmp.Diff(want, got, cmpopts.EquateComparable(Ranges{}))
}

// checkReference compares the scanners on s as each production of RFC 3986.
func checkReference(t *testing.T, s string) bool {
	t.Helper()
	return checkScanners(t, s, URIReference, URI, AbsoluteURI, RelativeRef)
}

// conformance returns the inputs of the conformance cases.
func conformance(t testing.TB) []string { return kit.Conformance(t, 1) }

func TestScanConformance(t *testing.T) {
	for _, s := range conformance(t) {
		checkReference(t, s)
	}
}

// TestScanExhaustively scans all strings of up to some length over one byte of each class. It scans each alone, and
// between other strings, so that the fast path takes different branches.
func TestScanExhaustively(t *testing.T) {
	length := kit.Rounds(3, 3, 4)
	letters := strings.Split(string(kit.OneOfEachClass(tables.URI())), "")
	around := []struct{ before, after string }{
		{"", ""}, {"https://", ""}, {"https://a", "/b"}, {"//", "@h:1/"}, {"a:", ""}, {"https://h/p?", ""}, {"https://h/#", "?"},
		{"https://h/" + strings.Repeat("p", 50), ""}, {"https://h/" + strings.Repeat("p", 52), "qqqqqqqqqq?#"},
	}
	for s := range kit.Concatenations(letters, length) {
		for i, a := range around {
			if (i == 0 || len(s) < length) && !checkReference(t, a.before+s+a.after) {
				t.FailNow()
			}
		}
	}
}

// templates are references that the tests cut, move and corrupt. Each has a feature of its own.
var templates = []string{
	"https://www.example.com/" + strings.Repeat("path/of/segments-", 20),
	"http://user:password@www.example.com:8042/over/there?" + strings.Repeat("name=ferret&", 30),
	"//[2001:db8::7]:80/" + strings.Repeat("%e2%82%AC/", 30) + "?q#f",
	"urn:example:" + strings.Repeat("animal:ferret:nose:", 20) + "#" + strings.Repeat("a?b/", 20),
	"/" + strings.Repeat("a", 60) + "/b?" + strings.Repeat("c", 70) + "#" + strings.Repeat("d%20", 50),
	strings.Repeat("very-long-scheme+or.segment", 20) + ":" + "//host",
	strings.Repeat("s", 60) + "://user@host:80/path",
	strings.Repeat("s", 61) + "://host/path",
	strings.Repeat("s", 62) + "://user@host/path",
	strings.Repeat("s", 63) + "://host?query",
	"//" + strings.Repeat("a.very-long.host.", 20) + ":80/path",
	"https://h?" + strings.Repeat("q", 40) + "#" + strings.Repeat("%41", 80),
	"mailto:" + strings.Repeat("fred@example.com,", 20),
}

// TestScanAtEveryLengthAndAlignment cuts each template to every length from 0 to 300, and puts it at every offset from
// a multiple of 64. The bytes around it could be mistaken for a part of it, so that a read outside changes the result.
func TestScanAtEveryLengthAndAlignment(t *testing.T) {
	step := kit.Rounds(7, 7, 1)
	for _, template := range templates {
		for align := 0; align < 64; align += step {
			for length := range min(300, len(template)) + 1 {
				memory := aligned(64 + align + length + 64)
				for i := range memory {
					memory[i] = "%4:/?#@"[i%7]
				}
				s := memory[64+align : 64+align+length]
				copy(s, template)
				if want, got := stepped(URIReference, template[:length]), scanInPlace(s); got != want {
					t.Fatalf("length %d at offset %d: %q (-automaton +scan):\n%s", length, align, s, diffAnswers(want, got))
				}
			}
		}
	}
}

// aligned returns size bytes of memory that begin at a multiple of 64.
func aligned(size int) []byte {
	memory := make([]byte, size+64)
	skip := -uintptr(unsafe.Pointer(&memory[0])) & 63
	return memory[skip:][:size]
}

// scanInPlace scans s at its place in memory.
func scanInPlace(s []byte) answer {
	var r Ranges
	n, ok := Scan(s, &r)
	return newAnswer(n, ok, &r)
}

// TestScanWrongBytes replaces each of the first 300 bytes of each template with bytes of every relevant kind.
func TestScanWrongBytes(t *testing.T) {
	step := kit.Rounds(23, 13, 1)
	for n, template := range templates {
		for i := n % step; i < min(300, len(template)); i += step {
			for _, c := range []byte("\x00 %:/?#@[]aFg0.~\x7f\x80\xff") {
				s := []byte(template)
				s[i] = c
				checkReference(t, string(s))
				checkReference(t, string(s[:i+1]))
			}
		}
	}
}

// TestScanAtRandom scans random sequences of pieces.
func TestScanAtRandom(t *testing.T) {
	pieces := []string{"https://", "http://", "//", "a:", "/", "?", "#", "@", ":", "%41", "%", "%4", "[::1]", "[", "]", "8080", "user",
		"www.example.com", "segment", " ", "\xff", strings.Repeat("x", 31), strings.Repeat("y", 64)}
	random := kit.Random(t)
	rounds := kit.Rounds(20_000, 20_000, 200_000)
	for range rounds {
		var s strings.Builder
		for range random.IntN(12) {
			s.WriteString(pieces[random.IntN(len(pieces))])
		}
		checkReference(t, s.String())
	}
}

// checkRecords compares the records of data with bytes.IndexByte and the automaton.
func checkRecords(t *testing.T, data []byte, sep byte) {
	t.Helper()
	pos, number := 0, int64(0)
	for rec := range Records(data, sep) {
		n := bytes.IndexByte(data[pos:], sep)
		if n < 0 {
			n = len(data) - pos
		}
		want := Record{Bytes: data[pos:][:n:n], Number: number + 1, Offset: int64(pos)}
		answer := stepped(URIReference, string(want.Bytes))
		want.N, want.OK, want.Ranges = answer.N, answer.OK, answer.Ranges
		if rec.Number != want.Number || rec.Offset != want.Offset || rec.Cut || cap(rec.Bytes) != n ||
			unsafe.SliceData(rec.Bytes) != unsafe.SliceData(want.Bytes) ||
			newAnswer(rec.N, rec.OK, &rec.Ranges) != answer {
			t.Fatalf("separator %q, %d bytes after %d: got %+v, want %+v\n%q", sep, len(data), pos, *rec, want, data)
		}
		pos += n + 1
		number++
	}
	if pos < len(data) {
		t.Fatalf("separator %q: no record at %d of %d bytes:\n%q", sep, pos, len(data), data)
	}
}

// TestRecordsAtRandom reads sequences of references that are spliced from others, or have one wrong byte, with
// separators that may occur in them.
func TestRecordsAtRandom(t *testing.T) {
	references := append(conformance(t), kit.Refs()...)
	references = append(references, kit.IPv6()...)
	references = append(references, kit.Files()[:50]...)
	references = append(references, kit.Queries()[:50]...)
	random := kit.Random(t)
	oneOf := func(s string) byte { return s[random.IntN(len(s))] }
	part := func() string {
		s := references[random.IntN(len(references))]
		return s[random.IntN(len(s)+1):]
	}
	for range kit.Rounds(300, 2000, 20_000) {
		sep := oneOf("\n\n\n\x00\r \xffa%:/?#@[4")
		var data []byte
		for range random.IntN(1 << random.IntN(8)) {
			begin := len(data)
			data = append(data, references[random.IntN(len(references))]...)
			switch random.IntN(4) {
			case 0:
				data = append(data[:begin+random.IntN(len(data)-begin+1)], part()...)
			case 1:
				if len(data) > begin {
					data[begin+random.IntN(len(data)-begin)] = oneOf("\x00 %/?#:@[]aF0\x7f\x80\r\n")
				}
			}
			data = append(data, sep)
		}
		if random.IntN(2) == 0 {
			data = data[:random.IntN(len(data)+1)] // no separator at the end
		}
		checkRecords(t, slices.Clip(data), sep)
	}
}

// TestRecordsAtWindowEnds puts the first stop of a record at every offset around the ends of the two words of bitmaps
// that are read first. It begins the record at every bit of a byte of the bitmaps.
func TestRecordsAtWindowEnds(t *testing.T) {
	for shift := range 8 {
		for n := 50; n < 130; n++ {
			for _, stop := range []string{"?q#f", "#f?", "%41/", "%4/", " ", "[", "", "?" + strings.Repeat("q", 900)} {
				path := strings.Repeat("p", n-len("//h/"))
				data := strings.Repeat("x", 8-1+shift) + "\n//h/" + path + stop + "\n" + strings.Repeat("y/", 700)
				checkRecords(t, slices.Clip([]byte(data)), '\n')
			}
		}
	}
}

// TestRecordsAtLastWindows puts a stop at every offset in the last words of bitmaps of a record that is about as long
// as the longest records that are read in a chunk.
func TestRecordsAtLastWindows(t *testing.T) {
	const longest = 1024 // longRecord, which only processors with the kernels have
	step := kit.Rounds(17, 11, 1)
	for shift := range 8 {
		for length := longest - 2; length <= longest+2; length++ {
			for n := length - 140 + shift%step; n < length; n += step {
				for _, stop := range []string{"?", "%"} {
					path := strings.Repeat("p", n-len("//h/"))
					record := "//h/" + path + stop + strings.Repeat("q", length-n-1)
					data := strings.Repeat("x", 8-1+shift) + "\n" + record + "\n" + strings.Repeat("y/", 1600)
					checkRecords(t, slices.Clip([]byte(data)), '\n')
				}
			}
		}
	}
}

// TestScanLiterals scans IP-literals: all sequences of colons and groups up to some length, and random sequences of
// other pieces, in different places.
func TestScanLiterals(t *testing.T) {
	around := []struct{ before, after string }{
		{"//[", "]"}, {"https://[", "]:80/a?b#c"}, {"http://user:pw@[", "]/"}, {"//u@[", "]?q"}, {"//[", "]:8x"}, {"//[", "]a"},
		{"//[", "]@h"}, {"//[", "]:1@h"}, {"//h[", "]"}, {"[", "]"}, {"a:[", "]"}, {"//h/@[", "]"}, {"//[", "] "}, {"//[", "]#["},
		{"//[::1]@[", "]"}, {"//[", "]%41"}, {"//[", "]/%4"}, {"https://h/?" + strings.Repeat("x", 20) + "@[", "]"},
		{"https://" + strings.Repeat("x", 20) + "@[", "]/"}, {"//[", "]" + strings.Repeat("/", 40)},
	}
	check := func(text string, places int) {
		for _, a := range around[:places] {
			if !checkReference(t, a.before+text+a.after) {
				t.FailNow()
			}
		}
	}
	for length := range kit.Rounds(9, 9, 16) {
		for pattern := range 1 << length {
			text := make([]byte, length)
			for i := range text {
				text[i] = "1:"[pattern>>i&1]
			}
			check(string(text), 1)
		}
	}
	pieces := []string{":", "::", ":", "1", "ab", "CDE", "ffff", "12345", "1.2.3.4", "255.255.255.255", "1.2.3.256", ".", "g", "/", "@",
		"%41", "v1.", "]", "[", "?", "#", "é"}
	random := kit.Random(t)
	for range kit.Rounds(200, 1_000, 50_000) {
		var s strings.Builder
		groups := random.IntN(9)
		for i := range groups { // nearly an address
			s.WriteString(pieces[random.IntN(10)/3%3+3*min(i%2, 1)])
		}
		if random.IntN(2) == 0 {
			for range random.IntN(8) {
				s.WriteString(pieces[random.IntN(len(pieces))])
			}
		}
		check(s.String(), len(around))
	}
	for i := range 9 { // addresses with an IPv4address, and with all groups
		for elided := range 9 {
			for _, last := range []string{"1", "1.2.3.4", ""} {
				left, right := strings.Repeat("fe80:", i), strings.Repeat(":1a2b", elided)
				check(left+right[min(1, len(right)):]+last, len(around))
				check(left+":"+strings.TrimPrefix(right, ":")+":"+last, len(around))
				check(strings.TrimSuffix(left, ":")+":"+right+":"+last, len(around))
				check(left+last, len(around))
			}
		}
	}
}

func FuzzScan(f *testing.F) {
	for s := range kit.Seeds(conformance(f)) {
		f.Add(s)
		f.Add("https://www.example.com/" + strings.Repeat("x", 37) + s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkReference(t, s) })
}

// TestNoAllocs checks that no function allocates, whatever its result is.
func TestNoAllocs(t *testing.T) {
	inputs := slices.Concat(conformance(t), templates, iriTemplates, malformed, httpTemplates)
	asBytes := make([][]byte, len(inputs))
	for i, s := range inputs {
		asBytes[i] = []byte(s)
	}
	for _, p := range productions {
		if n := testing.AllocsPerRun(5, func() { scanAll(p, inputs) }); n != 0 {
			t.Errorf("%v, string: %v allocations", p, n)
		}
		if n := testing.AllocsPerRun(5, func() { scanAll(p, asBytes) }); n != 0 {
			t.Errorf("%v, bytes: %v allocations", p, n)
		}
	}
}

func scanAll[T string | []byte](p Production, inputs []T) {
	var r Ranges
	for _, s := range inputs {
		if n, ok := ScanAs(p, s, &r); !ok {
			Explain(p, s, n)
		}
		if _, ok := Scan(s, &r); ok {
			HostKindOf(s, &r)
		}
	}
}

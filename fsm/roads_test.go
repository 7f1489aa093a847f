package fsm

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/urispan/uri/internal/hostile/input"
	"github.com/urispan/uri/internal/randtest"
	"github.com/urispan/uri/internal/samples"
	"github.com/urispan/uri/tables"
)

// This file sends the same inputs along every road, and compares the results field by field with those of the machine
// on the string. Other tests prove that the machine is right (in cmd/gentables and in the root package).

// A road is one way to scan.
type road struct {
	name string
	scan func(s string, r *Ranges) (n int, ok bool)
}

// roads has the roads of this system. Other test files add to it.
var roads = []road{
	{"machine, bytes", func(s string, r *Ranges) (int, bool) { return machine([]byte(s), r) }},
	{"scan, string", func(s string, r *Ranges) (int, bool) { return Scan(s, r) }},
	{"scan, bytes", func(s string, r *Ranges) (int, bool) { return Scan([]byte(s), r) }},
	{"records", scanRecord},
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

// An answer is the complete result of a road.
type answer struct {
	N      int
	OK     bool
	Ranges Ranges // if OK
	Why    [RelativeRef + 1]why
}

// A why explains a dead input for one production.
type why struct {
	N         int
	Component Component
	Reason    Reason
}

func (rd road) answer(s string) (a answer) {
	r := stale() // the old content must not affect the result
	n, ok := rd.scan(s, &r)
	return newAnswer(s, n, ok, &r)
}

func newAnswer(s string, n int, ok bool, r *Ranges) answer {
	a := answer{N: n, OK: ok}
	if ok {
		a.Ranges = *r
	}
	for p := range a.Why {
		if p := Production(p); !ok || !p.admits(r.offsets()) {
			w := &a.Why[p]
			w.N = death(p, n, s, r.offsets())
			w.Component, w.Reason = Explain(p, s, w.N, r)
		}
	}
	return a
}

// checkRoads compares the roads on s and reports whether they agree.
func checkRoads(t *testing.T, s string) bool {
	want := road{scan: machine[string]}.answer(s)
	agree := true
	for _, rd := range roads {
		if got := rd.answer(s); got != want {
			t.Errorf("%s: %q (-machine +road):\n%s", rd.name, s, cmp.Diff(want, got, cmpopts.EquateComparable(Ranges{})))
			agree = false
		}
	}
	return agree
}

// conformance returns the inputs of the conformance cases.
func conformance(t testing.TB) []string { return input.Conformance(t, 1) }

func TestRoadsOnConformance(t *testing.T) {
	for _, s := range conformance(t) {
		checkRoads(t, s)
	}
}

// TestRoadsExhaustively scans all strings of up to some length over one byte of each class. It scans each alone, and
// between other texts that bring it to the places where the fast roads take different branches.
func TestRoadsExhaustively(t *testing.T) {
	length := 4
	if testing.Short() {
		length = 3
	}
	classes := map[uint8]byte{}
	for c := 255; c >= 0; c-- {
		classes[tables.Class(byte(c))] = byte(c)
	}
	var letters []byte
	for _, c := range classes {
		letters = append(letters, c)
	}
	around := []struct{ before, after string }{
		{"", ""}, {"https://", ""}, {"https://a", "/b"}, {"//", "@h:1/"}, {"a:", ""}, {"https://h/p?", ""}, {"https://h/#", "?"},
		{"https://h/" + strings.Repeat("p", 50), ""}, {"https://h/" + strings.Repeat("p", 52), "qqqqqqqqqq?#"},
	}
	var build func(s string, left int)
	build = func(s string, left int) {
		for i, a := range around {
			if i == 0 || len(s) < length {
				if !checkRoads(t, a.before+s+a.after) {
					t.FailNow()
				}
			}
		}
		for _, c := range letters {
			if left > 0 {
				build(s+string([]byte{c}), left-1)
			}
		}
	}
	build("", length)
}

// templates are references that the tests cut, move and spoil. Each has a feature that the others lack.
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

// TestRoadsAtEveryLengthAndAlignment cuts each template to every length from 0 to 300, and puts it at every offset from
// a multiple of 64. The bytes around it could be mistaken for a part of it, so that a read outside changes the result.
func TestRoadsAtEveryLengthAndAlignment(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 7
	}
	for _, template := range templates {
		for align := 0; align < 64; align += step {
			for length := range min(300, len(template)) + 1 {
				memory := aligned(64 + align + length + 64)
				for i := range memory {
					memory[i] = "%4:/?#@"[i%7]
				}
				s := memory[64+align : 64+align+length]
				copy(s, template)
				if want, got := (road{scan: machine[string]}).answer(template[:length]), scanInPlace(s); got != want {
					t.Fatalf("length %d at offset %d: %q (-machine +scan):\n%s", length, align, s,
						cmp.Diff(want, got, cmpopts.EquateComparable(Ranges{})))
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
func scanInPlace(s []byte) (a answer) {
	var r Ranges
	n, ok := Scan(s, &r)
	return newAnswer(string(s), n, ok, &r)
}

// TestRoadsOnSpoiled replaces each of the first 300 bytes of each template by bytes of every relevant kind.
func TestRoadsOnSpoiled(t *testing.T) {
	for _, template := range templates {
		for i := range min(300, len(template)) {
			for _, c := range []byte("\x00 %:/?#@[]aFg0.~\x7f\x80\xff") {
				s := []byte(template)
				s[i] = c
				checkRoads(t, string(s))
				checkRoads(t, string(s[:i+1]))
			}
		}
	}
}

// TestRoadsAtRandom scans random sequences of pieces.
func TestRoadsAtRandom(t *testing.T) {
	pieces := []string{"https://", "http://", "//", "a:", "/", "?", "#", "@", ":", "%41", "%", "%4", "[::1]", "[", "]", "8080", "user",
		"www.example.com", "segment", " ", "\xff", strings.Repeat("x", 31), strings.Repeat("y", 64)}
	random := randtest.New(t)
	rounds := 200_000
	if testing.Short() {
		rounds = 20_000
	}
	for range rounds {
		var s strings.Builder
		for range random.IntN(12) {
			s.WriteString(pieces[random.IntN(len(pieces))])
		}
		checkRoads(t, s.String())
	}
}

// checkRecords compares the records of data with bytes.IndexByte and the machine.
func checkRecords(t *testing.T, data []byte, sep byte) {
	t.Helper()
	pos, number := 0, int64(0)
	for rec := range Records(data, sep) {
		n := bytes.IndexByte(data[pos:], sep)
		if n < 0 {
			n = len(data) - pos
		}
		want := Record{Bytes: data[pos:][:n:n], Number: number + 1, Offset: int64(pos)}
		want.N, want.OK = machine(want.Bytes, &want.Ranges)
		if rec.Number != want.Number || rec.Offset != want.Offset || rec.Cut || cap(rec.Bytes) != n ||
			unsafe.SliceData(rec.Bytes) != unsafe.SliceData(want.Bytes) ||
			newAnswer(string(rec.Bytes), rec.N, rec.OK, &rec.Ranges) != newAnswer(string(want.Bytes), want.N, want.OK, &want.Ranges) {
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
	references := append(conformance(t), samples.Refs()...)
	references = append(references, samples.IPv6()...)
	references = append(references, samples.Files()[:50]...)
	references = append(references, samples.Queries()[:50]...)
	random := randtest.New(t)
	oneOf := func(s string) byte { return s[random.IntN(len(s))] }
	part := func() string {
		s := references[random.IntN(len(references))]
		return s[random.IntN(len(s)+1):]
	}
	for range input.Rounds(300, 2000, 20_000) {
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

// TestRecordsAtLastWindows puts a stop at every offset in the last words of bitmaps of a record that is about as long as
// the longest records that are read on a sheet.
func TestRecordsAtLastWindows(t *testing.T) {
	const longest = 1024 // longRecord, which only processors with the kernels have
	for shift := range 8 {
		for length := longest - 2; length <= longest+2; length++ {
			for n := length - 140; n < length; n++ {
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

// TestRoadsOnLiterals scans IP-literals: all sequences of colons and groups up to some length, and random sequences of
// other pieces, in different places.
func TestRoadsOnLiterals(t *testing.T) {
	around := []struct{ before, after string }{
		{"//[", "]"}, {"https://[", "]:80/a?b#c"}, {"http://user:pw@[", "]/"}, {"//u@[", "]?q"}, {"//[", "]:8x"}, {"//[", "]a"},
		{"//[", "]@h"}, {"//[", "]:1@h"}, {"//h[", "]"}, {"[", "]"}, {"a:[", "]"}, {"//h/@[", "]"}, {"//[", "] "}, {"//[", "]#["},
		{"//[::1]@[", "]"}, {"//[", "]%41"}, {"//[", "]/%4"}, {"https://h/?" + strings.Repeat("x", 20) + "@[", "]"},
		{"https://" + strings.Repeat("x", 20) + "@[", "]/"}, {"//[", "]" + strings.Repeat("/", 40)},
	}
	check := func(text string, places int) {
		for _, a := range around[:places] {
			if !checkRoads(t, a.before+text+a.after) {
				t.FailNow()
			}
		}
	}
	for length := range input.Rounds(10, 13, 16) {
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
	random := randtest.New(t)
	for range input.Rounds(500, 20_000, 200_000) {
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

func FuzzRoads(f *testing.F) {
	for s := range input.Seeds(conformance(f)) {
		f.Add(s)
		f.Add("https://www.example.com/" + strings.Repeat("x", 37) + s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkRoads(t, s) })
}

// TestRuns compares the runs that the fast roads skip with the character classes of their rules.
func TestRuns(t *testing.T) {
	for _, tt := range []struct {
		name  string
		run   uint8
		chars tables.Set
		more  string
	}{
		{"segment-nz-nc", segmentRun, tables.SegmentNzNcChars, ""},
		{"reg-name", hostRun, tables.RegNameChars, ""},
		{"port", portRun, tables.DIGIT, ""},
		{"path-abempty", pathRun, tables.SegmentChars, "/"},
		{"query", queryRun, tables.QueryChars, ""},
		{"fragment", queryRun, tables.FragmentChars, ""},
	} {
		for c := range 256 {
			b := byte(c)
			got, want := tables.RunBits(b)&tt.run != 0, tables.Is(b, tt.chars) || strings.IndexByte(tt.more, b) >= 0
			if got != want {
				t.Errorf("%s: %q: in the run: %v, in the class: %v", tt.name, b, got, want)
			}
		}
	}
}

// TestNoAllocs checks that no road allocates, whatever its result is.
func TestNoAllocs(t *testing.T) {
	inputs := append(conformance(t), templates...)
	asBytes := make([][]byte, len(inputs))
	for i, s := range inputs {
		asBytes[i] = []byte(s)
	}
	var r Ranges
	for name, pass := range map[string]func(){
		"Scan, string": func() {
			for _, s := range inputs {
				Scan(s, &r)
			}
		},
		"Scan, bytes": func() {
			for _, s := range asBytes {
				Scan(s, &r)
			}
		},
		"ScanAs, Explain": func() {
			for _, s := range inputs {
				for p := URIReference; p <= RelativeRef; p++ {
					if n, ok := ScanAs(p, s, &r); !ok {
						Explain(p, s, n, &r)
					}
				}
			}
		},
		"HostKindOf, PathRuleOf": func() {
			for _, s := range asBytes {
				if _, ok := Scan(s, &r); ok {
					HostKindOf(s, &r)
					PathRuleOf(s, &r)
				}
			}
		},
	} {
		if n := testing.AllocsPerRun(10, pass); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

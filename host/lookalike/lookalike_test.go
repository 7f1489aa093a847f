package lookalike

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/test/kit"
)

// A checkTest has the levels of the labels of a host, between ", ", and the findings, as their methods String write them.
type checkTest struct {
	host, levels string
	findings     []string
}

var checkTests = kit.Cases[checkTest]("lookalike.txt", "checkTests")

func TestCheck(t *testing.T) {
	for _, test := range checkTests {
		r, err := Check(test.host)
		if err != nil {
			t.Errorf("%q: %v", test.host, err)
			continue
		}
		var levels, findings []string
		for _, l := range r.Labels {
			levels = append(levels, l.Level.String())
			for _, f := range l.Findings {
				findings = append(findings, f.String())
			}
		}
		if got := strings.Join(levels, ", "); got != test.levels {
			t.Errorf("%q: %s, want %s", test.host, got, test.levels)
		}
		if diff := cmp.Diff(test.findings, findings); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.host, diff)
		}
		if r.Suspicious() != (len(test.findings) > 0) {
			t.Errorf("%q: Suspicious() = %v", test.host, r.Suspicious())
		}
	}
}

func TestCheckLabels(t *testing.T) {
	r, err := Check("..a.xn--bcher-kva\u3002XN--BCHER-KVA.ü.")
	if err != nil {
		t.Fatal(err)
	}
	var got []Label
	for _, l := range r.Labels {
		got = append(got, Label{Start: l.Start, End: l.End, Text: l.Text})
	}
	want := []Label{
		{Start: 2, End: 3, Text: "a"}, {Start: 4, End: 17, Text: "bücher"}, {Start: 20, End: 33, Text: "bücher"},
		{Start: 34, End: 36, Text: "ü"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCheckErrors(t *testing.T) {
	for _, test := range []struct {
		host   string
		offset int
		err    error
		text   string
	}{
		{"a.\xff", 2, ErrNotUTF8, "invalid UTF-8 in host at byte 2"},
		{"ü\xc3", 2, ErrNotUTF8, "invalid UTF-8 in host at byte 2"},
		{"\xed\xa0\x80", 0, ErrNotUTF8, "invalid UTF-8 in host at byte 0"},
		{"a%D1%95", 1, ErrPercent, "percent-encoding in host at byte 1"},
		{"a.xn--\u00fc", 2, ErrALabel, `bad A-label "xn--\u00fc" in host at byte 2`},
		{"xn--a_b.c", 0, ErrALabel, `bad A-label "xn--a_b" in host at byte 0`},
		{"xn--abc-", 0, ErrALabel, `bad A-label "xn--abc-" in host at byte 0`}, // US-ASCII, encoded
		{"a.xn--" + strings.Repeat("a", 60), 2, ErrALabel,
			`bad A-label: more than 63 bytes "xn--` + strings.Repeat("a", 59) + `" in host at byte 2`},
	} {
		r, err := Check(test.host)
		var e *Error
		if !errors.As(err, &e) || e.Offset != test.offset || !errors.Is(err, test.err) || e.Error() != test.text {
			t.Errorf("%q: %v, want %s", test.host, err, test.text)
		}
		if len(r.Labels) > 0 {
			t.Errorf("%q: %d labels beside an error", test.host, len(r.Labels))
		}
	}
	if _, err := Check("\ufffd"); err != nil {
		t.Errorf("U+FFFD is valid UTF-8: %v", err)
	}
}

func TestStrings(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Finding{MixedScript, 1, []string{"Greek", "Latin"}, ""}.String(), "mixed scripts at byte 1: Greek, Latin"},
		{Finding{MixedScript, 1, []string{"Greek", "Latin"}, ""}.Text(), "mixed scripts: Greek, Latin"},
		{Finding{LooksASCII, 7, nil, "paypal"}.Text(), `looks like ASCII: "paypal"`},
		{Finding{Kind: MixedNumbers, Offset: 3}.Text(), "mixed numbers"},
		{Finding{LooksASCII, 0, nil, "paypal"}.String(), `looks like ASCII at byte 0: "paypal"`},
		{Finding{Kind: MixedNumbers, Offset: 3}.String(), "mixed numbers at byte 3"},
		{Kind(200).String(), "Kind(200)"},
		{Level(200).String(), "Level(200)"},
		{MinimallyRestrictive.String(), "minimally restrictive"},
	} {
		if test.got != test.want {
			t.Errorf("%s, want %s", test.got, test.want)
		}
	}
}

var (
	sinkReport Report
	sinkError  error
	sinkString string
	sinkBool   bool
)

func TestAllocs(t *testing.T) {
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		{"Check/ascii", 1, func() { sinkReport, sinkError = Check("www.example.com") }},
		{"Skeleton/own", 0, func() { sinkString = Skeleton("google") }},
		{"Confusable/own", 0, func() { sinkBool = Confusable("google", "goggle") }},
	} {
		if got := testing.AllocsPerRun(100, test.f); got > test.want {
			t.Errorf("%s: %v allocations, want %v", test.name, got, test.want)
		}
	}
}

// FuzzCheck checks that findings are in the host, and compares the labels with the references.
func FuzzCheck(f *testing.F) {
	for _, test := range checkTests {
		f.Add(test.host)
	}
	for _, test := range skeletonTests {
		f.Add(test.text)
	}
	f.Fuzz(func(t *testing.T, host string) {
		r, err := Check(host)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset >= len(host) || len(r.Labels) > 0 {
				t.Errorf("%q: %+v", host, err)
			}
			return
		}
		if !utf8.ValidString(host) {
			t.Errorf("%q: not UTF-8, and no error", host)
		}
		end := 0
		for _, l := range r.Labels {
			if l.Start < end || l.End <= l.Start || l.End > len(host) {
				t.Fatalf("%q: label at [%d, %d) behind %d", host, l.Start, l.End, end)
			}
			end = l.End
			checkLabel(t, l)
		}
	})
}

func checkLabel(t *testing.T, l Label) {
	t.Helper()
	kind := Kind(0)
	for _, f := range l.Findings {
		if f.Kind <= kind || f.Offset < l.Start || f.Offset >= l.End {
			t.Errorf("%q: %v at %d in [%d, %d)", l.Text, f.Kind, f.Offset, l.Start, l.End)
		}
		kind = f.Kind
		if f.Kind == LooksASCII && (f.ASCII == "" || !octet.IsASCII(f.ASCII) || !Confusable(f.ASCII, l.Text)) {
			t.Errorf("%q does not look like %q", l.Text, f.ASCII)
		}
	}
	if len(l.Text) < 100 {
		if diff := cmp.Diff(referenceLookalikes(l.Text), l.Lookalikes()); diff != "" {
			t.Errorf("%q: lookalikes (-reference +got):\n%s", l.Text, diff)
		}
	}
	if scripts := l.Scripts(); !slices.IsSorted(scripts) {
		t.Errorf("%q: scripts %v", l.Text, scripts)
	}
	checkSkeleton(t, l.Text)
}

// BenchmarkCheck checks hosts of these lists: the names of web pages, the hosts of the tests in US-ASCII and the
// others, and long hosts. Each label of a long host consists of repetitions of a piece.
//
//	go test -run '^$' -bench Check -count 10 . | tee new.txt
//	go tool benchstat -filter '.unit:(ns/host OR ns/byte)' new.txt
func BenchmarkCheck(b *testing.B) {
	web, references := kit.Web(b, 2)
	corpora := map[string][]string{web: nil, "ascii": nil, "unicode": nil, "long-ascii": {longHost("example.")}}
	for _, reference := range references {
		var r fsm.Ranges
		if _, ok := fsm.Scan(reference, &r); ok {
			if lo, hi, ok := r.Host(); ok && !strings.Contains(reference[lo:hi], "%") {
				corpora[web] = append(corpora[web], reference[lo:hi])
			}
		}
	}
	for _, test := range checkTests {
		corpus := "ascii"
		if !octet.IsASCII(test.host) || strings.Contains(strings.ToLower(test.host), "xn--") {
			corpus = "unicode"
		}
		corpora[corpus] = append(corpora[corpus], test.host)
	}
	for name, piece := range map[string]string{
		"cyrillic": "пример.", "han": "日本語テスト。", "hangul": "한국어.", "devanagari": "हिन्दी.", "thai": "ตัวอย่าง.",
		"mixed": "pаypal.", "lookalike": "ѕсоре.", "marks": "a\u0316\u0301.", "label": "пример",
	} {
		corpora["long-"+name] = []string{longHost(piece)}
	}
	for _, name := range slices.Sorted(maps.Keys(corpora)) {
		b.Run("corpus="+name+"/impl=lookalike", func(b *testing.B) { benchmarkCheck(b, corpora[name]) })
	}
}

// longHost returns a host of 4 KiB and a top-level domain.
func longHost(piece string) string { return strings.Repeat(piece, 4096/len(piece)) + "example" }

func benchmarkCheck(b *testing.B, hosts []string) {
	suspicious := func() (n int) {
		for _, host := range hosts {
			if r, err := Check(host); err == nil && r.Suspicious() {
				n++
			}
		}
		return n
	}
	want, size := suspicious(), len(strings.Join(hosts, ""))
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		if n := suspicious(); n != want {
			b.Fatalf("%d hosts, want %d", n, want)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(hosts)), "ns/host")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size), "ns/byte")
}

package fsm

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/tables"
)

// uriOf returns a URI-reference of the same form as the IRI-reference s. A character outside ASCII that is allowed at
// its place becomes as many "~" as it has bytes, because "~" is allowed at the same places. The first character that is
// not allowed becomes "<", which is allowed nowhere, and ends the text. notUTF8 reports that this character is not
// UTF-8. uriOf does not work for an IP-literal, which allows "~" but no such characters.
func uriOf(s string) (u string, notUTF8 bool) {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		before := s[:i]
		inQuery := strings.Contains(before, "?") && !strings.Contains(before, "#")
		switch {
		case r < utf8.RuneSelf:
			b.WriteString(s[i : i+1])
		case kit.IsUcschar(r) || kit.IsIprivate(r) && inQuery:
			b.WriteString("~~~~"[:size])
		default:
			return b.String() + "<", r == utf8.RuneError && size == 1
		}
		i += size
	}
	return b.String(), false
}

// checkIRI compares the scanners on s with the automaton, and the results for s with the results for a URI of the same
// form: as RFC 3987 says, the productions differ only in the characters that uriOf knows.
func checkIRI(t *testing.T, s string) {
	t.Helper()
	checkScanners(t, s, IRIReference, IRI, AbsoluteIRI, IRelativeRef)
	u, notUTF8 := uriOf(s)
	if u != s && strings.Contains(s, "[") {
		return
	}
	for i, p := range productions[4:8] {
		if got, want := scanners[0].answer(p, s), scanners[0].answer(productions[i], u); got != want {
			t.Errorf("%q as %v (-URI +IRI):\n%s", s, p, diffAnswers(want, got))
		}
		want := whyOf(productions[i], u)
		if notUTF8 && want.Reason != 0 && want.N == len(u)-1 {
			want.Reason = BadUTF8
		}
		if got, asBytes := whyOf(p, s), whyOf(p, []byte(s)); got != want || asBytes != want {
			t.Errorf("%q as %v: %v, as bytes %v, as a URI %v", s, p, got, asBytes, want)
		}
	}
}

// TestIRIResults checks the complete results for a few inputs of each kind.
func TestIRIResults(t *testing.T) {
	for _, s := range kit.Cases[string]("iri.txt", "TestIRIResults") {
		checkWhy(t, s, len(s), tables.None, 0)
	}
	for _, tt := range kit.Cases[struct {
		in        string
		n         int
		component Component
		reason    Reason
	}]("iri.txt", "TestIRIResults/2") {
		checkWhy(t, tt.in, tt.n, tt.component, tt.reason)
	}
}

// TestIRIProductions checks the offsets and reasons that depend on the production.
func TestIRIProductions(t *testing.T) {
	for _, tt := range []struct {
		p         Production
		in        string
		n         int
		component Component
		reason    Reason
	}{
		{IRI, "日", 0, tables.Scheme, NoScheme},
		{IRI, "a日:", 1, tables.Scheme, NoScheme},
		{IRI, "a\xff", 1, tables.Scheme, BadUTF8},
		{AbsoluteIRI, "a:日#日", 5, tables.Fragment, HasFragment},
		{AbsoluteIRI, "a:日#\xff", 5, tables.Fragment, HasFragment},
		{AbsoluteIRI, "a:日?\xff", 6, tables.Query, BadUTF8},
		{IRelativeRef, "a:日", 1, tables.Scheme, HasScheme},
		{IRelativeRef, "/日\ue000", 4, tables.Path, IllegalByte},
	} {
		if got, want := whyOf(tt.p, tt.in), (why{tt.n, tt.component, tt.reason}); got != want {
			t.Errorf("%q as %v: %v, want %v", tt.in, tt.p, got, want)
		}
	}
}

// A place is a position for a character, between two valid strings.
type place struct {
	before, after string
	in            Component // the component that is being read there
	reason        Reason    // why characters outside ASCII are not allowed there; 0 if ucschar is allowed
}

var places = kit.Cases[place]("iri.txt", "places")

// TestIRIBoundaries puts the characters just inside and just outside every range of ucschar and iprivate at every
// place.
func TestIRIBoundaries(t *testing.T) {
	runes := []rune{0x7f, 0x80, utf8.MaxRune, utf8.RuneError}
	for _, lohi := range slices.Concat(kit.Ucschar, kit.Iprivate) {
		runes = append(runes, lohi[0]-1, lohi[0], lohi[1], lohi[1]+1)
	}
	for _, at := range places {
		for _, c := range runes {
			if !utf8.ValidRune(c) {
				continue // TestIRIMalformed covers surrogates
			}
			s := at.before + string(c) + at.after
			switch {
			case at.reason != 0:
				checkWhy(t, s, len(at.before), at.in, at.reason)
			case kit.IsUcschar(c), kit.IsIprivate(c) && at.in == tables.Query:
				checkWhy(t, s, len(s), tables.None, 0)
			default:
				checkWhy(t, s, len(at.before), at.in, IllegalByte)
			}
		}
	}
}

// malformed lists sequences that are not UTF-8 from their first byte on, unless a continuation byte follows.
var malformed = []string{
	"\x80", "\xbf", "\x80\x80\x80\x80", // do not begin a character
	"\xc2", "\xdf", "\xe0", "\xe0\xa0", "\xe1", "\xe6\x97", "\xed", "\xed\x9f", "\xee", "\xee\x80", "\xef", "\xef\xbf",
	"\xf0", "\xf0\x90", "\xf0\x9f\x98", "\xf3\xa0\x80", "\xf4\x8f\xbf", // cut short
	"\xc0", "\xc0\x80", "\xc1\xbf", "\xe0\x80", "\xe0\x80\x80", "\xe0\x9f\xbf",
	"\xf0\x80", "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf", // overlong
	"\xed\xa0", "\xed\xa0\x80", "\xed\xbf\xbf", "\xed\xa0\x80\xed\xb0\x80", // surrogates
	"\xf4\x90", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xf8\x88\x80\x80\x80", "\xfe", "\xff", // out of range
}

func TestIRIMalformed(t *testing.T) {
	for _, at := range places {
		for _, bad := range malformed {
			checkWhy(t, at.before+bad+at.after, len(at.before), at.in, BadUTF8)
			checkWhy(t, at.before+bad, len(at.before), at.in, BadUTF8)
			if at.reason == 0 {
				checkWhy(t, at.before+"日😀"+bad+"é"+at.after, len(at.before)+7, at.componentAfter(), BadUTF8)
			}
		}
	}
}

// componentAfter returns the component that is being read after a character was put at the place. For example, "//u:"
// can continue with a port, but "//u:é" is either a userinfo or wrong.
func (at place) componentAfter() Component {
	if at.in == tables.Authority && strings.HasSuffix(at.before, ":") {
		return tables.Userinfo
	}
	return at.in
}

// checkWhy checks that s is invalid from n on for the reason, or that s is valid if reason is 0.
func checkWhy(t *testing.T, s string, n int, in Component, reason Reason) {
	t.Helper()
	want := why{n, in, reason}
	if reason == 0 {
		want = why{}
	}
	if got := whyOf(IRIReference, s); got != want {
		t.Errorf("%q: %v, want %v", s, got, want)
	}
	checkIRI(t, s)
}

// iriTemplates are IRI-references that the tests cut and corrupt. All components contain characters of one to four
// bytes, stretches of ASCII and percent-encodings.
var iriTemplates = []string{
	"https://www.example.com/wiki/日本語の長い/記事?検索=あ&x=\ue000\U0010fffd#節-2",
	"http://имя:пароль@пример.example:8042/там?и=1#нос",
	"//例え.テスト:80/" + strings.Repeat("%e2%82%AC€/", 20) + "?q#f",
	"straße/Größe-und-Übermaß/für:möglichst?ä=ö&" + strings.Repeat("name=ä&", 12),
	"urn:example:😀b😃😄/party🎉🎊-time#👩\u200d💻" + strings.Repeat("a?b/", 20),
	"http://[2001:db8::7]:80/" + strings.Repeat("a", 70) + "é" + strings.Repeat("b", 70) + "€" +
		strings.Repeat("%41", 30) + "😀%42",
	strings.Repeat("s", 62) + "://user@héte/" + strings.Repeat("é", 40) + "?" + strings.Repeat("\u00a0\U000efffd", 10),
}

// TestIRICut cuts each template at every byte and scans both pieces.
func TestIRICut(t *testing.T) {
	step := kit.Rounds(11, 7, 1)
	for i, template := range iriTemplates {
		if n, ok := ScanAs(IRIReference, template, new(Ranges)); !ok {
			t.Fatalf("%q is invalid at %d", template, n)
		}
		for n := i % step; n <= len(template); n += step {
			checkIRI(t, template[:n])
			checkIRI(t, "/"+template[n:])
		}
	}
}

// TestIRIWrongBytes inserts malformed sequences at every offset of the templates, and replaces and removes each byte.
func TestIRIWrongBytes(t *testing.T) {
	corruptions := []string{"\x00", " ", "%", ":", "/", "?", "#", "@", "[", "]", "a", "0", "~", "\x7f", "\u0080", "é",
		"\ue000", "\ufffe", "\ufdd0", "\U0001fffe", "\U000e0001"}
	step := kit.Rounds(23, 13, 1)
	for n, template := range iriTemplates {
		for i := n % step; i <= len(template); i += step {
			boundary := i == len(template) || utf8.RuneStart(template[i])
			for _, bad := range malformed {
				s := template[:i] + bad + template[i:]
				checkIRI(t, s)
				if !boundary {
					continue
				}
				if got := whyOf(IRIReference, s); got.N != i || got.Reason != BadUTF8 {
					t.Errorf("%q at %d: %v", bad, i, got)
				}
			}
			if i == len(template) {
				break
			}
			for _, c := range corruptions {
				checkIRI(t, template[:i]+c+template[i+1:])
				checkIRI(t, template[:i]+c)
			}
			checkIRI(t, template[:i]+template[i+1:])
		}
	}
}

// iriPieces returns a byte of each class of ASCII, some characters, and parts of characters.
func iriPieces() []string {
	pieces := []string{"é", "日", "😀", "\ue000", "\ufffe", "\xc3", "\xe6\x97", "\x97", "\xed\xa0\x80"}
	for _, c := range kit.OneOfEachClass(tables.URI()) {
		if c < utf8.RuneSelf {
			pieces = append(pieces, string(rune(c)))
		}
	}
	return pieces
}

// TestIRIExhaustively scans all sequences of pieces up to some length. It scans each alone, and between other strings
// that bring it to the places where the scanners take different branches.
func TestIRIExhaustively(t *testing.T) {
	around := []struct{ before, after string }{
		{"", ""}, {"https://", ""}, {"https://a", "/b"}, {"//", "@h:1/"}, {"a:", ""}, {"https://h/p?", ""},
		{"https://h/#", "é"}, {"//u@é:", ""},
		{"https://h/" + strings.Repeat("p", 50), "日"}, {"日" + strings.Repeat("p", 5), "qqqqqqqq?#"},
	}
	for s := range kit.Concatenations(iriPieces(), kit.Rounds(2, 2, 3)) {
		for _, a := range around {
			checkIRI(t, a.before+s+a.after)
		}
		if t.Failed() {
			break
		}
	}
}

// TestIRIEveryState leads the automaton to each state, and appends strings that begin, end and break characters.
func TestIRIEveryState(t *testing.T) {
	examples := map[tables.State]string{tables.Start: ""}
	queue := []tables.State{tables.Start}
	for ; len(queue) > 0; queue = queue[1:] {
		for c := range 256 {
			next, _ := tables.IRI().Step(queue[0], byte(c))
			if _, ok := examples[next]; !ok && next != tables.Invalid {
				examples[next] = examples[queue[0]] + string([]byte{byte(c)})
				queue = append(queue, next)
			}
		}
	}
	turn, every := 0, kit.Rounds(11, 7, 1)
	for _, state := range slices.Sorted(maps.Keys(examples)) {
		example := examples[state]
		for _, more := range []string{"", "é", "日:/", "😀@h", "\ue000", "\xc3", "\ufffe", "é%41é%4", "é]", "0é",
			"@é?\ue000#\ue000"} {
			if turn++; turn%every != 0 {
				continue
			}
			checkIRI(t, example+more)
		}
	}
}

// TestIRIAtRandom scans random sequences of pieces.
func TestIRIAtRandom(t *testing.T) {
	pieces := append(iriPieces(), "https://", "//", "a:", "%41", "%", "[::1]", "8080", "user", "www.example.com",
		"segment",
		strings.Repeat("x", 31), strings.Repeat("日", 9), strings.Repeat("и", 8), "ß€😀", "\uff01\ufffd", "\U0010fffd")
	random := kit.Random(t)
	rounds := kit.Rounds(6_000, 6_000, 60_000)
	for range rounds {
		var s strings.Builder
		for range random.IntN(12) {
			s.WriteString(pieces[random.IntN(len(pieces))])
		}
		checkIRI(t, s.String())
	}
}

func TestIRIConformance(t *testing.T) {
	for _, s := range append(conformance(t), templates...) {
		checkIRI(t, s)
	}
}

func FuzzIRI(f *testing.F) {
	for s := range kit.Seeds(conformance(f)) {
		f.Add(s)
	}
	for _, s := range iriTemplates {
		f.Add(s)
	}
	for _, at := range places {
		f.Add(at.before + "日" + at.after)
	}
	f.Fuzz(checkIRI)
}

// TestIRIPrivateCharacters compares the scanners with the automaton on queries of private characters and the strings
// allowed between them.
func TestIRIPrivateCharacters(t *testing.T) {
	pieces := []string{"\ue000", "\uf8ff", "\U000f0000", "\U000ffffd", "\U0010fffd", "\ue000", "a", "&", "%41", "é", "日",
		"\U0001f600", "aaaaaaaaaaaaaaaaaaaaaaaa", "日日日日日日日日"}
	wrong := []string{"%4", "#", "\uf900", "\ufdd0", "\ufffe", "\U000ffffe", "\xee\x80", "\xf3\xb0\x80", "\xf4\x90\x80\x80",
		"\xf0\x8e\x80\x80", "\xed\xa0\x80", "\xc0\x80", "\x80", " ", "[", "\x80\x80", "\xff"}
	random := kit.Random(t)
	for range 20_000 {
		var b strings.Builder
		b.WriteString([]string{"?", "http://h/?", "//é?", "x?é", "#", "/"}[random.IntN(6)])
		for range random.IntN(20) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		if random.IntN(2) == 0 {
			b.WriteString(wrong[random.IntN(len(wrong))])
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		if !checkScanners(t, b.String(), IRIReference) {
			t.FailNow()
		}
	}
}

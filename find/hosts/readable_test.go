package hosts_test

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
)

func readable(u uri.URI, alone bool) string { return string(hosts.AppendReadable(nil, u, alone)) }

// A formattingPair is a test of LinkFormattingTest.txt. The structure is the comment before the pair, and defines the
// URL: some of the escaped lines are other URLs, because they lack the escapes of delimiters.
type formattingPair struct{ structure, escaped, want string }

// formattingPairs reads the tests of LinkFormattingTest.txt.
func formattingPairs(t testing.TB) (pairs []formattingPair) {
	data, err := os.ReadFile("testdata/LinkFormattingTest.txt")
	if err != nil {
		t.Fatal(err)
	}
	var p formattingPair
	for line := range strings.Lines(string(data)) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "# {"):
			p = formattingPair{structure: strings.Trim(line, "# {}")}
		case line == "" || line[0] == '#':
		case p.escaped == "":
			p.escaped = line
		default:
			p.want = line
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// built returns the URI with a structure such as "𝑺=https:// 𝑯=example.com 𝑷=a/b 𝑸=c 𝑽=d".
func built(t *testing.T, structure string) uri.URI {
	var text strings.Builder
	query, fragment := "?", "#"
	for field := range strings.SplitSeq(" "+structure, " 𝑺=") {
		for _, mark := range []string{"𝑯", "𝑷", "𝑸", "𝑽", "𝑭"} {
			field = strings.ReplaceAll(field, " "+mark+"=", "\x00"+mark)
		}
		for i, part := range strings.Split(field, "\x00") {
			if i == 0 {
				text.WriteString(part)
				continue
			}
			_, size := utf8.DecodeRuneInString(part)
			value := part[size:]
			switch part[:size] {
			case "𝑯":
				text.WriteString(value)
			case "𝑷":
				text.WriteString("/" + uri.PlaceSegment.Encode(value))
			case "𝑸":
				text.WriteString(query + uri.PlacePair.Encode(value))
				query = "&"
			case "𝑽":
				text.WriteString("=" + uri.PlacePair.Encode(value))
			case "𝑭":
				text.WriteString(fragment + uri.PlaceFragment.Encode(value))
			}
		}
	}
	u, err := uri.ParseURI(text.String())
	if err != nil {
		t.Fatalf("%s: %v", structure, err)
	}
	return u
}

// TestFormatting writes the 55 URLs of LinkFormattingTest.txt. Its URLs of Wikipedia are at the end of the text, so
// their last character is not escaped, and detection does not find it.
func TestFormatting(t *testing.T) {
	pairs := formattingPairs(t)
	if len(pairs) != 55 {
		t.Errorf("%d pairs, want 55", len(pairs))
	}
	finder, softEnds, otherSources := hosts.UTS58(), 0, 0
	for _, p := range pairs {
		u := built(t, p.structure)
		alone := strings.Contains(p.structure, "wiki")
		got, whole := readable(u, alone), readable(u, false)
		if got != p.want {
			t.Errorf("%s:\n got %s\nwant %s", p.structure, got, p.want)
		}
		if got != whole {
			softEnds++
		}
		if found := marked(finder, "See "+whole+" and"); found != "See ⸠"+whole+"⸡ and" {
			t.Errorf("%s: found %s", whole, found)
		}
		for _, text := range []string{got, whole} {
			if back, err := hosts.FromReadable(text); err != nil || loose(back) != loose(u) {
				t.Errorf("%s: back %s, %v; want %s", text, back.String(), err, u.String())
			}
		}
		if source, err := hosts.FromReadable(p.escaped); err != nil || loose(source) != loose(u) {
			otherSources++
		}
	}
	if softEnds != 10 || otherSources != 5 {
		t.Errorf("%d pairs end with soft characters, want 10; %d sources are other URLs, want 5", softEnds, otherSources)
	}
}

// undelimited undoes the percent-encodings of delimiters that can end a link.
var undelimited = strings.NewReplacer("%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2C", ",", "%3A", ":", "%3B", ";", "%3F", "?")

// loose returns the normal form of u without the percent-encodings that AppendReadable may add.
func loose(u uri.URI) string { return undelimited.Replace(u.Normalized().String()) }

func TestAppendReadable(t *testing.T) {
	for _, tt := range kit.Cases[struct{ uri, want, alone string }]("readable.txt", "TestAppendReadable") {
		if tt.alone == "" {
			tt.alone = tt.want
		}
		u := uri.MustParse(tt.uri)
		if got := readable(u, false); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.uri, got, tt.want)
		}
		if got := readable(u, true); got != tt.alone {
			t.Errorf("%s alone: got %s, want %s", tt.uri, got, tt.alone)
		}
	}
	open := strings.Repeat("(", 125)
	if got := readable(uri.MustParse("http://a.b/"+open+"("), false); got != "http://a.b/"+open+"%28" {
		t.Errorf("126 brackets: %s", got)
	}
}

func TestFromReadable(t *testing.T) {
	for _, tt := range kit.Cases[struct{ text, want string }]("readable.txt", "TestFromReadable") {
		got, err := hosts.FromReadable(tt.text)
		if err != nil || got.String() != tt.want {
			t.Errorf("%q: got %s, %v, want %s", tt.text, got.String(), err, tt.want)
		}
	}
	for text, offset := range map[string]int{
		"ü:/b": 2, ":": 0, "http://ü b/ü": 9, "http://a.b:ü/": 13, "http://%zz/": 8, "http://[::g]/": 10, "1a:b": 2,
	} {
		_, err := hosts.FromReadable(text)
		if offsetOf, ok := err.(*uri.Error); !ok || offsetOf.Offset != offset {
			t.Errorf("%q: %v, want an error at %d", text, err, offset)
		}
	}
}

// checkReadable checks that the text of u is found as a whole, has the meaning of u, and has no percent-encoding that it
// could do without.
func checkReadable(t *testing.T, u uri.URI) {
	t.Helper()
	text := readable(u, false)
	back, err := hosts.FromReadable(text)
	hostText, _ := u.Host()
	if err != nil || !strings.Contains(hostText, "%") && loose(back) != loose(u) {
		t.Fatalf("%s: %s, back %s, %v", u.String(), text, back.String(), err)
	}
	if again := readable(back, false); again != text && !strings.Contains(hostText, "%") {
		t.Fatalf("%s: %s, again %s", u.String(), text, again)
	}
	finders := []*find.Finder{{Syntax: find.SyntaxProse, AnyScheme: true}}
	if strings.HasSuffix(hostText, ".com") {
		finders = append(finders, hosts.UTS58())
	}
	for _, finder := range finders {
		if got := marked(finder, "See "+text+" ."); got != "See ⸠"+text+"⸡ ." {
			t.Fatalf("%s: found %s", u.String(), got)
		}
		r := u.Ranges()
		start, _ := r.Path()
		for i := start; i < len(text); i++ {
			checkNeeded(t, finder, u, text, i)
		}
	}
}

// withDots returns the normal form of u with its dot segments, because a ".." removes what differs.
func withDots(u uri.URI) string {
	n := uri.Normalizer{Steps: uri.AllSteps &^ uri.StepDots}
	return n.Normalized(u).String()
}

// checkNeeded checks that the percent-encoded character at text[i:], if there is one, must be encoded.
func checkNeeded(t *testing.T, finder *find.Finder, u uri.URI, text string, i int) {
	for size := 1; size <= utf8.UTFMax && i+3*size <= len(text) && text[i+3*size-3] == '%'; size++ {
		char, err := uri.Decode(text[i:i+3*size], 0)
		if r, n := utf8.DecodeRuneInString(char); err != nil || n != len(char) || n == 1 && r == utf8.RuneError ||
			r == '\\' || r >= utf8.RuneSelf && mustNotShow(char) {
			continue
		}
		shorter := text[:i] + char + text[i+3*size:]
		back, err := hosts.FromReadable(shorter)
		if err == nil && withDots(back) == withDots(u) && marked(finder, shorter+" x") == "⸠"+shorter+"⸡ x" {
			t.Fatalf("%s: %s could be %s", u.String(), text, shorter)
		}
	}
}

// mustNotShow reports whether an IRI must not have the character. Of these, AppendReadable shows those that look like
// delimiters.
func mustNotShow(char string) bool {
	i, err := iri.FromURI(uri.MustParse("/"+uri.PlaceSegment.Encode(char)), iri.HostPercent)
	return err != nil || i.String() != "/"+char
}

// readablePieces are pieces of random paths, queries and fragments.
var readablePieces = strings.Fields(`a Z 4 f / / . , : ; ! ' ( ) ( ) [ ] < > { } " ? ? # = & % %41 %2 %25 %2541 %2F %29 %28 %2E %20 %5C %FF ~ :~: * @ + $
	é 日 。 「 」 （ ） ？ \u00ad \u200b \u200d \u2800 😀 \xff \x00 | ^ \ ` + "`")

// TestReadable checks random URIs.
func TestReadable(t *testing.T) {
	random := kit.Random(t)
	for range kit.Rounds(2000, 5000, 200000) {
		var text strings.Builder
		text.WriteString([]string{"http://a.com", "https://a.b.com:80", "https://xn--bcher-kva.com", "http://192.0.2.1"}[random.IntN(4)])
		text.WriteString([]string{"/", "/", "?", "#", ""}[random.IntN(5)])
		if text.Len() > 0 && strings.ContainsAny(text.String()[8:], "/?#") {
			for range random.IntN(12) {
				piece := readablePieces[random.IntN(len(readablePieces))]
				if random.IntN(3) == 0 {
					piece = uri.PlaceUnreserved.Encode(piece)
				}
				text.WriteString(piece)
			}
		}
		u, err := hosts.FromReadable(text.String())
		if err != nil {
			t.Fatalf("%q: %v", text.String(), err)
		}
		checkReadable(t, u)
	}
}

// FuzzReadable checks the path, the query and the fragment of URIs.
func FuzzReadable(f *testing.F) {
	f.Add("/%EF%BC%9F%5Cu00ad%252541/%2E.") // found: the ".." removes what differs
	for _, p := range formattingPairs(f) {
		f.Add(strings.TrimPrefix(p.want, "https://example.com"))
	}
	f.Fuzz(func(t *testing.T, tail string) {
		tail = tail[:min(len(tail), 300)] // the check of each percent-encoding reads the whole text
		if tail != "" && strings.IndexByte("/?#", tail[0]) < 0 {
			tail = "/" + tail
		}
		u, err := hosts.FromReadable("https://example.com" + tail)
		if err != nil {
			t.Skip(err)
		}
		checkReadable(t, u)
	})
}

// TestReadableAllocations checks that a URI without percent-encodings needs memory only for the result.
func TestReadableAllocations(t *testing.T) {
	u, buf := uri.MustParse("https://example.com/a/(b)?c=d#e."), make([]byte, 0, 100)
	if n := testing.AllocsPerRun(10, func() { buf = hosts.AppendReadable(buf[:0], u, false) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if !bytes.HasSuffix(buf, []byte("#e%2E")) {
		t.Errorf("%s", buf)
	}
}

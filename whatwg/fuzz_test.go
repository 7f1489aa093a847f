package whatwg_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// checkParsing checks properties of parsing that hold for every input and base URL.
func checkParsing(t *testing.T, input, baseText string) {
	t.Helper()
	base, _ := whatwg.Parse(baseText)
	checkValidate(t, base, input)
	u, err := base.Parse(input)
	if _, err := whatwg.Parse(input); whatwg.CanParse(input) != (err == nil) {
		t.Errorf("%q: %v, but CanParse says %t", input, err, err != nil)
	}
	out, appendErr := whatwg.Parser{}.AppendHref(nil, base, input)
	if (appendErr == nil) != (err == nil) || string(out) != u.Href() {
		t.Errorf("%q against %q: %q, %v, but AppendHref gives %q, %v", input, base, u, err, out, appendErr)
	}
	if err != nil {
		if u != (whatwg.URL{}) {
			t.Errorf("%q against %q: %q in spite of %v", input, base, u, err)
		}
		return
	}
	checkURL(t, u)
	if again, err := base.Parse(u.Href()); again != u {
		t.Errorf("%q against %q: %q becomes %q, %v", input, base, u, again, err)
	}
	if i := strings.IndexFunc(u.Href(), func(r rune) bool { return r < ' ' || '~' < r }); i >= 0 {
		t.Errorf("%q against %q: the href is %q", input, base, u)
	}
	if without := u.WithoutFragment(); without != whatwg.MustParse(strings.TrimRight(cutHash(u.Href()), " ")) &&
		!u.HasOpaquePath() {
		t.Errorf("%q: without fragment %q", u, without)
	}
}

func cutHash(href string) string {
	before, _, _ := strings.Cut(href, "#")
	return before
}

func FuzzParse(f *testing.F) {
	for _, test := range parseTests {
		f.Add(test.input, test.base)
	}
	for _, test := range validateTests {
		f.Add(test.input, test.base)
	}
	f.Fuzz(func(t *testing.T, input, base string) { checkParsing(t, input, base) })
}

func FuzzSetters(f *testing.F) {
	for _, test := range setterTests {
		f.Add(test.href, test.value)
	}
	f.Fuzz(func(t *testing.T, href, value string) {
		if u, err := whatwg.Parse(href); err == nil {
			checkSetters(t, u, value)
		}
	})
}

// pieces are the parts of random inputs.
var pieces = []string{
	"https:", "file:", "a:", "ws:", "blob:", "/", "/", "//", "\\", "?", "#", "@", ":", ":80", ":443", "..", ".", "%2e",
	"C|", "C:", "d", "[", "]", "[::1]", "1.2.3.4", "0x7f", ".1", "localhost", "xn--a", "é", "ß", "\xff", "%", "%41", " ",
	"\t", "\n", "\x00", "'", "\"", "^", "|", "A", "b", "<",
}

func randomInput(random *rand.Rand) string {
	var b strings.Builder
	for range random.IntN(9) {
		b.WriteString(pieces[random.IntN(len(pieces))])
	}
	return b.String()
}

// TestParsingAtRandom checks the properties of random inputs, and of the setters for some of the URLs.
func TestParsingAtRandom(t *testing.T) {
	random := kit.Random(t)
	rounds := 100_000
	if !kit.Long() {
		rounds = 10_000
	}
	var urls []whatwg.URL
	for range rounds {
		input, base := randomInput(random), randomInput(random)
		checkParsing(t, input, base)
		if u, err := whatwg.Parse(input); err == nil {
			urls = append(urls, u)
		}
	}
	for i, u := range urls {
		if i%10 == 0 {
			checkSetters(t, u, randomInput(random))
		}
	}
	if t.Failed() || len(urls) < rounds/10 {
		t.Fatalf("%d of %d inputs are URLs", len(urls), rounds)
	}
}

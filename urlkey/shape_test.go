package urlkey_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/urlkey"
)

// The reference is the grammar of the comment of Shape1 as regular expressions.
var placeholders = []struct {
	name    string
	grammar *regexp.Regexp
	decoded bool
}{
	{"{number}", regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`), false},
	{"{hash}", regexp.MustCompile(`^[0-9A-Fa-f]{16,}$`), false},
	{"{uuid}", regexp.MustCompile(`^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$`), false},
	{"{date}", regexp.MustCompile(`^(YYYY-MM|DATE([T ]TIME)?|[0-9]{8}T[0-9]{6}Z?)$`), true},
}

func init() {
	const day, month, year = "(0[1-9]|[12][0-9]|3[01])", "(0[1-9]|1[0-2])", "[0-9]{4}"
	var dates []string
	for _, sep := range []string{"-", `\.`, "/"} {
		for _, order := range [][]string{{year, month, day}, {day, month, year}, {month, day, year}} {
			dates = append(dates, strings.Join(order, sep))
		}
	}
	date := &placeholders[3].grammar
	text := strings.NewReplacer(
		"YYYY-MM", year+"-"+month,
		"DATE", "("+strings.Join(dates, "|")+")",
		"TIME", `[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,9})?)?(Z|[+ -][0-9]{2}:?[0-9]{2})?`,
	).Replace((*date).String())
	*date = regexp.MustCompile(text)
}

// referenceShape returns the shape of u by the comment of Shape1, sentence by sentence.
func referenceShape(u uri.URI) string {
	replace := func(text string) string {
		for _, p := range placeholders {
			s := text
			if p.decoded {
				s, _ = url.QueryUnescape(s)
			}
			if p.grammar.MatchString(s) {
				return p.name
			}
		}
		return text
	}
	u = u.Normalized()
	key := ""
	if u.IsAbs() {
		key = u.Scheme() + ":"
	}
	if authority, ok := u.Authority(); ok {
		key += "//" + authority[strings.LastIndex(authority, "@")+1:]
	}
	segments := strings.Split(u.Path(), "/")
	for i := range segments {
		segments[i] = replace(segments[i])
	}
	key += strings.Join(segments, "/")
	if query, ok := u.Query(); ok {
		pairs := strings.Split(query, "&")
		for i, pair := range pairs {
			if name, value, ok := strings.Cut(pair, "="); ok {
				pairs[i] = name + "=" + replace(value)
			}
		}
		key += "?" + strings.Join(pairs, "&")
	}
	return key
}

// texts maps segments and values to their placeholders. They never change.
var texts = kit.Cases[[2]string]("shape.txt", "texts")

// TestShape1 has frozen shapes.
func TestShape1(t *testing.T) {
	type test struct{ in, want string }
	tests := kit.Cases[test]("shape.txt", "TestShape1")
	for _, text := range texts {
		tests = append(tests, test{"http://h/?a=" + text[0] + "&b", "http://h/?a=" + unlessEscaped(text) + "&b"})
		if !strings.Contains(text[0], "/") {
			tests = append(tests, test{"http://h/" + text[0] + "/x", "http://h/" + unlessEscaped(text) + "/x"})
		}
	}
	for _, test := range tests {
		u := uri.MustParse(test.in)
		if got := urlkey.Shape1(u); got != test.want {
			t.Errorf("%q: %q, want %q", test.in, got, test.want)
		}
		if got := referenceShape(u); got != test.want {
			t.Errorf("%q: the reference is %q, want %q", test.in, got, test.want)
		}
	}
}

// unlessEscaped returns the placeholder of a segment or value or, without one, its normal form.
func unlessEscaped(text [2]string) string {
	if text[0] == text[1] {
		return uri.MustParse("?" + text[0]).Normalized().String()[1:]
	}
	return text[1]
}

// randomText returns a segment or a value that is, or nearly is, one of texts.
func randomText(random *rand.Rand) string {
	text := []byte(texts[random.IntN(len(texts))][0])
	for range random.IntN(3) {
		if i := random.IntN(len(text) + 1); i < len(text) && text[i] != '%' {
			text[i] = "0123456789abcdefT:.-+Z/ "[random.IntN(24)]
		}
	}
	return strings.ReplaceAll(string(text), " ", "%20")
}

// TestShape1AtRandom compares shapes with the reference.
func TestShape1AtRandom(t *testing.T) {
	random := kit.Random(t)
	for range 20_000 {
		s := "http://h/" + randomText(random) + "/" + randomText(random) + "?a=" + randomText(random) + "&" + randomText(random)
		u, err := uri.Parse(s)
		if err != nil {
			continue
		}
		if got, want := urlkey.Shape1(u), referenceShape(u); got != want {
			t.Fatalf("%q: %q, want %q", s, got, want)
		}
	}
}

// FuzzShape1 checks the promise of a shape: it does not depend on the spelling, userinfo and fragment of a URI, nor on the
// numbers in it.
func FuzzShape1(f *testing.F) {
	for i, text := range texts {
		f.Add("http://u@h/a/"+text[0]+"?b="+text[0]+"#c", i)
	}
	f.Add("HTTP://h:80/%7e1/../2?a&&1=1", 17)
	f.Fuzz(func(t *testing.T, s string, number int) {
		u, err := uri.Parse(s)
		if err != nil {
			return
		}
		key := urlkey.Shape1(u)
		if want := referenceShape(u); key != want {
			t.Errorf("%q: %q, want %q", s, key, want)
		}
		if got := urlkey.Shape1(u.Normalized().WithoutFragment()); got != key {
			t.Errorf("%q: %q; the normal form has %q", s, key, got)
		}
		again := uri.MustParse(strings.NewReplacer(
			"{number}", strconv.Itoa(number), "{date}", "2024-05-06", "{uuid}", "123e4567-e89b-12d3-a456-426614174000",
			"{hash}", "d41d8cd98f00b204e9800998ecf8427e",
		).Replace(key))
		if got := urlkey.Shape1(again); got != key {
			t.Errorf("%q: %q; %q has %q", s, key, again, got)
		}
	})
}

func ExampleShape1() {
	u := uri.MustParse("http://example.com/calendar/2024-05-06?user=123e4567-e89b-12d3-a456-426614174000&view=week#top")
	fmt.Println(urlkey.Shape1(u))
	// Output: http://example.com/calendar/{date}?user={uuid}&view=week
}

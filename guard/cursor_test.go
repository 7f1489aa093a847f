package guard

import (
	"regexp"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/segments"
	"github.com/urispan/uri/internal/test/kit"
)

// rawPieces are parts of request-targets, also with bytes that no URI has.
var rawPieces = strings.Fields(`/ / / . .. %2e %2E %2f %2F %5c ; %3b a b % %25 %2541 %00 %0a %0D %01 %c3%a9 %C0%AE %c1%9c
	%e0%80%af %c2%85 %e2%80%ae %ff é \ [ ] | { } " %7e ~ = & ? ' < > ^ %u002e %4 %d8%9c %ef%bf%bd %40 %2B ` + "` \xff \xc0\xae \u200f")

// encodedDelimiter matches the percent-encodings of ":", "@" and sub-delims (RFC 3986, sections 2.2 and 3.3), but not ";".
var encodedDelimiter = regexp.MustCompile(`%(?i:3A|40|21|24|26|27|28|29|2A|2B|2C|3D)`)

// TestCursorRaw checks that the hazards of a request-target are those of the URI with its raw bytes percent-encoded.
func TestCursorRaw(t *testing.T) {
	random := kit.Random(t)
	for range kit.Rounds(5_000, 20_000, 1_000_000) {
		target := "/"
		for range 1 + random.IntN(8) {
			target += rawPieces[random.IntN(len(rawPieces))]
		}
		path, query, hasQuery := strings.Cut(target, "?")
		encoded := uri.PlacePath.EncodeRaw(path)
		if hasQuery {
			encoded += "?" + uri.PlaceQuery.EncodeRaw(query)
		}
		u := uri.MustParse("http://h" + encoded)
		h := auditComponents(&u)
		c := segments.NewCursor(target)
		for c.Next() {
		}
		if c.Bad >= 0 || c.PathEnd != len(path) || 2*c.Raw != len(encoded)-len(target) || c.Percent && !strings.Contains(path, "%") {
			t.Fatalf("%q: %+v", target, c)
		}
		run := segments.NewCursor(target)
		if run.Run(); run.Path != c.Path || run.Query != c.Query || run.Raw != c.Raw || run.Foreign != c.Foreign || run.PathEnd != c.PathEnd ||
			run.Percent != c.Percent || run.Delimiter != c.Delimiter || run.Bad != c.Bad {
			t.Fatalf("%q: %+v without stops, %+v with them", target, run, c)
		}
		if want := encodedDelimiter.MatchString(path); c.Delimiter != want {
			t.Fatalf("%q: Delimiter is %t, want %t", target, c.Delimiter, want)
		}
		if !strings.ContainsAny(query, "%;") && c.Raw == 0 && c.Query != 0 {
			t.Fatalf("%q: %v without a percent-encoding and a semicolon", query, Hazards(c.Query))
		}
		all := Hazards(segments.All)
		if got, want := [2]Hazards{Hazards(c.Path), Hazards(c.Query)}, [2]Hazards{h.path & all, h.query & all}; got != want {
			t.Fatalf("%q, %q: %v, %v, want %v, %v", target, encoded, got[0], got[1], want[0], want[1])
		}
	}
}

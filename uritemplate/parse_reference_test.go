package uritemplate_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/uritemplate"
)

// templates is the grammar of RFC 6570, section 2, with erratum 6937 and without the reserved operators.
var templates = regexp.MustCompile(`^(?:` + literals + `|\{[+#./;?&]?` + varspec + `(?:,` + varspec + `)*\})*$`)

const (
	pctEncoded = `%[0-9A-Fa-f]{2}`
	literals   = `[!#$&-;=?-\[\]_a-z~\x{A0}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFEF}` +
		`\x{10000}-\x{1FFFD}\x{20000}-\x{2FFFD}\x{30000}-\x{3FFFD}\x{40000}-\x{4FFFD}\x{50000}-\x{5FFFD}` +
		`\x{60000}-\x{6FFFD}\x{70000}-\x{7FFFD}\x{80000}-\x{8FFFD}\x{90000}-\x{9FFFD}\x{A0000}-\x{AFFFD}` +
		`\x{B0000}-\x{BFFFD}\x{C0000}-\x{CFFFD}\x{D0000}-\x{DFFFD}\x{E1000}-\x{EFFFD}` +
		`\x{E000}-\x{F8FF}\x{F0000}-\x{FFFFD}\x{100000}-\x{10FFFD}]|` + pctEncoded
	varchar = `(?:[A-Za-z0-9_]|` + pctEncoded + `)`
	varspec = varchar + `(?:\.?` + varchar + `)*(?:\*|:[1-9][0-9]{0,3})?`
)

func checkParse(t *testing.T, s string) {
	t.Helper()
	tmpl, err := uritemplate.Parse(s)
	if want := utf8.ValidString(s) && templates.MatchString(s); want != (err == nil) || err == nil && tmpl.String() != s {
		t.Errorf("Parse(%q) = %q, %v; the grammar says %v", s, tmpl, err, want)
	}
}

// TestParseRandom compares Parse to the grammar.
func TestParseRandom(t *testing.T) {
	r := kit.Random(t)
	pieces := strings.Split("{|}|{x|x|y|.|,|:|1|0|9999|*|+|#|/|;|?|&|=|!|@|%|%4|%41|ü|\u0080|\ue000|\U000effff|\xff|\"|'|<|\\|^|`| |~|-|_|$|{+x}|{?x,y*}", "|")
	pieces = append(pieces, "|")
	for range kit.Rounds(20_000, 50_000, 1_000_000) {
		var b strings.Builder
		for range r.IntN(7) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		checkParse(t, b.String())
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "/{x}{?y*,z:3}", "{+a.b}%41ü", "{!x}", "{x.}", "{", "}", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(checkParse)
}

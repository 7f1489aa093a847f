package webchange

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// checkChanges checks the changes from in to its href: they do not overlap, and applying them to the input gives the
// href, except for the "/." before some paths. Spaces before an href are the only change.
func checkChanges(t *testing.T, in string) {
	t.Helper()
	u, err := whatwg.Parse(in)
	if err != nil {
		return
	}
	changes := Of(in, u)
	var applied strings.Builder
	last := 0
	for _, c := range changes {
		if c.Part == "tabs or newlines" {
			continue
		}
		if c.Lo < last || c.Hi < c.Lo {
			t.Errorf("%q: %+v begins before %d", in, c, last)
			return
		}
		applied.WriteString(dialect.WithoutIgnored.Replace(in[last:c.Lo]) + c.Result)
		last = c.Hi
	}
	applied.WriteString(dialect.WithoutIgnored.Replace(in[last:]))
	href, r := u.Href(), u.Ranges()
	if path, _ := r.Path(); u.HostKind() == whatwg.HostNull && strings.HasSuffix(href[:path], ":/.") {
		if in != href {
			href = href[:path-len("/.")] + href[path:]
		}
	} else if list := Of("\x00"+href, u); len(list) != 1 || list[0].Part != "leading spaces" {
		t.Errorf("%q after a NUL has the changes %+v", href, list)
	}
	if applied.String() != href {
		t.Errorf("%q: the changes %+v make %q, want %q", in, changes, applied.String(), href)
	}
}

// TestParts: the range of a change is the part of the input that the parser reads as that component.
func TestParts(t *testing.T) {
	for _, test := range kit.Cases[struct {
		in   string
		want []Change
	}]("webchange.txt", "TestParts") {
		u, _ := whatwg.Parse(test.in)
		if diff := cmp.Diff(test.want, Of(test.in, u)); diff != "" {
			t.Errorf("%q: %s", test.in, diff)
		}
	}
}

// TestRandom checks the changes of random inputs.
func TestRandom(t *testing.T) {
	pieces := []string{"http:", "file:", "a:", "/", "//", `\`, "@", ":", "80", "h", "C|",
		"C:", ".", "..", "?", "#", "\t", "\n",
		" ", "[::1]", "%2e", "localhost", "\u00e9", "x", "0x7f", "|", "https:"}
	random := kit.Random(t)
	for range kit.Rounds(10_000, 20_000, 1_000_000) {
		in := pieces[random.IntN(3)]
		if random.IntN(4) == 0 {
			in = " " + in
		}
		for range random.IntN(9) {
			in += pieces[random.IntN(len(pieces))]
		}
		checkChanges(t, in)
	}
}

package guard_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/internal/test/kit"
)

// A reader is one way to read a path, as some servers do.
type reader struct{ splitFirst, merge, backslash, params, dots bool }

// segments returns the segments of path for the reader. It decodes once.
func (r reader) segments(path string) []string {
	var list []string
	if r.splitFirst {
		list = strings.Split(path, "/")
		for i := range list {
			list[i] = decodeOctets(list[i])
		}
	} else {
		path = decodeOctets(path)
		if r.backslash {
			path = strings.ReplaceAll(path, `\`, "/")
		}
		list = strings.Split(path, "/")
	}
	if r.params {
		for i := range list {
			list[i], _, _ = strings.Cut(list[i], ";")
		}
	}
	var out []string
	for i, segment := range list[1:] {
		last := i == len(list)-2
		switch {
		case r.merge && segment == "" && !last:
		case r.dots && (segment == "." || segment == ".."):
			if segment == ".." {
				out = out[:max(len(out)-1, 0)]
			}
			if last {
				out = append(out, "")
			}
		default:
			out = append(out, segment)
		}
	}
	return out
}

// decodeOctets decodes every percent-encoding of a valid path.
func decodeOctets(path string) string {
	decoded, err := url.PathUnescape(path)
	if err != nil {
		panic(err)
	}
	return decoded
}

// TestServersAgree checks the promise of ServeRules: without the hazards of a path that it refuses, all readers find the
// same segments, those of the normal form.
func TestServersAgree(t *testing.T) {
	check := func(path string) guard.Hazards {
		u := uri.MustParse("http://h" + path)
		hazards := guard.Audit(u) & guard.ServeRules().PathHazards
		want := reader{splitFirst: true}.segments(u.Normalized().Path())
		for i := range 1 << 5 {
			r := reader{i&1 != 0, i&2 != 0, i&4 != 0, i&8 != 0, i&16 != 0}
			if got := r.segments(path); hazards == 0 && !slices.Equal(got, want) {
				t.Fatalf("%q has no hazard, but %+v reads %q and not %q", path, r, got, want)
			}
		}
		return hazards
	}
	for _, test := range kit.Cases[struct {
		path string
		want guard.Hazards
	}]("servers.txt", "TestServersAgree") {
		if got := check(test.path); got != test.want {
			t.Errorf("%q: %v, want %v", test.path, got, test.want)
		}
	}
	pieces := strings.Fields(`/ / / . .. %2e %2E a b %61 %2f %5C ; %3b %25 2e - %c0%ae`)
	random := kit.Random(t)
	for range 5000 {
		path := "/"
		for range random.IntN(8) {
			path += pieces[random.IntN(len(pieces))]
		}
		check(path)
	}
}

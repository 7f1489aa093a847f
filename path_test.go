package uri_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/hostile"
)

// referenceSegments reads a path by the rules
//
//	path-abempty  = *( "/" segment )
//	path-absolute = "/" [ segment-nz *( "/" segment ) ]
//	path-rootless = segment-nz *( "/" segment )
//	path-empty    = 0<pchar>
//
// (RFC 3986, section 3.3), but for that of the path "/" the missing segment-nz counts as an empty one, as it does by
// the first rule.
func referenceSegments(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(strings.TrimPrefix(path, "/"), "/")
}

func TestSegments(t *testing.T) {
	for _, test := range []struct {
		path string
		want []string
	}{
		{"", nil},
		{"/", []string{""}},
		{"//", []string{"", ""}},
		{"a", []string{"a"}},
		{"a/", []string{"a", ""}},
		{"a/b", []string{"a", "b"}},
		{"/a/b", []string{"a", "b"}},
		{"/a/b/", []string{"a", "b", ""}},
		{"//a", []string{"", "a"}},
		{"/a//b", []string{"a", "", "b"}},
		{"/./a/../%2e", []string{".", "a", "..", "%2e"}},
		{"/a%2Fb/c", []string{"a%2Fb", "c"}},
		{"example:animal:ferret:nose", []string{"example:animal:ferret:nose"}},
	} {
		checkSegments(t, test.path, test.want)
		before := "x:"
		if strings.HasPrefix(test.path, "/") {
			before = "x://h"
		}
		u := uri.MustParse(before + test.path + "?/q")
		if got := slices.Collect(u.Segments()); !slices.Equal(got, test.want) {
			t.Errorf("the segments of %s are %q, want %q", u, got, test.want)
		}
	}
}

func checkSegments(t *testing.T, path string, want []string) {
	t.Helper()
	if got := slices.Collect(uri.Segments(path)); !slices.Equal(got, want) {
		t.Errorf("Segments(%.200q) (-want +got):\n%s", path, cmp.Diff(want, got))
	}
	// Every beginning of the sequence can be had alone, and the sequence again.
	for n := range min(len(want), 10) {
		var got []string
		for s := range uri.Segments(path) {
			if got = append(got, s); len(got) > n {
				break
			}
		}
		if !slices.Equal(got, want[:n+1]) {
			t.Errorf("the first %d of Segments(%.200q) are %q, want %q", n+1, path, got, want[:n+1])
		}
	}
}

// A decodedSegment is one of the pairs of DecodedSegments.
type decodedSegment = decoding

func decodedSegments(path string, r uri.Refuse, limit int) (all []decodedSegment) {
	for text, err := range uri.DecodedSegments(path, r, limit) {
		all = append(all, decodingOf(text, err))
	}
	return all
}

// referenceDecodedSegments decodes segment by segment.
func referenceDecodedSegments(path string, r uri.Refuse, limit int) (all []decodedSegment) {
	offset := 0
	if strings.HasPrefix(path, "/") {
		offset = 1
	}
	for _, segment := range referenceSegments(path) {
		d := referenceDecode(segment, r)
		if limit > 0 && len(all) == limit {
			d = decoding{Reason: uri.ReasonTooMany}
		}
		if d.Reason != 0 {
			d.Component, d.Offset = uri.ComponentPath, d.Offset+offset
			return append(all, d)
		}
		all = append(all, d)
		offset += len(segment) + 1
	}
	return all
}

func TestDecodedSegments(t *testing.T) {
	text := func(s string) decodedSegment { return decoding{Text: s} }
	bad := func(offset int, reason uri.Reason) decodedSegment {
		return decoding{Offset: offset, Component: uri.ComponentPath, Reason: reason}
	}
	for _, test := range []struct {
		path  string
		r     uri.Refuse
		limit int
		want  []decodedSegment
	}{
		{"", refuseAll, 1, nil},
		{"/", refuseAll, 1, []decodedSegment{text("")}},
		{"/a%20b/c", refuseAll, 2, []decodedSegment{text("a b"), text("c")}},
		{"/a%2Fb/c", 0, 0, []decodedSegment{text("a/b"), text("c")}},
		{"/a%2Fb/c", uri.RefuseSlash, 0, []decodedSegment{bad(2, uri.ReasonRefusedOctet)}},
		{"a/b%2Fc", uri.RefuseSlash, 0, []decodedSegment{text("a"), bad(3, uri.ReasonRefusedOctet)}},
		{"/a/%4/c", 0, 0, []decodedSegment{text("a"), bad(5, uri.ReasonBadPercent)}},
		{"/a/b/c", 0, 2, []decodedSegment{text("a"), text("b"), bad(5, uri.ReasonTooMany)}},
		{"/a/b/", 0, 2, []decodedSegment{text("a"), text("b"), bad(5, uri.ReasonTooMany)}},
		{"a/b", 0, 1, []decodedSegment{text("a"), bad(2, uri.ReasonTooMany)}},
		{"a/b", 0, -1, []decodedSegment{text("a"), text("b")}},
		{"/a/%ff/c", uri.RefuseBadUTF8, 0, []decodedSegment{text("a"), bad(3, uri.ReasonBadUTF8)}},
		{"/%2e/%2E%2e/..", refuseAll, 0, []decodedSegment{text("."), text(".."), text("..")}},
	} {
		got := decodedSegments(test.path, test.r, test.limit)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("DecodedSegments(%q, %06b, %d) (-want +got):\n%s", test.path, test.r, test.limit, diff)
		}
	}
	for range uri.DecodedSegments("/a/b", 0, 0) {
		break
	}
}

func TestSegmentParams(t *testing.T) {
	pair := func(key, value string) uri.Pair { return uri.Pair{Key: key, Value: value, HasValue: true} }
	flag := func(key string) uri.Pair { return uri.Pair{Key: key} }
	for _, test := range []struct {
		segment, separators, name string
		params                    []uri.Pair
	}{
		{"name;v=1.1", "", "name", []uri.Pair{pair("v", "1.1")}}, // section 3.3
		{"name,1.1", "", "name,1.1", nil},                        // section 3.3
		{"name,1.1", ",", "name", []uri.Pair{flag("1.1")}},       // section 3.3
		{"d;p", ";", "d", []uri.Pair{flag("p")}},                 // section 5.4
		{"y;x=1", ";", "y", []uri.Pair{pair("x", "1")}},          // section 5.4.2
		{"g;x=1", ";,", "g", []uri.Pair{pair("x", "1")}},         // section 5.4.2
		{"n;a=1;a=2", "", "n", []uri.Pair{pair("a", "1"), pair("a", "2")}},
		{"n;a=1,b=2", "", "n", []uri.Pair{pair("a", "1,b=2")}},
		{"n;a=1,b=2", ";,", "n", []uri.Pair{pair("a", "1"), pair("b", "2")}},
		{"", "", "", nil},
		{"n", "", "n", nil},
		{"n;", "", "n", []uri.Pair{flag("")}},
		{";", "", "", []uri.Pair{flag("")}},
		{";a", "", "", []uri.Pair{flag("a")}},
		{"n;;a=", "", "n", []uri.Pair{flag(""), pair("a", "")}},
		{"n;=", "", "n", []uri.Pair{pair("", "")}},
		{"n;a=b=c", "", "n", []uri.Pair{pair("a", "b=c")}},
		{"a=b;c%3Bd", "", "a=b", []uri.Pair{flag("c%3Bd")}}, // not decoded
	} {
		name, params := uri.SegmentName(test.segment, test.separators), uri.SegmentParams(test.segment, test.separators)
		for range 2 {
			if got := slices.Collect(params); name != test.name || !slices.Equal(got, test.params) {
				t.Errorf("%q, split at %q, is %q with %v, want %q with %v",
					test.segment, test.separators, name, got, test.name, test.params)
			}
		}
		for range params {
			break
		}
	}
}

func TestSegmentsLinear(t *testing.T) {
	const size = 1 << 16
	for _, unit := range []string{"/", "a/", "%2F/", "%2F", ";", ";a=1", "="} {
		s := strings.Repeat(unit, size/len(unit))
		checkSegments(t, s, referenceSegments(s))
		n := 0
		for _, err := range uri.DecodedSegments(s, 0, 0) {
			if err != nil {
				t.Error(err)
			}
			n++
		}
		if want := len(referenceSegments(s)); n != want {
			t.Errorf("%d decoded segments of %q many times, want %d", n, unit, want)
		}
		n = 0
		for range uri.SegmentParams(s, "") {
			n++
		}
		if want := strings.Count(s, ";"); n != want {
			t.Errorf("%d parameters of %q many times, want %d", n, unit, want)
		}
		hostile.CheckLinear(t, fmt.Sprintf("the path of %q", unit), size, func(n int) func() {
			s := strings.Repeat(unit, n/len(unit))
			return func() {
				for range uri.Segments(s) {
				}
				for range uri.DecodedSegments(s, 0, 0) {
				}
				for range uri.SegmentParams(s, "") {
				}
			}
		})
	}
}

// FuzzSegments compares the segments, raw and decoded, with the reference, and puts parameters together again.
func FuzzSegments(f *testing.F) {
	addSeeds(f, func(input string) { f.Add(input, uint8(refuseAll), 3) })
	f.Fuzz(func(t *testing.T, path string, r uint8, limit int) {
		want := referenceSegments(path)
		checkSegments(t, path, want)
		got := decodedSegments(path, uri.Refuse(r), limit)
		if diff := cmp.Diff(referenceDecodedSegments(path, uri.Refuse(r), limit), got); diff != "" {
			t.Errorf("DecodedSegments(%q, %06b, %d) (-want +got):\n%s", path, r, limit, diff)
		}
		for _, segment := range want {
			var joined strings.Builder
			name := uri.SegmentName(segment, ";")
			joined.WriteString(name)
			for p := range uri.SegmentParams(segment, ";") {
				joined.WriteString(";" + pairText(p))
			}
			if joined.String() != segment || strings.Contains(name, ";") {
				t.Errorf("%q has the name %q and is put together to %q", segment, name, joined.String())
			}
		}
	})
}

// pairText returns the text that p was read from.
func pairText(p uri.Pair) string {
	if p.HasValue {
		return p.Key + "=" + p.Value
	}
	return p.Key
}

func ExampleSegments() {
	for segment := range uri.Segments("/over//there/") {
		fmt.Printf("%q ", segment)
	}
	// Output: "over" "" "there" ""
}

// A file server must not let a "/" or a NUL through, and must look for "..", however it is written.
func ExampleDecodedSegments() {
	u := uri.MustParse("http://example.com/caf%C3%A9/..%2F..%2Fetc/passwd")
	for segment, err := range uri.DecodedSegments(u.Path(), uri.RefuseSlash|uri.RefuseNUL|uri.RefuseBadUTF8, 100) {
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(segment)
	}
	// Output:
	// café
	// refused octet in path at byte 13
}

func ExampleSegmentParams() {
	const segment = "name;v=1.1;draft"
	fmt.Println(uri.SegmentName(segment, ";"))
	for p := range uri.SegmentParams(segment, ";") {
		fmt.Printf("%s %q %t\n", p.Key, p.Value, p.HasValue)
	}
	// Output:
	// name
	// v "1.1" true
	// draft "" false
}

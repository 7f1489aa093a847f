package segments

import (
	"slices"
	"testing"
)

// TestMayHaveDotSegment: a server may decode a path, and split it at "\", before or after it looks for dot segments.
func TestMayHaveDotSegment(t *testing.T) {
	for path, want := range map[string]bool{
		"": false, "/": false, "/a.b/c..": false, "a": false, "/%41": false, "/...": false, "%41/b": false,
		".": true, "..": true, "./a": true, "/a/..": true, "%2e": true, "%2E./a": true, "/a%2F..": true, "/a%5C%2e%2e": true,
		"/..;a": true, "/%2e%00": true,
	} {
		if got := MayHaveDotSegment(path); got != want {
			t.Errorf("%q: %t", path, got)
		}
	}
}

// TestHasPrefix: a prefix ends at a "/", and unreserved characters are equal to their percent-encodings.
func TestHasPrefix(t *testing.T) {
	for _, test := range []struct {
		path, prefix string
		want         bool
	}{
		{"/a", "/a", true},
		{"/a/b", "/a", true},
		{"/a/b", "/a/", true},
		{"/%61/b", "/a", true},
		{"/%c3%a9", "/%C3%A9", true},
		{"/a", "", true},
		{"/ab", "/a", false},
		{"/a", "/a/", false},
		{"/a%2Fb", "/a/b", false},
		{"/b/a", "/a", false},
	} {
		if got := HasPrefix(test.path, test.prefix); got != test.want {
			t.Errorf("%q, %q: %t", test.path, test.prefix, got)
		}
	}
}

// TestAppendLenient: the results follow from the sentences of the comment of AppendLenient, in their order.
func TestAppendLenient(t *testing.T) {
	for _, test := range []struct{ path, want, paramsFirst string }{
		{"/%7e%41/b", "/~A/b", "/~A/b"},
		{`/a\b`, "/a/b", "/a/b"},
		{"/a%5Cb%2fc", "/a/b/c", "/a/b/c"},
		{"/a;x/b", "/a/b", "/a/b"},
		{"/a;x;y/", "/a/", "/a/"},
		{"/a%00x/b", "/a/b", "/a/b"},
		{"//a///b//", "/a/b/", "/a/b/"},
		{"/a/./b/.", "/a/b/", "/a/b/"},
		{"/a/bc/../d", "/a/d", "/a/d"},
		{"/a/bc/..", "/a/", "/a/"},
		{"/a/..", "/", "/"},
		{"/..", "/", "/"},
		{"/../../a", "/a", "/a"},
		{"/a/..;x/b", "/b", "/b"},
		{"a", "/a", "/a"},
		{"", "/", "/"},
		{"/a b%20%01%ff%3f", "/a%20b%20%01%FF%3F", "/a%20b%20%01%FF%3F"},
		{"/a;x%2Fb/c", "/a/b/c", "/a/c"},
		{"/a;x%5Cb/c", "/a/b/c", "/a/c"},
		{`/a;x\b/c`, "/a/b/c", "/a/c"},
	} {
		for paramsFirst, want := range map[bool]string{false: test.want, true: test.paramsFirst} {
			if got := string(AppendLenient([]byte("/x/"), test.path, paramsFirst)); got != "/x/"+want {
				t.Errorf("%q: %q, want %q (%t)", test.path, got, "/x/"+want, paramsFirst)
			}
		}
	}
}

// TestCursor: the places follow from the comments of Cursor, and what UTF-8 is from RFC 3629.
func TestCursor(t *testing.T) {
	type place struct {
		h      Set
		lo, hi int
	}
	for _, test := range []struct {
		target       string
		bad          int
		raw, foreign int
		percent      bool
		places       []place
	}{
		{"/a/b~c?d=e", -1, 0, 0, false, nil},
		{"/a b", 2, 0, 0, false, nil},
		{"/%20%7E", -1, 0, 0, true, nil},
		{"/?%20", -1, 0, 0, false, nil},
		{"/[a]?{}", -1, 4, 0, false, nil},
		{`/"?"`, -1, 2, 2, false, nil},
		{"/é?é", -1, 4, 4, false, nil},
		{"/%C3%A9", -1, 0, 0, true, nil},
		{"/a/./b", -1, 0, 0, false, []place{{DotSegment, 3, 4}}},
		{"/a/..", -1, 0, 0, false, []place{{DotSegment, 3, 5}}},
		{"/...", -1, 0, 0, false, nil},
		{"/a//b", -1, 0, 0, false, []place{{DoubleSlash, 2, 4}}},
		{"/..;a/", -1, 0, 0, false, []place{{Semicolon, 3, 4}, {DotSegment, 1, 5}}},
		{"/%2541", -1, 0, 0, true, []place{{DoubleEncoding, 1, 6}}},
		{"/%C3", -1, 0, 0, true, []place{{EncodedNotUTF8, 1, 4}}},
		{"/%80", -1, 0, 0, true, []place{{EncodedNotUTF8, 1, 4}}},
		{"/%E2%82/", -1, 0, 0, true, []place{{EncodedNotUTF8, 1, 4}, {EncodedNotUTF8, 4, 7}}},
		{"/%C3a", -1, 0, 0, true, []place{{EncodedNotUTF8, 1, 4}}},
		{"/%C3%41", -1, 0, 0, true, []place{{EncodedNotUTF8, 1, 4}}},
		{"/%C0%AE%C0%AE", -1, 0, 0, true, []place{
			{EncodedNotUTF8 | OverlongUTF8, 1, 7}, {EncodedNotUTF8 | OverlongUTF8, 7, 13},
		}},
		{"/%F8%80%80%80%AF", -1, 0, 0, true, []place{{EncodedNotUTF8 | OverlongUTF8, 1, 16}}},
		{"/%FC%80%80%80%81%9C", -1, 0, 0, true, []place{{EncodedNotUTF8 | OverlongUTF8, 1, 19}}},
		{"/%E0%80%C0", -1, 0, 0, true, []place{{EncodedNotUTF8, 1, 4}, {EncodedNotUTF8, 4, 7}, {EncodedNotUTF8, 7, 10}}},
		{"/%E0%82%80", -1, 0, 0, true, []place{{EncodedNotUTF8, 1, 4}, {EncodedNotUTF8, 4, 7}, {EncodedNotUTF8, 7, 10}}},
		{"/%EF%BF%BD", -1, 0, 0, true, nil},
	} {
		var places []place
		c := NewCursor(test.target)
		for c.Next() {
			places = append(places, place{c.Hazards, c.Lo, c.Hi})
		}
		if c.Bad != test.bad || c.Raw != test.raw || c.Foreign != test.foreign || c.Percent != test.percent || !slices.Equal(places, test.places) {
			t.Errorf("%q: bad %d, raw %d, foreign %d, percent %t, %v", test.target, c.Bad, c.Raw, c.Foreign, c.Percent, places)
		}
	}
}

// TestQuick: the quick check accepts usual paths, and finds the hazards in them. A Cursor finds those of queries.
func TestQuick(t *testing.T) {
	for path, want := range map[string]Set{
		"": 0, "/a/b.c/.d/...": 0, "/a;b": Semicolon, "//a": DoubleSlash, "/./": DotSegment, "..": DotSegment, "/a/..;": DotSegment | Semicolon,
		"/.;/a": DotSegment | Semicolon, "/..;/./b": DotSegment | Semicolon, "/..a;": Semicolon,
	} {
		wantPlain := want == DotSegment || path == "/..;/./b"
		if got, plainDots, ok := QuickPath(path); got != want || plainDots != wantPlain || !ok {
			t.Errorf("%q: %b, %t, %t, want %b, %t", path, got, plainDots, ok, want, wantPlain)
		}
	}
	for query, want := range map[string]Set{
		"": 0, "a=b&c=%20..": 0, "a;b": Semicolon, "%2F": EncodedSlash, "%5c&%3b.": EncodedBackslash | EncodedSemicolon, "%00": EncodedNUL,
		"%2541": DoubleEncoding, "%25%341": DoubleEncoding, "%254": 0, "%0d%0A%01%7f": EncodedCR | EncodedLF | EncodedControl,
		"%80": EncodedNotUTF8, "%C3%A9": 0, "%ff": EncodedNotUTF8, "%c0%AF": EncodedNotUTF8 | OverlongUTF8, "%C2%80": EncodedControl,
		"%E2%80%AE": EncodedBidi,
	} {
		c := NewCursor("/?" + query)
		if c.Run(); c.Query != want {
			t.Errorf("%q: %b, want %b", query, c.Query, want)
		}
	}
	if _, _, ok := QuickPath("/%41"); ok {
		t.Error("a path with a percent-encoding is accepted")
	}
}

// TestAppend: the results follow from the comments of the functions and of the classes of bytes.
func TestAppend(t *testing.T) {
	if got := string(AppendNormal([]byte("x"), "%7e%2f!%3a a?")); got != "x~%2F!%3A%20a%3F" {
		t.Errorf("AppendNormal: %q", got)
	}
	const target = `/&%41["%?&{"%`
	if got, want := string(AppendSent([]byte("x"), target, len(`/&%41["%`))), `x/&%41[%22%25?&{%22%`; got != want {
		t.Errorf("AppendSent: %q, want %q", got, want)
	}
	if got, want := string(AppendEncoded([]byte("x"), target)), "x/&%41%5B%22%25?&%7B%22%25"; got != want {
		t.Errorf("AppendEncoded: %q, want %q", got, want)
	}
}

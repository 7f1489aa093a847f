package segments

import (
	"fmt"
	"slices"
	"strings"
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
		{"/.../b", -1, 0, 0, false, nil},
		{"/a?../", -1, 0, 0, false, nil}, // a query has no dot segments unless they are encoded or at encoded octets
		{"/a?..%2F", -1, 0, 0, false, []place{{EncodedDotSegment, 3, 5}, {EncodedSlash, 5, 8}}},
		{"/?a&..%2F", -1, 0, 0, false, []place{{EncodedDotSegment, 4, 6}, {EncodedSlash, 6, 9}}},
		{"/?..\\", -1, 1, 0, false, []place{{EncodedDotSegment, 2, 4}, {EncodedBackslash, 4, 5}}},
		{"/?.%2F;", -1, 0, 0, false, []place{{EncodedSlash, 3, 6}, {Semicolon, 6, 7}}}, // a "." alone changes no path
		{"/..%2F", -1, 0, 0, true, []place{{EncodedDotSegment, 1, 3}, {EncodedSlash, 3, 6}}},
		{"/a%2F../", -1, 0, 0, true, []place{{EncodedSlash, 2, 5}, {EncodedDotSegment, 5, 7}}},
		{"/%2E/.%2e", -1, 0, 0, true, []place{{EncodedDotSegment, 1, 4}, {EncodedDotSegment, 5, 9}}},
		{"/..\\..", -1, 1, 1, false, []place{{EncodedDotSegment, 1, 3}, {EncodedBackslash, 3, 4}, {EncodedDotSegment, 4, 6}}},
		{"/a//b///", -1, 0, 0, false, []place{{DoubleSlash, 2, 4}, {DoubleSlash, 5, 8}}},
		{"/..;a/", -1, 0, 0, false, []place{{Semicolon, 3, 4}, {DotSegment, 1, 5}}},
		{"/..;%2F", -1, 0, 0, true, []place{{Semicolon, 3, 4}, {DotSegment | EncodedDotSegment, 1, 4}, {EncodedSlash, 4, 7}}},
		{"/..%3B", -1, 0, 0, true, []place{{EncodedSemicolon, 3, 6}, {EncodedDotSegment, 1, 6}}},
		{"/..%00a/", -1, 0, 0, true, []place{{EncodedNUL, 3, 6}, {EncodedDotSegment, 1, 7}}},
		{"/%7F/;%7F%20%7E", -1, 0, 0, true, []place{{EncodedControl, 1, 4}, {Semicolon, 5, 6}, {EncodedControl, 6, 9}}},
		{"/%2541", -1, 0, 0, true, []place{{DoubleEncoding, 1, 6}}},
		{"/%4?%4", -1, 2, 1, false, nil},
		{"/%4%31?%4%31", -1, 2, 1, true, []place{{DoubleEncoding, 1, 6}}}, // browsers send the first "%" as %25
		{"/\xc3%A9", -1, 1, 1, true, nil},
		{"/?\xc3%A9", -1, 1, 1, false, nil},
		{"/%C3", -1, 0, 0, true, []place{{EncodedNotUTF8, 1, 4}}},
		{"/%80", -1, 0, 0, true, []place{{EncodedNotUTF8, 1, 4}}},
		{"/%E2%82/", -1, 0, 0, true, []place{{EncodedNotUTF8, 1, 4}, {EncodedNotUTF8, 4, 7}}},
		{"/%C3a", -1, 0, 0, true, []place{{EncodedNotUTF8, 1, 4}}},
		{"/%C3%41", -1, 0, 0, true, []place{{EncodedNotUTF8, 1, 4}}},
		{"/%C1a", -1, 0, 0, true, []place{{EncodedNotUTF8, 1, 4}}},
		{"/%C0%2E", -1, 0, 0, true, []place{{EncodedNotUTF8, 1, 4}}},
		{"/%FE%80%80%80%80%80%80", -1, 0, 0, true, []place{
			{EncodedNotUTF8, 1, 4}, {EncodedNotUTF8, 4, 7}, {EncodedNotUTF8, 7, 10}, {EncodedNotUTF8, 10, 13},
			{EncodedNotUTF8, 13, 16}, {EncodedNotUTF8, 16, 19}, {EncodedNotUTF8, 19, 22},
		}},
		{"/%C0%AE%C0%AE", -1, 0, 0, true, []place{
			{EncodedNotUTF8 | OverlongUTF8, 1, 7}, {EncodedNotUTF8 | OverlongUTF8, 7, 13},
		}},
		{"/%C0%80%C1%9C", -1, 0, 0, true, []place{
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
		if path, _, _ := strings.Cut(test.target, "?"); c.PathEnd != len(path) {
			t.Errorf("%q: the path ends at %d", test.target, c.PathEnd)
		}
	}
}

// TestCursorBytes: no URI has the bytes outside of RFC 3986, sections 3.3 and 3.4. Of these, browsers percent-encode the
// sets for paths and queries of the URL Standard, section 1.3, and take a "\" in a path for "/".
func TestCursorBytes(t *testing.T) {
	const uriBytes = "!$&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~"
	type counts struct{ bad, raw, rawAt, foreign int }
	for i := range 256 {
		b := string([]byte{byte(i)})
		for at, sets := range map[string]string{"/": "\"<>^`{}\\%", "/?": "\"<>"} {
			want := counts{bad: -1}
			switch {
			case i <= ' ' || i == 0x7f || b == "#":
				want.bad = len(at)
			case !strings.Contains(uriBytes, b):
				want.raw, want.rawAt = 1, len(at)
				if i > 0x7f || strings.Contains(sets, b) {
					want.foreign = 1
				}
			}
			c := NewCursor(at + b)
			for c.Next() {
			}
			if got := (counts{c.Bad, c.Raw, c.RawAt, c.Foreign}); got != want {
				t.Errorf("%q: %+v, want %+v", at+b, got, want)
			}
		}
	}
}

// TestDelimiter: a segment can have ":", "@" and sub-delims, which are not unreserved (RFC 3986, sections 2.2 and 3.3).
func TestDelimiter(t *testing.T) {
	for i := range 256 {
		want := strings.Contains(":@!$&'()*+,=", string([]byte{byte(i)}))
		for path, want := range map[string]bool{"/%%%02X": want, "/%%%02X%%41": want, "/%%41%%%02x": want, "/?%%%02X": false} {
			c := NewCursor(fmt.Sprintf(path, i))
			if c.Run(); c.Delimiter != want {
				t.Errorf("%q: %t", c.Target(), c.Delimiter)
			}
		}
	}
}

// TestQueryCursor: the places in a query, where a "?" is a byte as any other.
func TestQueryCursor(t *testing.T) {
	const query = "a=..%2F?..%2Fb"
	c := NewQueryCursor(query)
	if !c.Next() || c.Hazards != EncodedDotSegment || c.Lo != 2 || c.Hi != 4 || !c.Next() || c.Hazards != EncodedSlash || !c.Next() ||
		c.Hazards != EncodedSlash || c.Lo != 10 || c.Next() {
		t.Errorf("%q: %+v", query, c)
	}
	if c.Target() != query || c.Bad != -1 || c.Path != 0 || c.Query != EncodedDotSegment|EncodedSlash {
		t.Errorf("%q: %+v at the end", query, c)
	}
}

// TestSkip compares Cursors that look at each byte with those that skip, for all targets of four pieces, and Run with Next.
func TestSkip(t *testing.T) {
	skipping, skipped := pathTable, harmless
	t.Cleanup(func() { pathTable, harmless = skipping, skipped })
	looking := skipping
	for b, k := range looking {
		if k == plain {
			looking[b] = semicolon // which has no meaning in a path
		}
	}
	places := func(c *Cursor) (list []Cursor) {
		for more := true; more; {
			more = c.Next()
			place := *c
			place.at, place.runs, place.table, place.start, place.afterEncoded = 0, false, nil, 0, false
			list = append(list, place)
		}
		return list
	}
	pieces := strings.Fields(`/ . ; ? & a [ % %2e %2F %41 %25 %00 é`)
	for number := range len(pieces) * len(pieces) * len(pieces) * len(pieces) {
		target := ""
		for range 4 {
			target += pieces[number%len(pieces)]
			number /= len(pieces)
		}
		pathTable, harmless = looking, [256]bool{}
		want := places(NewCursor(target))
		pathTable, harmless = skipping, skipped
		if got := places(NewCursor(target)); !slices.Equal(got, want) {
			t.Fatalf("%q: %+v, want %+v", target, got, want)
		}
		run := NewCursor(target)
		run.runs = true
		last := want[len(want)-1]
		last.Hazards, last.Lo, last.Hi = 0, 0, 0
		if got := places(run); !slices.Equal(got, []Cursor{last}) {
			t.Fatalf("%q: %+v by Run, want %+v", target, got, last)
		}
	}
}

// TestRun: a Cursor finds the hazards of paths and queries.
func TestRun(t *testing.T) {
	for path, want := range map[string]Set{
		"": 0, "/a/b.c/.d/...": 0, "/a;b": Semicolon, "//a": DoubleSlash, "/./": DotSegment, "..": DotSegment, "/a/..;": DotSegment | Semicolon,
		"/.;/a": DotSegment | Semicolon, "/..;/./b": DotSegment | Semicolon, "/..a;": Semicolon,
	} {
		c := NewCursor(path)
		if c.Run(); c.Path != want {
			t.Errorf("%q: %b, want %b", path, c.Path, want)
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

package scheme_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/scheme"
	"github.com/urispan/uri/whatwg"
)

// readWPT returns the cases of a file of web-platform-tests. It fails if their number is not n.
func readWPT(t *testing.T, name string, n int) (cases [][]json.RawMessage) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) != n {
		t.Fatalf("%s: %d cases, want %d, %v", name, len(cases), n, err)
	}
	return cases
}

// unmarshal returns a value of a case.
func unmarshal[T any](t *testing.T, raw json.RawMessage) (v T) {
	t.Helper()
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// octets returns the octets that a case lists as numbers.
func octets(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var b []byte
	for _, n := range unmarshal[[]int](t, raw) {
		b = append(b, byte(n))
	}
	return string(b)
}

// parseData parses a data: URL as browsers do.
func parseData(s string) (scheme.Data, error) {
	u, err := whatwg.Parse(s)
	if err != nil {
		return scheme.Data{}, err
	}
	return scheme.ParseData(u)
}

// bodyOf returns the body of d. It checks that AppendBody and readers of any size agree with each other and with Len.
func bodyOf(t *testing.T, d scheme.Data) string {
	t.Helper()
	b, err := d.AppendBody([]byte("dst"), d.Len())
	if err != nil || len(b) != len("dst")+d.Len() || string(b[:3]) != "dst" {
		t.Fatalf("AppendBody: %q, %v, length %d", b, err, d.Len())
	}
	body := string(b[3:])
	if err := iotest.TestReader(d.Reader(), []byte(body)); err != nil {
		t.Errorf("Reader of %q: %v", body, err)
	}
	if small, err := io.ReadAll(iotest.OneByteReader(d.Reader())); string(small) != body || err != nil {
		t.Errorf("Reader by bytes: %q, %v; want %q", small, err, body)
	}
	for _, limit := range []int{d.Len() - 1, -1} {
		var e *scheme.Error
		if b, err := d.AppendBody([]byte("dst"), limit); !errors.As(err, &e) || string(b) != "dst" {
			t.Errorf("AppendBody of %q with the limit %d: %q, %v", body, limit, b, err)
		}
	}
	return body
}

// TestWPTData has the data: URLs of web-platform-tests.
func TestWPTData(t *testing.T) {
	for _, c := range readWPT(t, "data-urls.json", 70) {
		input, mediaType := unmarshal[string](t, c[0]), unmarshal[*string](t, c[1])
		d, err := parseData(input)
		switch {
		case mediaType == nil:
			if err == nil {
				t.Errorf("%q: %q, want an error", input, d.MediaType())
			}
		case err != nil:
			t.Errorf("%q: %v", input, err)
		case d.MediaType() != *mediaType || bodyOf(t, d) != octets(t, c[2]):
			t.Errorf("%q: %q, %q; want %q, %q", input, d.MediaType(), bodyOf(t, d), *mediaType, octets(t, c[2]))
		}
	}
}

// TestWPTBase64 has the strings of web-platform-tests for forgiving-base64 decode, percent-encoded in a data: URL.
func TestWPTBase64(t *testing.T) {
	for _, c := range readWPT(t, "base64.json", 71) {
		input := unmarshal[string](t, c[0])
		d, err := parseData("data:;base64," + uri.PlaceUnreserved.Encode(input))
		if isValid := string(c[1]) != "null"; (err == nil) != isValid {
			t.Errorf("%q: %v, want valid %v", input, err, isValid)
		} else if isValid && bodyOf(t, d) != octets(t, c[1]) {
			t.Errorf("%q: %q, want %q", input, bodyOf(t, d), octets(t, c[1]))
		}
	}
}

// TestData has data: URLs of public threads and of standards.
func TestData(t *testing.T) {
	for _, test := range kit.Cases[struct{ source, input, mediaType, body string }]("data.txt", "TestData") {
		d, err := parseData(test.input)
		if err != nil {
			t.Errorf("%s: %v", test.source, err)
		} else if d.MediaType() != test.mediaType || bodyOf(t, d) != test.body {
			t.Errorf("%s: %q, %q; want %q, %q", test.source, d.MediaType(), bodyOf(t, d), test.mediaType, test.body)
		}
	}
}

// TestDataErrors checks the offsets of errors: the first byte that no valid URL could have there, or the length.
func TestDataErrors(t *testing.T) {
	for _, test := range kit.Cases[struct {
		input  string
		offset int
	}]("data.txt", "TestDataErrors") {
		var e *scheme.Error
		if d, err := parseData(test.input); !errors.As(err, &e) || e.Offset != test.offset || d != (scheme.Data{}) {
			t.Errorf("%q: %v, %v; want an error at %d", test.input, d, err, test.offset)
		}
	}
}

// TestDataURL checks data: URLs that are written, and that ParseData reads the same from them.
func TestDataURL(t *testing.T) {
	for _, test := range kit.Cases[struct{ mediaType, body, want string }]("data.txt", "TestDataURL") {
		got, err := scheme.DataURL(test.mediaType, []byte(test.body))
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("DataURL(%q): %q, %v; want %q", test.mediaType, got, err, test.want)
		}
	}
}

// TestDataURLErrors checks the offsets of errors.
func TestDataURLErrors(t *testing.T) {
	for mediaType, offset := range map[string]int{"a/b,c": 3, `a/b;c="d,e"`: 8, "text": 0, `a/b;c="d e"`: 0} {
		var e *scheme.Error
		if _, err := scheme.DataURL(mediaType, nil); !errors.As(err, &e) || e.Offset != offset {
			t.Errorf("%q: %v, want an error at %d", mediaType, err, offset)
		}
	}
}

func FuzzDataURL(f *testing.F) {
	f.Add("text/html; charset=utf-8", []byte("a\xff"))
	f.Add(`a/b;c="d";e='f`, []byte(nil))
	f.Fuzz(func(t *testing.T, mediaType string, body []byte) {
		s, err := scheme.DataURL(mediaType, body)
		if err != nil {
			return
		}
		if _, err := uri.Parse(s); err != nil {
			t.Fatal(err)
		}
		u := whatwg.MustParse(s)
		d, err := scheme.ParseData(u)
		if err != nil || u.Href() != s || bodyOf(t, d) != string(body) || !d.IsBase64() {
			t.Fatalf("%q: %q, %v, %v", s, u.Href(), d, err)
		}
		if mediaType == "" {
			return
		}
		if again, err := scheme.DataURL(d.MediaType(), body); again != s || err != nil {
			t.Fatalf("%q: %q, %v", s, again, err)
		}
	})
}

// FuzzBase64 compares the bodies with package base64, after white space is removed and padding is known.
func FuzzBase64(f *testing.F) {
	f.Add("ab c=")
	f.Fuzz(func(t *testing.T, s string) {
		plain := strings.Map(func(r rune) rune {
			if strings.ContainsRune(" \t\n\f\r", r) {
				return -1
			}
			return r
		}, s)
		encoding := base64.RawStdEncoding
		if len(plain)%4 == 0 {
			encoding = base64.StdEncoding
		}
		want, wantErr := encoding.DecodeString(plain)
		d, err := parseData("data:;base64," + uri.PlaceUnreserved.Encode(s))
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%q: %v, want %v", s, err, wantErr)
		}
		if err == nil && bodyOf(t, d) != string(want) {
			t.Fatalf("%q: %q, want %q", s, bodyOf(t, d), want)
		}
	})
}

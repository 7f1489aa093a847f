package dialect

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/tables"
	"github.com/urispan/uri/whatwg"
)

// TestUnencoded: unencoded lists all characters but letters and digits that need no percent-encoding in an authority.
func TestUnencoded(t *testing.T) {
	for b := range byte(utf8.RuneSelf) {
		letterOrDigit := tables.Is(b, tables.ALPHA) || tables.Is(b, tables.DIGIT)
		needsNone := tables.Is(b, tables.Unreserved) || tables.Is(b, tables.SubDelims)
		if strings.IndexByte(unencoded, b) >= 0 != (needsNone && !letterOrDigit) {
			t.Errorf("%q", b)
		}
	}
}

// TestSameNames: packages uri and fsm have the same names for components and reasons, so a [Fault] may come from
// either.
func TestSameNames(t *testing.T) {
	known := map[string]bool{}
	for i := range 32 {
		known[uri.Component(i).String()] = true
		known[uri.Reason(i).String()] = true
	}
	for i := range 32 {
		for _, name := range []string{tables.Component(i).String(), fsm.Reason(i).String()} {
			if !known[name] {
				t.Errorf("package uri has no %q", name)
			}
		}
	}
}

// TestComplete: every dialect has all functions and strings, and a flag of its own unless it is the default.
func TestComplete(t *testing.T) {
	flags := map[string]bool{}
	for i, d := range All {
		if flags[d.Flag] || (d.Flag == "") != (i == 0) {
			t.Errorf("dialect %d has the flag %q", i, d.Flag)
		}
		flags[d.Flag] = true
		v := reflect.ValueOf(*d)
		for k := range v.NumField() {
			switch name := v.Type().Field(k).Name; name {
			case "Flag", "International", "Read", "AppendText": // may be zero
			default:
				if v.Field(k).IsZero() {
					t.Errorf("-%s has no %s", d.Flag, name)
				}
			}
		}
	}
}

// TestWebTexts: webTexts has exactly the validation errors of the standard.
func TestWebTexts(t *testing.T) {
	n := 0
	for c := whatwg.Code(1); !strings.HasPrefix(c.String(), "Code("); c++ {
		if WebText(c.String()) == "" {
			t.Errorf("no text for %s", c)
		}
		n++
	}
	if rows := strings.Count(webTexts, "\n"); n != rows {
		t.Errorf("%d texts for %d codes", rows, n)
	}
}

// TestIllegalText compares names of bytes and characters with those in errors about paths.
func TestIllegalText(t *testing.T) {
	texts := []string{"\u2028", "\u00e9", "\u20ac", "\ufffe", "\U0001ffff"}
	for b := range 256 {
		texts = append(texts, string([]byte{byte(b)}))
	}
	for _, d := range []*Dialect{URI, IRI} {
		for _, text := range texts {
			err := d.Error("/"+text, 0)
			if err == nil {
				continue // legal
			}
			want, _, ok := strings.Cut(err.Error(), " in path at byte 1")
			if !ok || !strings.HasPrefix(want, "illegal") {
				continue // part of a longer fault
			}
			if got := reference.IllegalText([]byte(text + "x")); got != want {
				t.Errorf("-%s %q: %s, want %s", d.Flag, text, got, want)
			}
		}
	}
}

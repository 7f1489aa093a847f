package whatwg_test

import (
	"bytes"
	"encoding"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

var (
	_ fmt.Formatter            = whatwg.URL{}
	_ slog.LogValuer           = whatwg.URL{}
	_ encoding.TextMarshaler   = whatwg.URL{}
	_ encoding.TextUnmarshaler = new(whatwg.URL)
)

// TestZeroURL calls the methods of the zero URL.
func TestZeroURL(t *testing.T) {
	var zero whatwg.URL
	for attribute, get := range getters {
		want := ""
		if attribute == "origin" {
			want = "null"
		}
		if got := get(zero); got != want {
			t.Errorf("%s is %q, want %q", attribute, got, want)
		}
	}
	for attribute, set := range setters {
		if u, ok := set(zero, "b"); ok || u != zero {
			t.Errorf("setting %s gives %q, %t", attribute, u, ok)
		}
		if u, ok := set(zero, ""); ok || u != zero {
			t.Errorf("setting %s to nothing gives %q, %t", attribute, u, ok)
		}
	}
	if zero.IsSpecial() || zero.HasOpaquePath() || zero.HostKind() != whatwg.HostNull {
		t.Errorf("%t, %t, %v", zero.IsSpecial(), zero.HasOpaquePath(), zero.HostKind())
	}
	if _, ok := zero.PortNumber(); ok || zero.WithoutFragment() != zero || zero.DomainToUnicode() != "" {
		t.Errorf("%t, %q, %q", ok, zero.WithoutFragment(), zero.DomainToUnicode())
	}
	if u, err := zero.Parse("a"); err == nil {
		t.Errorf("%q", u)
	}
}

func TestEqual(t *testing.T) {
	u := whatwg.MustParse("https://example.com/b?c#d")
	for _, v := range []whatwg.URL{
		whatwg.MustParse(" HTTPS:example.COM:443/a/../b?c#d"),
		must(whatwg.MustParse("https://example.com/x").Parse("b?c#d")),
		set(whatwg.MustParse("http://example.com/b?c#d").WithProtocol("https")),
		set(set(whatwg.MustParse("https://u:p@example.com/b?c#d").WithUsername("")).WithPassword("")),
	} {
		if u != v {
			t.Errorf("%#v, want %#v", v, u)
		}
	}
}

func TestPortNumber(t *testing.T) {
	for input, want := range map[string]int{
		"http://a/": 80, "https://a/": 443, "ws://a/": 80, "wss://a/": 443, "ftp://a/": 21, "https://a:65535/": 65535,
		"https://a:0/": 0, "a://b:443": 443, "a://b": -1, "file://a/": -1, "a:b": -1,
	} {
		port, ok := whatwg.MustParse(input).PortNumber()
		if got := int(port); ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: %d, %t, want %d", input, got, ok, want)
		}
	}
}

// TestDomainToUnicode converts the examples of section 3.3 and the names of section 3.
func TestDomainToUnicode(t *testing.T) {
	for input, want := range kit.Pairs[string, string]("value.txt", "TestDomainToUnicode", map[string]any{
		"long":      "https://xn--" + strings.Repeat("9", 2000) + "/",
		"long-name": "xn--" + strings.Repeat("9", 2000),
	}) {
		u := whatwg.MustParse(input)
		if got := u.DomainToUnicode(); got != want {
			t.Errorf("%.60q: %.60q, want %.60q", input, got, want)
		}
	}
}

func TestRedacted(t *testing.T) {
	for input, want := range kit.Pairs[string, string]("value.txt", "TestRedacted") {
		u := whatwg.MustParse(input)
		if got := u.Redacted(); got != want {
			t.Errorf("%q: %q, want %q", input, got, want)
		}
		for format, want := range map[string]string{
			"%v": want, "%+v": want, "%s": input, "%q": fmt.Sprintf("%q", input), "%5v": want,
			"%#v": fmt.Sprintf("whatwg.MustParse(%q)", want),
		} {
			if got := fmt.Sprintf(format, u); got != want {
				t.Errorf("%s of %q: %q, want %q", format, input, got, want)
			}
		}
		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("", "url", u)
		if !strings.Contains(log.String(), want) {
			t.Errorf("%q is logged as %q", input, log.String())
		}
	}
}

func TestHostKindString(t *testing.T) {
	var got []string
	for k := range whatwg.HostOpaque + 2 {
		got = append(got, k.String())
	}
	want := []string{"null", "empty host", "domain", "IPv4 address", "IPv6 address", "opaque host", "HostKind(6)"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestMustParse(t *testing.T) {
	defer func() {
		if got, want := recover(), "whatwg: host-missing at byte 11"; got != want {
			t.Errorf("%v, want %q", got, want)
		}
	}()
	whatwg.MustParse("https://u:@")
}

func must(u whatwg.URL, err error) whatwg.URL {
	if err != nil {
		panic(err)
	}
	return u
}

func set(u whatwg.URL, ok bool) whatwg.URL {
	if !ok {
		panic("ignored")
	}
	return u
}

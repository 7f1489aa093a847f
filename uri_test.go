package uri

import (
	"github.com/urispan/uri/internal/test/kit"
	"log/slog"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

var (
	_ slog.LogValuer = URI{}
	_ error          = (*Error)(nil)
)

// componentTests give each component that is defined, in order, as describe writes it.
var componentTests = kit.Cases[struct{ in, want string }]("uri.txt", "componentTests")

func describe(u URI) string {
	var b strings.Builder
	add := func(name, text string, ok bool) {
		if ok {
			b.WriteString(" " + name + " " + strconv.Quote(text))
		}
	}
	addOf := func(name string, get func() (string, bool)) {
		text, ok := get()
		add(name, text, ok)
	}
	add("scheme", u.Scheme(), u.IsAbs())
	addOf("authority", u.Authority)
	addOf("userinfo", u.Userinfo)
	addOf("host", u.Host)
	addOf("port", u.Port)
	add("path", u.Path(), true)
	addOf("query", u.Query)
	addOf("fragment", u.Fragment)
	return strings.TrimPrefix(b.String(), " ")
}

func TestComponents(t *testing.T) {
	for _, test := range componentTests {
		u, err := Parse(test.in)
		if err != nil {
			t.Errorf("Parse(%q): %v", test.in, err)
			continue
		}
		if got := describe(u); got != test.want {
			t.Errorf("Parse(%q)\n got %s\nwant %s", test.in, got, test.want)
		}
		if u.String() != test.in {
			t.Errorf("Parse(%q).String() = %q", test.in, u.String())
		}
	}
}

func TestZero(t *testing.T) {
	var zero URI
	u, err := Parse("")
	if err != nil || u != zero {
		t.Errorf(`Parse("") = %#v, %v, want the zero URI`, u, err)
	}
	if got := describe(zero); got != `path ""` {
		t.Errorf("zero URI: %s", got)
	}
	if zero.HostKind() != HostUndefined || zero.Redacted() != "" {
		t.Errorf("zero URI: host %v, redacted %q", zero.HostKind(), zero.Redacted())
	}
}

func TestMustParse(t *testing.T) {
	defer func() {
		text, _ := recover().(string)
		if !strings.Contains(text, "MustParse") || strings.Contains(text, "hunter2") {
			t.Errorf("panic text %q", text)
		}
	}()
	MustParse("http://joe:hunter2<@example.com/")
}

func TestRequestURI(t *testing.T) {
	for _, test := range kit.Cases[struct{ uri, want string }]("uri.txt", "TestRequestURI") {
		if got := MustParse(test.uri).RequestURI(); got != test.want {
			t.Errorf("%q: %q, want %q", test.uri, got, test.want)
		}
		if v, err := url.Parse(test.uri); err != nil || v.RequestURI() != test.want {
			t.Errorf("%q: net/url: %q, %v; want %q", test.uri, v.RequestURI(), err, test.want)
		}
	}
}

// TestParseBytes changes the bytes after the call: the result must not.
func TestParseBytes(t *testing.T) {
	for _, test := range componentTests {
		text := []byte(test.in)
		want, wantErr := Parse(test.in)
		got, err := ParseBytes(text)
		for i := range text {
			text[i] = 'x'
		}
		if got != want || !reflect.DeepEqual(err, wantErr) {
			t.Errorf("%q: %q, %v; want %q, %v", test.in, got, err, want, wantErr)
		}
	}
	_, want := Parse("a<b")
	if got, err := ParseBytes([]byte("a<b")); got != (URI{}) || !reflect.DeepEqual(err, want) {
		t.Errorf("%q, %v, want %v", got, err, want)
	}
}

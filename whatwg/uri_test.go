package whatwg_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

// TestURI converts hrefs to URIs. A character that a percent-encode set of the URL Standard (section 1.3) leaves, and
// that RFC 3986 does not allow (sections 3.2 to 3.5), is percent-encoded.
func TestURI(t *testing.T) {
	for _, c := range kit.Cases[struct {
		href, want string
		changes    whatwg.Changes
	}]("uri.txt", "TestURI") {
		u := whatwg.MustParse(c.href)
		got, changes := u.URI()
		if got != uri.MustParse(c.want) || changes != c.changes {
			t.Errorf("%q becomes %q, %v, want %q, %v", c.href, got, changes, c.want, c.changes)
		}
		checkURI(t, u)
	}
	var zero whatwg.URL
	if got, changes := zero.URI(); got != (uri.URI{}) || changes != 0 {
		t.Errorf("the zero URL becomes %q, %v", got, changes)
	}
}

// checkURI checks properties of the URI of every URL.
func checkURI(t *testing.T, u whatwg.URL) {
	t.Helper()
	v, changes := u.URI()
	if parsed, err := uri.ParseURI(v.String()); err != nil || parsed != v {
		t.Errorf("%q becomes %q, which is not a URI: %v", u, v, err)
	}
	if (changes == 0) != (v.String() == u.Href()) {
		t.Errorf("%q becomes %q with the changes %v", u, v, changes)
	}
	// Encoding changes no octet but a "%" that does not begin a percent-encoding, and that is decoded to itself.
	if got, want := percentDecode(v.String()), percentDecode(u.Href()); got != want {
		t.Errorf("%q becomes %q: decoded, they are %q and %q", u, v, want, got)
	}
	// Browsers find the same components, and so the URI is stable.
	again, _, err := whatwg.FromURI(v)
	if err != nil || again.HostKind() != u.HostKind() || again.Port() != u.Port() || again.Scheme() != u.Scheme() {
		t.Errorf("%q becomes %q, which becomes %q, %v", u, v, again, err)
	}
	if u.HostKind() != whatwg.HostOpaque && again.Hostname() != u.Hostname() {
		t.Errorf("%q becomes %q, whose host is %q", u, v, again.Hostname())
	}
	if w, _ := again.URI(); w != v {
		t.Errorf("%q becomes %q, %q, and %q", u, v, again, w)
	}
}

// percentDecode implements the standard's percent-decode (section 1.3).
func percentDecode(s string) string {
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			out = append(out, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
		} else {
			out = append(out, s[i])
		}
	}
	return string(out)
}

// TestFromURI compares URIs with the hrefs that the URL Standard gives them. The comments name its sections.
func TestFromURI(t *testing.T) {
	for _, c := range kit.Cases[struct {
		uri, want string
		changes   whatwg.Changes
	}]("uri.txt", "TestFromURI") {
		got, changes, err := whatwg.FromURI(uri.MustParse(c.uri))
		if got.Href() != c.want || changes != c.changes || (err == nil) != (c.want != "") {
			t.Errorf("%q becomes %q, %v, %v, want %q, %v", c.uri, got, changes, err, c.want, c.changes)
		}
		var e *whatwg.Error
		if err != nil && !errors.As(err, &e) {
			t.Errorf("%q: the error is a %T", c.uri, err)
		}
		if err == nil {
			checkURI(t, got)
		}
	}
}

func TestChangesString(t *testing.T) {
	for changes, want := range map[whatwg.Changes]string{
		0:                          "none",
		whatwg.ChangeSchemeLowered: "scheme lowered",
		whatwg.ChangePathEncoded | whatwg.ChangeFragmentEncoded: "path encoded, fragment encoded",
		whatwg.ChangeFragmentEncoded | 1<<15:                    "fragment encoded, Changes(1<<15)",
		whatwg.ChangeHostChanged | 1<<14 | 1<<15:                "host changed, Changes(1<<14), Changes(1<<15)",
		whatwg.ChangeAuthorityFound:                             "authority found",
		whatwg.ChangeQueryEncoded:                               "query encoded",
		whatwg.ChangeUserinfoDropped:                            "userinfo dropped",
		whatwg.ChangeUserinfoEncoded:                            "userinfo encoded",
		whatwg.ChangeHostEncoded:                                "host encoded",
		whatwg.ChangePortChanged:                                "port changed",
		whatwg.ChangePathChanged:                                "path changed",
	} {
		if got := changes.String(); got != want {
			t.Errorf("%d is %q, want %q", changes, got, want)
		}
	}
}

func FuzzURI(f *testing.F) {
	f.Add("http://u%zz:%@a\"`{}b:81/[a]|b%2g?%[\\]^`{|}#a#%[\\]^{|}")
	f.Add("HTTP://;:@%61:080/a/../'?'#'")
	f.Add("web+demo:/.//a|b")
	f.Add("data:text/html,<p>")
	f.Fuzz(func(t *testing.T, input string) {
		if u, err := whatwg.Parse(input); err == nil {
			checkURI(t, u)
		}
		u, err := uri.Parse(input)
		if err != nil {
			return
		}
		v, changes, err := whatwg.FromURI(u)
		if err == nil && (changes == 0) != (v.Href() == input) {
			t.Errorf("%q becomes %q with the changes %v", input, v, changes)
		}
	})
}

func TestURIAllocations(t *testing.T) {
	same, encoded := whatwg.MustParse("http://example.com/a?b#c"), whatwg.MustParse("http://example.com/[a]?|")
	normal := uri.MustParse("http://example.com/a?b#c")
	for _, c := range []struct {
		name string
		want float64
		run  func()
	}{
		{"URI, same text", 0, func() { same.URI() }},
		{"URI", 5, func() { encoded.URI() }},
		{"FromURI, same text", 0, func() { whatwg.FromURI(normal) }},
	} {
		if got := testing.AllocsPerRun(100, c.run); got > c.want {
			t.Errorf("%s: %v allocations, want %v", c.name, got, c.want)
		}
	}
}

// TestRedactedURI checks that Redacted of a URI, an IRI and a URL hides the text that a browser reads as a password,
// for every base.
func TestRedactedURI(t *testing.T) {
	const secret = "Zq8.Xw7~Kv"
	read := 0
	for _, scheme := range []string{"", "http:", "HTTPS:", "ftp:", "ws:", "wss:", "file:", "foo:"} {
		for _, slashes := range []string{"", "/", "//", "///", "////"} {
			for _, user := range []string{"", "u", "u%40", ":", "u@v", "u%3A"} {
				for _, end := range []string{"@h.example/", "@h.example", "@x@h.example/a@b", "@h.example:80?q@r", "@h.example#f@g"} {
					ref := scheme + slashes + user + ":" + secret + end
					u, err := uri.Parse(ref)
					if err != nil {
						continue
					}
					i, err := iri.Parse(ref)
					if err != nil || i.Redacted() != u.Redacted() {
						t.Errorf("%q: the IRI is redacted to %q, %v", ref, i.Redacted(), err)
					}
					for _, base := range []string{"", "http://b.example/", "https://b.example/", "file:///b", "foo://b/c"} {
						var b whatwg.URL
						if base != "" {
							b = whatwg.MustParse(base)
						}
						v, err := b.Parse(ref)
						if err != nil || v.Password() == "" {
							continue
						}
						read++
						if text := v.Redacted() + fmt.Sprintf("%v", v); strings.Contains(text, secret) {
							t.Errorf("%q with %q: the URL is redacted to %q", ref, base, text)
						}
						text := fmt.Sprintf("%v %d %+v", u, u, i) + u.LogValue().String() + string(uri.Redactor{}.AppendRedacted(nil, u))
						if strings.Contains(text, secret) {
							t.Errorf("%q with %q has the password %q, and prints as %q", ref, base, v.Password(), text)
						}
					}
				}
			}
		}
	}
	if read < 1000 {
		t.Errorf("only %d passwords", read)
	}
}

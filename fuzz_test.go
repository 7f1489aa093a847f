package uri_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
)

// addSeeds adds the inputs of testdata/conformance.txt to the corpus of f: while fuzzing, some of them.
func addSeeds(f *testing.F, add func(input string)) {
	f.Helper()
	for c := range kit.Seeds(conformanceCases(f)) {
		add(c.input)
	}
}

// FuzzParse compares every implementation with the reference parser: for all four productions the verdict, the ranges,
// the path rule, the kind of host, and the offset of the first wrong byte.
func FuzzParse(f *testing.F) {
	addSeeds(f, func(input string) { f.Add(input) })
	f.Fuzz(func(t *testing.T, s string) {
		var want [4]answer
		for i := range want {
			want[i] = referenceAnswer(i, s)
		}
		check(t, s, want)
		if u, err := uri.Parse(s); err == nil {
			checkRanges(t, s, u)
		}
	})
}

// FuzzText checks that the text that is read is the text that is printed, and that no secret is shown.
func FuzzText(f *testing.F) {
	addSeeds(f, func(input string) { f.Add(input) })
	f.Add("//character@h/<") // the error has this word for another reason
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil {
			checkErrorText(t, s, err)
		} else {
			checkRoundTrip(t, s, u)
			checkRedacted(t, u)
		}
		checkSecret(t, s)
	})
}

// checkRoundTrip checks that the strings of u are the one it was parsed from, and read back to u.
func checkRoundTrip(t *testing.T, s string, u uri.URI) {
	t.Helper()
	if again, err := uri.Parse(u.String()); again != u || err != nil || u.String() != s {
		t.Errorf("Parse(%q).String() = %q, which parses to %#v, %v", s, u.String(), again, err)
	}
	text, err := u.MarshalText()
	if string(text) != s || err != nil {
		t.Errorf("%q marshals to %q, %v", s, text, err)
	}
	var v uri.URI
	if err := v.UnmarshalText(text); v != u || err != nil {
		t.Errorf("%q unmarshals to %#v, %v", text, v, err)
	}
	if text, err := u.AppendText([]byte("<")); string(text) != "<"+s || err != nil {
		t.Errorf("%q appends as %q, %v", s, text, err)
	}
}

// checkRedacted checks that Redacted returns a reference that differs from u only in the password, and that the new
// password does not depend on that of u.
func checkRedacted(t *testing.T, u uri.URI) {
	t.Helper()
	text := u.Redacted()
	v, err := uri.Parse(text)
	if err != nil {
		t.Fatalf("%q is redacted to %q: %v", u, text, err)
	}
	if again := v.Redacted(); again != text {
		t.Errorf("%q is redacted to %q, and again to %q", u, text, again)
	}
	userinfo, _ := u.Userinfo()
	shown, ok := v.Userinfo()
	if _, password, _ := strings.Cut(userinfo, ":"); password != "" && ok && !strings.HasSuffix(shown, "xxxxx") {
		t.Errorf("%q: the userinfo is redacted to %q", u, shown)
	}
	if !strings.ContainsAny(u.String(), "@%") && v != u {
		t.Errorf("%q has no secret and is redacted to %q", u, v)
	}
}

// checkErrorText checks that the text of the error has no word of the userinfo of s, valid or not: of the text between
// "//" and the last "@". Words that are in the error for another reason do not count.
func checkErrorText(t *testing.T, s string, err error) {
	t.Helper()
	_, authority, ok := strings.Cut(s, "//")
	at := strings.LastIndexByte(authority, '@')
	if !ok || at < 0 {
		return
	}
	e := *err.(*uri.Error)
	bare := &uri.Error{Offset: e.Offset, Component: e.Component, Reason: e.Reason}
	own := bare.Error() + " unexpected end illegal byte character in " + e.Component.String()
	if e.Offset < len(s) {
		own += fmt.Sprintf(" 0x%02x", s[e.Offset])
	}
	isDelim := func(r rune) bool { return r > 0x7f || !isAlpha(byte(r)) && !isDigit(byte(r)) }
	for word := range strings.FieldsFuncSeq(authority[:at], isDelim) {
		if len(word) > 2 && strings.Contains(err.Error(), word) && !strings.Contains(own, word) {
			t.Errorf("%q: the error shows %q: %v", s, word, err)
		}
	}
}

// checkSecret puts a password that is unlike any other text before s, after it and around it, and looks for it in
// everything that may be displayed.
func checkSecret(t *testing.T, s string) {
	t.Helper()
	const secret = "Zq8.Xw7~Kv"
	if strings.Contains(s, secret) {
		return
	}
	for _, text := range []string{
		"//u:" + secret + s,
		"//u:" + secret + s + "@h",
		"//u:" + s + secret + "@h/",
		"//u:" + secret + "@" + s,
		"s://u:" + s + "@" + secret + "@h",
		"//" + s + ":" + secret + "@[",
	} {
		for _, p := range productions {
			if _, err := p.parse(text); err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("%q as %s: the error shows the password: %v", text, p.name, err)
			}
		}
		u, err := uri.Parse(text)
		if userinfo, _ := u.Userinfo(); err == nil && strings.Contains(userinfo, ":") && secretIn(u.Redacted(), secret) {
			t.Errorf("%q is redacted to %q", text, u.Redacted())
		}
	}
}

// secretIn reports whether the secret is before the last "@" of an authority.
func secretIn(text, secret string) bool {
	_, authority, _ := strings.Cut(text, "//")
	userinfo, _, ok := strings.Cut(authority, "@")
	return ok && strings.Contains(userinfo, secret)
}

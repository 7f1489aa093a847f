package uri

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRedacted(t *testing.T) {
	tests := []struct{ in, want string }{
		{"http://joe:hunter2@example.com/?q#f", "http://joe:xxxxx@example.com/?q#f"},
		{"//:hunter2@", "//:xxxxx@"},
		{"//:::@h", "//:xxxxx@h"},
		{"//joe:%3a@h:1", "//joe:xxxxx@h:1"},
		{"//joe:xxxxx@h", "//joe:xxxxx@h"},
		{"a://joe:b:c@[::1]:8/p@q:r", "a://joe:xxxxx@[::1]:8/p@q:r"},
		// RFC 3986, section 3.2.1: "unless the data after the colon is the empty string (indicating no password)"
		{"//joe:@h", "//joe:@h"},
		{"//:@h", "//:@h"},
		// no colon in the userinfo, or no userinfo
		{"//joe@h", "//joe@h"},
		{"//joe%3ab@h", "//joe%3ab@h"},
		{"//@h:80", "//@h:80"},
		{"//h:80/a:b@c", "//h:80/a:b@c"},
		{"//[::1]", "//[::1]"},
		{"mailto:joe:b@example.com", "mailto:joe:b@example.com"},
		{"", ""},
	}
	for _, test := range tests {
		got := MustParse(test.in).Redacted()
		if got != test.want {
			t.Errorf("%q: %q, want %q", test.in, got, test.want)
		}
		checkSameButUserinfo(t, MustParse(test.in), got)
	}
}

func checkSameButUserinfo(t *testing.T, u URI, redacted string) {
	t.Helper()
	v, err := Parse(redacted)
	if err != nil {
		t.Errorf("%q: redacted %q is invalid: %v", u, redacted, err)
		return
	}
	_, hadUserinfo := u.Userinfo()
	userinfo, hasUserinfo := v.Userinfo()
	port, _ := u.Port()
	redactedPort, _ := v.Port()
	if hadUserinfo != hasUserinfo || port != redactedPort || v.Redacted() != redacted {
		t.Errorf("%q: redacted %q", u, redacted)
	}
	before, _ := u.Userinfo()
	if strings.Replace(recompose(v), userinfo+"@", before+"@", 1) != u.String() {
		t.Errorf("%q: redacted %q differs outside the userinfo", u, redacted)
	}
}

func TestLogValue(t *testing.T) {
	var b bytes.Buffer
	u := MustParse("http://joe:hunter2@example.com/")
	for _, handler := range []slog.Handler{slog.NewTextHandler(&b, nil), slog.NewJSONHandler(&b, nil)} {
		slog.New(handler).Info("fetched", "uri", u, "pointer", &u, slog.Group("g", "uri", u))
	}
	if strings.Contains(b.String(), "hunter2") || strings.Count(b.String(), "http://joe:xxxxx@example.com/") != 6 {
		t.Errorf("logged:\n%s", &b)
	}
}

var redactorTests = []struct {
	r        Redactor
	in, want string
}{
	{Redactor{}, "http://joe:hunter2@h/p?token=1#f", "http://joe:xxxxx@h/p?token=1#f"},
	{Redactor{}, "", ""},
	{Redactor{User: true}, "http://joe:hunter2@h/p", "http://xxxxx@h/p"},
	{Redactor{User: true}, "http://joe@h:1/p", "http://xxxxx@h:1/p"},
	{Redactor{User: true}, "//@h", "//@h"},
	{Redactor{User: true}, "mailto:joe@h", "mailto:joe@h"},
	{Redactor{Fragment: true}, "/p?a#access_token=1", "/p?a#xxxxx"},
	{Redactor{Fragment: true}, "/p?a#", "/p?a#"},
	{Redactor{Fragment: true}, "/p?a", "/p?a"},

	{keys("token"), "?token=1", "?token=xxxxx"},
	{keys("token"), "?a=1&token=2&b=3#token=4", "?a=1&token=xxxxx&b=3#token=4"},
	{keys("token"), "?token=1&token=2&Token=&TOKEN=%3d==", "?token=xxxxx&token=xxxxx&Token=&TOKEN=xxxxx"},
	{keys("token"), "?%74oken=1&tok%65N=2", "?%74oken=xxxxx&tok%65N=xxxxx"},
	{keys("token"), "?%2574oken=1", "?%2574oken=1"}, // encoded twice
	{keys("token"), "?token&token=", "?token&token="},
	{keys("token"), "?&&token=1&&", "?&&token=xxxxx&&"},
	{keys("token"), "?xtoken=1&tokenx=2&tok=3&=4", "?xtoken=1&tokenx=2&tok=3&=4"},
	{keys("token"), "?a=token=1", "?a=token=1"},
	{keys("token"), "/token=1?a#b", "/token=1?a#b"},
	{keys("token", "key"), "//u:p@h?key=1&a=2;token=3", "//u:xxxxx@h?key=xxxxx&a=2;token=xxxxx"},
	{keys("access token", "a+b"), "?access+token=1&access%20token=2&a%2Bb=3&a+b=4&a%20b=5",
		"?access+token=xxxxx&access%20token=xxxxx&a%2Bb=xxxxx&a+b=xxxxx&a%20b=5"},
	// ";" begins a key, and ends no value
	{keys("token"), "?a=1;token=2;b=3&c=4", "?a=1;token=xxxxx&c=4"},
	{keys("token"), "?token=;secret&c=4", "?token=xxxxx&c=4"},
	{keys("token"), "?token=2;token=3", "?token=xxxxx"},
	{keys("token"), "?token=&a;token=1", "?token=&a;token=xxxxx"},
	{keys(""), "?=1&a=2", "?=xxxxx&a=2"},

	{Redactor{OriginOnly: true}, "http://joe:hunter2@h:80/a/b?q#f", "http://xxxxx@h:80/xxxxx?xxxxx#xxxxx"},
	{Redactor{OriginOnly: true}, "http://h/", "http://h/"},
	{Redactor{OriginOnly: true}, "http://h?#", "http://h?#"},
	{Redactor{OriginOnly: true}, "mailto:joe@h", "mailto:xxxxx"},
	{Redactor{OriginOnly: true}, "a/b:c", "xxxxx"},
	{Redactor{OriginOnly: true}, "//h//a", "//h/xxxxx"},
	{Redactor{OriginOnly: true}, "a:/.//b", "a:/xxxxx"},
	{Redactor{OriginOnly: true}, "//:@[::1]:", "//xxxxx@[::1]:"},
}

func keys(keys ...string) Redactor { return Redactor{QueryKeys: keys} }

func TestRedactor(t *testing.T) {
	for _, test := range redactorTests {
		u := MustParse(test.in)
		if got := test.r.Redacted(u); got != test.want {
			t.Errorf("%+v, %q: %q, want %q", test.r, test.in, got, test.want)
		}
		if got := string(test.r.AppendRedacted([]byte("uri="), u)); got != "uri="+test.want {
			t.Errorf("%+v, %q: appended: %q", test.r, test.in, got)
		}
		checkRedactor(t, test.r, test.in)
	}
}

func FuzzRedactor(f *testing.F) {
	for _, test := range redactorTests {
		f.Add(test.in, strings.Join(test.r.QueryKeys, ","), test.r.User, test.r.Fragment, test.r.OriginOnly)
	}
	f.Fuzz(func(t *testing.T, in, keys string, user, fragment, originOnly bool) {
		checkRedactor(t, Redactor{user, strings.Split(keys, ","), fragment, originOnly}, in)
	})
}

// checkRedactor compares with the reference, component by component.
func checkRedactor(t *testing.T, r Redactor, in string) {
	u, err := Parse(in)
	if err != nil {
		return
	}
	v, err := Parse(r.Redacted(u))
	if err != nil {
		t.Fatalf("%+v, %q: redacted %q is invalid: %v", r, in, r.Redacted(u), err)
	}
	hide := func(hide bool, c Component) (text string) {
		text, ok := u.raw(c)
		switch {
		case !ok:
			return "undefined"
		case hide && text != "":
			return "xxxxx"
		}
		return text
	}
	want := map[Component]string{
		ComponentScheme:   hide(false, ComponentScheme),
		ComponentUserinfo: hide(r.User || r.OriginOnly, ComponentUserinfo),
		ComponentHost:     hide(false, ComponentHost),
		ComponentPort:     hide(false, ComponentPort),
		ComponentPath:     u.Path(),
		ComponentQuery:    hide(r.OriginOnly, ComponentQuery),
		ComponentFragment: hide(r.Fragment || r.OriginOnly, ComponentFragment),
	}
	if r.OriginOnly {
		want[ComponentPath] = regexp.MustCompile(`^(/|)[^/].*|^(/)/.*`).ReplaceAllString(u.Path(), "$1${2}xxxxx")
	}
	if user, password, ok := strings.Cut(want[ComponentUserinfo], ":"); ok && password != "" {
		want[ComponentUserinfo] = user + ":xxxxx"
	}
	if _, ok := u.Query(); ok && !r.OriginOnly {
		want[ComponentQuery] = referenceRedactedQuery(r.QueryKeys, want[ComponentQuery])
	}
	got := map[Component]string{}
	for c := range want {
		text, ok := v.raw(c)
		if got[c] = text; !ok {
			got[c] = "undefined"
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%+v, %q:\n%s", r, in, diff)
	}
}

// referenceRedactedQuery splits at "&", and what is left at the first ";" behind which a key is to be hidden.
func referenceRedactedQuery(keys []string, query string) string {
	pairs := strings.Split(query, "&")
	for i, pair := range pairs {
		items := strings.Split(pair, ";")
		for j, item := range items {
			key, _, ok := strings.Cut(item, "=")
			rest := strings.TrimPrefix(strings.Join(items[j:], ";"), key+"=")
			if ok && rest != "" && referenceHides(keys, key) {
				items = append(items[:j:j], key+"=xxxxx")
				break
			}
		}
		pairs[i] = strings.Join(items, ";")
	}
	return strings.Join(pairs, "&")
}

func referenceHides(keys []string, raw string) bool {
	lower := func(s string) string {
		return regexp.MustCompile(`[A-Z]`).ReplaceAllStringFunc(s, strings.ToLower)
	}
	// A "+" of the key matches "+" alone, a space both. So a "+" that was not encoded is set apart from others.
	marked := strings.ReplaceAll(raw, "+", "\xff")
	for _, key := range keys {
		decoded, err := url.PathUnescape(marked)
		if err != nil || len(decoded) != len(key) {
			continue
		}
		matches := true
		for i := range len(key) {
			a, b := decoded[i], key[i]
			fits := lower(decoded[i:i+1]) == lower(key[i:i+1]) && a != 0xff || a == 0xff && (b == ' ' || b == '+')
			matches = matches && fits
		}
		if matches {
			return true
		}
	}
	return false
}

func TestRedactorLogValuer(t *testing.T) {
	var b bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&b, nil))
	logger.Info("fetched", "uri", keys("token").LogValuer(MustParse("http://joe:hunter2@h/?token=hunter2")))
	if strings.Contains(b.String(), "hunter2") || !strings.Contains(b.String(), "http://joe:xxxxx@h/?token=xxxxx") {
		t.Errorf("logged:\n%s", &b)
	}
}

func redactorAllocTests() []allocTest {
	u, buf := MustParse(costText), make([]byte, 0, 1024)
	r := Redactor{User: true, QueryKeys: []string{"name"}, Fragment: true}
	return []allocTest{
		{"Redactor.AppendRedacted", 0, func() { sinkBytes = r.AppendRedacted(buf, u) }},
		{"Redactor.Redacted", 1, func() { sinkString = r.Redacted(u) }},
		{"Redactor.AppendRedacted/origin", 0, func() { sinkBytes = Redactor{OriginOnly: true}.AppendRedacted(buf, u) }},
	}
}

func ExampleRedactor() {
	r := Redactor{QueryKeys: []string{"token"}, Fragment: true}
	u := MustParse("https://joe:hunter2@example.com/a?b=c&%74oken=1234#access_token=5678")
	fmt.Println(r.Redacted(u))
	fmt.Println(Redactor{OriginOnly: true}.Redacted(u))
	// Output:
	// https://joe:xxxxx@example.com/a?b=c&%74oken=xxxxx#xxxxx
	// https://xxxxx@example.com/xxxxx?xxxxx#xxxxx
}

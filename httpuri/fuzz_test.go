package httpuri_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/internal/test/kit"
)

var methods = []string{"GET", "OPTIONS", "CONNECT"}

// checkParse compares the results of Parse, for strings and bytes, with the reference.
func checkParse(t *testing.T, method, s string) {
	t.Helper()
	got, err := httpuri.Parse(method, s)
	want, ok := referenceParse(method, s)
	if diff := cmp.Diff(want, partsOf(got)); ok != (err == nil) || ok && diff != "" {
		t.Fatalf("%s %q: %v, the reference says %t (-want +got):\n%s", method, s, err, ok, diff)
	}
	f := faultOf(t, err)
	if f.Reason == httpuri.ReasonSyntax && f.Offset != referenceInvalidAt(method, s) {
		t.Fatalf("%s %q: %v, the reference says byte %d", method, s, err, referenceInvalidAt(method, s))
	}
	_, ok = referenceSyntax(method, s)
	if err != nil && (!ok != (f.Reason == httpuri.ReasonSyntax || f.Reason == httpuri.ReasonForm)) {
		// Only a CONNECT without a port fails the grammar with another reason than ReasonSyntax.
		if f.Reason != httpuri.ReasonNoPort && !(f.Reason == httpuri.ReasonNoHost && method == "CONNECT") {
			t.Fatalf("%s %q: %v, but by the grammar %t", method, s, err, ok)
		}
	}
	if err != nil && (got != (httpuri.Target{}) || f.Part != httpuri.PartTarget || f.Offset < 0 || f.Offset > len(s)) {
		t.Fatalf("%s %q: %v, %+v", method, s, got, f)
	}
	other, err := httpuri.Parse([]byte(method), []byte(s))
	if other != got || faultOf(t, err) != f {
		t.Fatalf("%s %q: bytes differ from the string: %v", method, s, err)
	}
	for i, ask := range []func() (httpuri.Target, error){
		func() (httpuri.Target, error) { return httpuri.Parse(method, []byte(s)) },
		func() (httpuri.Target, error) { return httpuri.Parse([]byte(method), s) },
	} {
		if mixed, err := ask(); mixed != got || faultOf(t, err) != f {
			t.Fatalf("%s %q: mixed types, %d, differ: %v", method, s, i, err)
		}
	}
}

// checkParseHost does so for the value of a Host field.
func checkParseHost(t *testing.T, s string) {
	t.Helper()
	n, err := httpuri.ParseHost(s)
	if want, ok := referenceHost(s); ok != (err == nil) || n != want {
		t.Fatalf("Host %q: %d, %v, the reference says %d, %t", s, n, err, want, ok)
	}
	f := faultOf(t, err)
	want := invalidAt(s, func(s string) bool { _, ok := referenceHost(s); return ok })
	if err != nil && (f.Offset != want || f.Reason != httpuri.ReasonSyntax || f.Part != httpuri.PartHost) {
		t.Fatalf("Host %q: %v, the reference says byte %d", s, err, want)
	}
	if other, err := httpuri.ParseHost([]byte(s)); other != n || faultOf(t, err) != f {
		t.Fatalf("Host %q: as bytes %d, %v", s, other, err)
	}
}

// checkRequest compares the target URI with the reference for its parts, and with the result of uri.Parse for its text.
func checkRequest(t *testing.T, q httpuri.Request) {
	t.Helper()
	u, err := q.TargetURI()
	if q.EncodeTarget {
		q.Target = referenceEncodeTarget(q.Method, q.Target)
	}
	p, ok := referenceParse(q.Method, q.Target)
	_, hostOK := referenceHost(strings.Join(q.Host, ""))
	faultOf(t, err)
	if err != nil {
		if u != (uri.URI{}) {
			t.Fatalf("%+v: %v, and yet %q", q, err, u)
		}
		return
	}
	if !ok || len(q.Host) != 1 || !hostOK {
		t.Fatalf("%+v: %q, the reference refuses it", q, u)
	}
	if again, err := uri.ParseAbsoluteURI(u.String()); err != nil || again != u {
		t.Fatalf("%+v: %q is parsed as %q, %v", q, u, again, err)
	}
	checkTargetURI(t, q, u, p)
}

// checkTargetURI compares u with what section 3.3 of RFC 9112 says, word for word.
func checkTargetURI(t *testing.T, q httpuri.Request, u uri.URI, p parts) {
	t.Helper()
	want := q.Scheme + "://" + q.Host[0]
	switch p.Form {
	case httpuri.FormOrigin:
		want += q.Target
	case httpuri.FormAbsolute:
		want = q.Target
	case httpuri.FormAuthority:
		want = q.Scheme + "://" + q.Target
	}
	if u.String() != want {
		t.Fatalf("%+v: %q, want %q", q, u, want)
	}
	_, userinfo := u.Userinfo()
	if err := httpuri.Check(u); err != nil {
		// Other schemes are not checked, and a userinfo can be allowed.
		if r := faultOf(t, err).Reason; p.Form != httpuri.FormAbsolute || r != httpuri.ReasonScheme &&
			!(r == httpuri.ReasonUserinfo && q.AllowUserinfo && userinfo) {
			t.Fatalf("%+v: %q: %v", q, u, err)
		}
	}
	if p.Form == httpuri.FormOrigin {
		authority, _ := u.Authority()
		if query, ok := u.Query(); authority != q.Host[0] || u.Path() != p.Path.of(q.Target) ||
			query != p.Query.of(q.Target) || ok != p.Query.Defined {
			t.Fatalf("%+v: %q", q, u)
		}
	}
}

// checkOrigin: an origin is the origin of its own string and of the normal form, and of no reference with another
// origin.
func checkOrigin(t *testing.T, s string) {
	t.Helper()
	u, err := uri.Parse(s)
	if err != nil {
		return
	}
	o, err := httpuri.OriginOf(u)
	if err != nil {
		f := faultOf(t, err)
		if f.Part != httpuri.PartURI || f.Offset < 0 || f.Offset > len(s) || o != (httpuri.Origin{}) {
			t.Fatalf("%q: %v, %+v", s, o, f)
		}
		return
	}
	for _, text := range []string{o.String(), u.Normalized().String(), o.String() + "/a?b#c"} {
		v, err := uri.Parse(text)
		if err != nil {
			t.Fatalf("%q: %q: %v", s, text, err)
		}
		if other, err := httpuri.OriginOf(v); err != nil || other != o {
			t.Fatalf("%q: %v, and of %q: %v, %v", s, o, text, other, err)
		}
	}
}

// pieces are what random inputs are put together from.
var pieces = strings.Fields(`a b Z 0 9 80 443 :80 :0 : : @ / / // // /. /.. ? ? # * . - , ; % %4 %41 %2F %zz [ ] [::1]
	[v1.a] [::1 ::ffff:1.2.3.4] http: https: HTTP: http:// https://h urn: www.example.com localhost 65535 65536 \ < `)

func randomInput(random *rand.Rand) string {
	var b strings.Builder
	for range random.IntN(7) {
		b.WriteString(append(pieces, " ", "\r\n", "\x00", "\xff", strings.Repeat("p", 60))[random.IntN(len(pieces)+5)])
	}
	return b.String()
}

func TestAtRandom(t *testing.T) {
	times := kit.Rounds(2000, 2000, 10_000)
	random := kit.Random(t)
	for range times {
		s, value := randomInput(random), randomInput(random)
		if random.IntN(2) == 0 {
			s = []string{"/", "//", "http://", "http://h/"}[random.IntN(4)] + s
		}
		method := methods[random.IntN(3)]
		checkParse(t, method, s)
		checkParseHost(t, value)
		for _, value := range []string{value, "h:1"} {
			for _, scheme := range []string{"http", "https"} {
				checkRequest(t, httpuri.Request{Scheme: scheme, Method: method, Target: s, Host: []string{value},
					AllowUserinfo: random.IntN(2) == 0, EncodeTarget: random.IntN(2) == 0})
			}
		}
		checkOrigin(t, s)
	}
}

func FuzzParse(f *testing.F) {
	for _, tt := range parseTests {
		f.Add(tt.method, tt.target)
	}
	for _, tt := range hostileTargets {
		f.Add(tt.method, tt.target)
	}
	f.Fuzz(func(t *testing.T, method, target string) { checkParse(t, method, target) })
}

func FuzzParseHost(f *testing.F) {
	for _, tt := range hostTests {
		f.Add(tt.value)
	}
	f.Fuzz(checkParseHost)
}

func FuzzRequest(f *testing.F) {
	for _, tt := range parseTests {
		f.Add(true, tt.method, tt.target, "h", false)
	}
	for _, tt := range hostTests {
		f.Add(false, "GET", "//a?b", tt.value, true)
		f.Add(true, "GET", "http://"+tt.value+"/x", "h", true)
	}
	f.Fuzz(func(t *testing.T, secured bool, method, target, value string, allow bool) {
		q := httpuri.Request{Scheme: "http", Method: method, Target: target, Host: []string{value}, AllowUserinfo: allow}
		if secured {
			q.Scheme = "https"
		}
		checkRequest(t, q)
		q.EncodeTarget = true
		checkRequest(t, q)
	})
}

func FuzzOrigin(f *testing.F) {
	for _, tt := range originTests {
		f.Add(tt.uri)
	}
	f.Fuzz(checkOrigin)
}

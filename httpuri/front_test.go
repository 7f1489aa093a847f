package httpuri_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/internal/test/kit"
)

func newFront(t testing.TB, rules guard.Rules, mappings ...httpuri.Rule) *httpuri.Front {
	t.Helper()
	f, err := httpuri.NewFront(rules, uri.Redactor{QueryKeys: []string{"token"}}, mappings...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestDecide(t *testing.T) {
	f := newFront(t, guard.ServeRules(), frontRules...)
	type row struct {
		scheme, method, target, host string
		status                       int
		err                          error  // nil for an *Error
		uri, sent                    string // "=" for the scheme, host and target
	}

	for _, test := range append(kit.Cases[row]("front.txt", "TestDecide", errorWords()), []row{
		{"http", "GET", "/" + strings.Repeat("a", 8000-20), "shop.example", 200, nil, "=", "/" + strings.Repeat("a", 8000-20)},
		{"http", "GET", "/" + strings.Repeat("a", 8000-19), "shop.example", 414, guard.RefusedLength, "", ""},
		{"http", "GET", "/" + strings.Repeat("a", 8000-21) + "|", "shop.example", 414, guard.RefusedLength, "", ""},
	}...) {
		d := f.Decide(test.scheme, test.method, test.target, test.host)
		want := test.uri
		if want == "=" {
			want = test.scheme + "://" + test.host + test.target
		}
		var e *httpuri.Error
		isError := errors.As(d.Err, &e)
		if d.Status != test.status || d.URI().String() != want || d.Target() != test.sent || (d.Err == nil) != (test.status == 200) ||
			test.err != nil && d.Err != test.err || test.err == nil && test.status != 200 && !isError || (d.Mapping() != nil) != (d.Status < 400) {
			t.Errorf("%s %.80q at %q: %d, %v, %.80q, %.80q", test.method, test.target, test.host, d.Status, d.Err, d.URI(), d.Target())
		}
	}
	d := f.Decide("http", "GET", "/slash?a[]", "shop.example")
	if got := d.Location(); got != "/slash/?a%5B%5D" {
		t.Errorf("location %q", got)
	}
	d = f.Decide("http", "GET", "/x[|]", "a.shop.example")
	if got := d.Backend().String(); got != "http://a.shop.example/x%5B%7C%5D" { // KeepHost
		t.Errorf("backend %q", got)
	}
	d = f.Decide("http", "GET", "/cart/x?{", "shop.example")
	if got := d.Backend().String(); got != "http://b1:1/v2/cart/x?%7B" {
		t.Errorf("backend %q", got)
	}
	for _, f := range []*httpuri.Front{nil, {}} {
		if d := f.Decide("http", "GET", "/", "h"); d.Status != 400 || d.Err != error(guard.RefusedZeroPolicy) || d.LogText() != "/" {
			t.Errorf("%+v", d)
		}
	}
}

// TestDecideByOtherReadings checks paths that a server may read as those of another mapping after it has decoded them.
func TestDecideByOtherReadings(t *testing.T) {
	scoped := newFront(t, guard.ServeRules(), httpuri.Rule{Public: "//shop.example/@scope/", Backend: "http://a/"},
		httpuri.Rule{Public: "//shop.example/", Backend: "http://b/"})
	anyHost := newFront(t, guard.ServeRules(), httpuri.Rule{Public: "/api/", Backend: "http://b/r/"})
	for _, test := range kit.Cases[struct {
		f      *httpuri.Front
		target string
		status int
		sent   string
	}]("front.txt", "TestDecideByOtherReadings", map[string]any{"anyHost": anyHost, "scoped": scoped}) {
		if d := test.f.Decide("http", "GET", test.target, "shop.example"); d.Status != test.status || d.Target() != test.sent {
			t.Errorf("%s: %d %v %q, want %d %q", test.target, d.Status, d.Err, d.Target(), test.status, test.sent)
		}
	}
}

// TestFrontHosts checks that the rules of hosts apply to the hosts of mappings too.
func TestFrontHosts(t *testing.T) {
	rules := guard.ServeRules()
	rules.Deny, rules.Ports = []string{"shop.example"}, []uint16{80, 443}
	f := newFront(t, rules, frontRules...)
	for host, want := range map[string]error{
		"shop.example": guard.RefusedHost, "SHOP.example": guard.RefusedHost, "exact.example": nil, "127.0.0.1:8080": guard.RefusedPort,
		"shop.example:8443": guard.RefusedHost,
	} {
		if d := f.Decide("http", "GET", "/only", host); d.Err != want && !(want == nil && d.Status == 200) {
			t.Errorf("%s: %d, %v", host, d.Status, d.Err)
		}
	}
	if _, err := httpuri.NewFront(guard.Rules{MaxPairs: -1}, uri.Redactor{}); err == nil {
		t.Error("bad rules are accepted")
	}
	if _, err := httpuri.NewFront(guard.ServeRules(), uri.Redactor{}, httpuri.Rule{}); err == nil {
		t.Error("a bad mapping is accepted")
	}
}

func TestLogText(t *testing.T) {
	f := newFront(t, guard.ServeRules(), frontRules...)
	for _, test := range [][3]string{
		{"GET", "/cart/x?token=secret&a=b", "http://shop.example/cart/x?token=xxxxx&a=b"},
		{"GET", "/a/../b?token=secret", "http://shop.example/a/../b?token=xxxxx"},
		{"GET", "/a b?token=secret", "/a b?xxxxx"},
		{"GET", "http://joe:secret@shop.example/\xff", `xxxxx@shop.example/\xff`},
		{"GET", "/a\n\x1b[31m", `/a\n\x1b[31m`},
		{"GET", "/a#token=secret", "/a#xxxxx"},
		{"GET", "/" + strings.Repeat("a", 9000), "/" + strings.Repeat("a", 255) + "..."},
		{"GET", "/none/../" + strings.Repeat("a", 1000), "http://shop.example/none/../" + strings.Repeat("a", 256-28) + "..."},
	} {
		d := f.Decide("http", test[0], test[1], "shop.example")
		if got := d.LogText(); got != test[2] {
			t.Errorf("%.80q: %.300q, want %q", test[1], got, test[2])
		}
	}
}

// TestLogTextHides checks the fields of the Redactor, and that a later change of its keys changes nothing.
func TestLogTextHides(t *testing.T) {
	for _, test := range []struct {
		hide uri.Redactor
		want string
	}{
		{uri.Redactor{}, "http://shop.example/a?token=s3&next=https://joe:xxxxx@h/"},
		{uri.Redactor{Fragment: true}, "http://shop.example/a?token=s3&next=https://joe:xxxxx@h/"},
		{uri.Redactor{User: true}, "http://shop.example/a?token=s3&next=https://xxxxx@h/"},
		{uri.Redactor{OriginOnly: true}, "http://shop.example/xxxxx"},
		{uri.Redactor{QueryKeys: []string{"token"}}, "http://shop.example/a?token=xxxxx&next=https://joe:xxxxx@h/"},
	} {
		f, err := httpuri.NewFront(guard.ServeRules(), test.hide, frontRules...)
		if err != nil {
			t.Fatal(err)
		}
		clear(test.hide.QueryKeys)
		d := f.Decide("http", "GET", "/a?token=s3&next=https://joe:s3@h/", "shop.example")
		if got := d.LogText(); got != test.want {
			t.Errorf("%+v: %q, want %q", test.hide, got, test.want)
		}
	}
}

// TestDecideReference compares Decide with its parts: EncodeTarget, a Policy with all rules, and Find. It does
// so for rules that a Cursor checks and for others.
func TestDecideReference(t *testing.T) {
	random := kit.Random(t)
	pieces := strings.Fields(`/ / / . .. %2e %2f %5c ; %3b a b % %25 %2541 %00 %0a %01 %c3%a9 %C0%AE %c2%85 %e2%80%ae %ff é \ [ | { "
		%7e ~ = & ? ? ' < > ^ cart cart/ git/ img2/`)
	rules := []guard.Rules{guard.ServeRules(), guard.ServeRules(), guard.ServeRules(), guard.ServeRules(), guard.FetchRules(), {Hosts: []string{"shop.example"}}}
	rules[1].PathPrefixes = []string{"/cart", "/a"}
	rules[2].MaxSegments, rules[2].MaxPairs = 2, 2
	rules[3].Hazards = guard.HazardDiffers | guard.HazardRepeatedKey | guard.HazardTrailingDot
	rules[3].MaxLength = 40
	served := 0
	for i := range rules {
		mappings := []httpuri.Rule{{Public: "//shop.example/cart/", Backend: "http://b1/v2/"}, {Public: "//*.shop.example/", Backend: "http://b2/a/"},
			{Public: "//shop.example/", Backend: "http://b3/"}, {Public: "/a", Backend: "http://b4/a"}}
		f := newFront(t, rules[i], mappings...)
		ms := newMappings(t, mappings...)
		policy, err := guard.NewPolicy(rules[i])
		if err != nil {
			t.Fatal(err)
		}
		for range kit.Rounds(1_000, 5_000, 100_000) {
			target := "/"
			for range random.IntN(6) {
				target += pieces[random.IntN(len(pieces))]
			}
			host := []string{"shop.example", "shop.example", "SHOP.example", "a.shop.example", "shop.example.", "shop.example:80", "x", "127.1", "h:99999", "a!b"}[random.IntN(10)]
			d := f.Decide("http", "GET", target, host)
			q := httpuri.Request{Scheme: "http", Method: "GET", Target: target, Host: []string{host}, EncodeTarget: true}
			u, err := q.TargetURI()
			if err == nil {
				err = policy.Check(u)
			}
			m := ms.Find("http", host, target)
			if err == nil && m.Outcome != httpuri.OutcomeMapped {
				err = m.Outcome
			}
			if _, ok := err.(httpuri.Outcome); ok && m.Outcome == httpuri.OutcomeAmbiguous && i >= 4 {
				continue // other rules allow what Find does not
			}
			if (d.Err == nil) != (err == nil) {
				t.Fatalf("rules %d, %q at %q: %v, want %v", i, target, host, d.Err, err)
			}
			if d.URI() != (uri.URI{}) && d.URI() != u {
				t.Fatalf("%q at %q: %q, want %q", target, host, d.URI(), u)
			}
			if again, err := uri.Parse(d.URI().String()); err != nil || again != d.URI() || again.Ranges() != d.URI().Ranges() {
				t.Fatalf("%q at %q: %q has other ranges, %v", target, host, d.URI(), err)
			}
			if d.Err == nil {
				served++
				if d.Target() != m.Target() {
					t.Fatalf("%q at %q: target %q, want %q", target, host, d.Target(), m.Target())
				}
			}
		}
	}
	if served < 500 {
		t.Errorf("only %d requests are served", served)
	}
}

func TestDecideAllocs(t *testing.T) {
	f := newFront(t, guard.ServeRules(), frontRules...)
	for _, test := range []struct {
		target string
		most   float64
	}{{"/cart/item/42?q=list", 1}, {"/x/[a]|?id[]=1", 1}, {"/x?token=secret", 2}, {"/a/../b", 1}} {
		if n := testing.AllocsPerRun(100, func() {
			d := f.Decide("http", "GET", test.target, "shop.example")
			_ = d.LogText()
		}); n > test.most {
			t.Errorf("%s: %v allocations for the decision and the text, want at most %v", test.target, n, test.most)
		}
	}
}

func BenchmarkDecide(b *testing.B) {
	f := newFront(b, guard.ServeRules(), frontRules...)
	for _, target := range []string{"/cart/item/42/", "/cart/caf%C3%A9/x%20y/42/?q=list&token=s3cr3t", "/v1/?next=https%3A%2F%2Fx.example%2F&id[]=1"} {
		b.Run(target, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.Decide("http", "GET", target, "shop.example")
			}
		})
	}
}

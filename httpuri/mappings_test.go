package httpuri_test

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/internal/test/kit"
)

var frontRules = []httpuri.Rule{
	{Public: "http://shop.example/cart/", Backend: "http://b1:1/v2/cart/"},
	{Public: "http://shop.example/cart", Backend: "http://b2/basket"},
	{Public: "//shop.example/", Backend: "http://b3"},
	{Public: "//shop.example/slash/", Backend: "http://b4/", AddSlash: true},
	{Public: "//shop.example/~joe/", Backend: "http://b5/joe/"},
	{Public: "//shop.example/caf%c3%a9/%5Ba%5D/", Backend: "http://b6/"},
	{Public: "//shop.example/git/", Backend: "http://b7/", Allow: guard.HazardEncodedSlash},
	{Public: "//shop.example/git/lab/", Backend: "http://b8/", Allow: guard.HazardEncodedSlash},
	{Public: "//shop.example/java/", Backend: "http://b9/", Allow: guard.HazardSemicolon | guard.HazardEncodedSlash},
	{Public: "//shop.example/java/admin/", Backend: "http://b10/", Allow: guard.HazardSemicolon},
	{Public: "//shop.example/img/", Backend: "http://b11/", Allow: guard.HazardDoubleSlash},
	{Public: "//shop.example/img2/", Backend: "http://b11/img/", Allow: guard.HazardDoubleSlash},
	{Public: "https://shop.example:8443/", Backend: "https://b12/"},
	{Public: "//*.shop.example/", Backend: "http://b13/", KeepHost: true},
	{Public: "//*.eu.shop.example/", Backend: "http://b14/"},
	{Public: "http://[2001:db8::1]/", Backend: "http://b15/"},
	{Public: "http://127.0.0.1/x/", Backend: "http://b16/"},
	{Public: "http://exact.example/only", Backend: "http://b17/"},
	{Public: "/healthz", Backend: "http://b18/health"},
}

func newMappings(t testing.TB, rules ...httpuri.Rule) *httpuri.Mappings {
	t.Helper()
	ms, err := httpuri.NewMappings(rules...)
	if err != nil {
		t.Fatal(err)
	}
	return ms
}

// errorWords maps the words in testdata to errors: the texts of outcomes and of refusals.
func errorWords() map[string]any {
	words := map[string]any{}
	for o := httpuri.OutcomeMapped; o <= httpuri.OutcomeAmbiguous; o++ {
		words[o.Error()] = o
	}
	for r := guard.RefusedLength; r <= guard.RefusedZeroPolicy; r++ {
		words[r.Error()] = r
	}
	return words
}

func TestFind(t *testing.T) {
	ms := newMappings(t, frontRules...)
	for _, test := range kit.Cases[struct {
		scheme, host, target string
		backend, want        string // of the mapping, and the target for the backend or the location
		outcome              httpuri.Outcome
	}]("mappings.txt", "TestFind", errorWords()) {
		m := ms.Find(test.scheme, test.host, test.target)
		backend := strings.TrimPrefix(m.Mapping.Rule().Backend, "http://")
		backend, _, _ = strings.Cut(strings.TrimPrefix(backend, "https://"), "/")
		if m.Outcome != test.outcome || backend != test.backend || m.Target()+m.Location() != test.want {
			t.Errorf("%s %s %s: %v by %q, %q%q, want %v by %q, %q", test.scheme, test.host, test.target, m.Outcome, backend, m.Target(),
				m.Location(), test.outcome, test.backend, test.want)
		}
	}
}

func TestNewMappings(t *testing.T) {
	for _, test := range kit.Cases[struct {
		public, backend string
		allow           guard.Hazards
		reason          httpuri.Reason // 0 for a *uri.Error
	}]("mappings.txt", "TestNewMappings", map[string]any{"all": guard.AllHazards}) {
		rule := httpuri.Rule{Public: test.public, Backend: test.backend, Allow: test.allow}
		_, err := httpuri.NewMappings(httpuri.Rule{Public: "http://h/~a/", Backend: "http://b/"}, rule)
		var e *httpuri.Error
		var syntax *uri.Error
		if errors.As(err, &e) != (test.reason != 0) || errors.As(err, &syntax) != (test.reason == 0) || e != nil && e.Reason != test.reason ||
			!strings.HasPrefix(fmt.Sprint(err), "httpuri: rule 1: ") {
			t.Errorf("%+v: %v, want %v", rule, err, test.reason)
		}
	}
}

// TestRuleResponses checks the way back where a rule has no single origin, or keeps the host.
func TestRuleResponses(t *testing.T) {
	for _, test := range kit.Cases[struct {
		public, backend   string
		keepHost          bool
		from, value, want string
	}]("mappings.txt", "TestRuleResponses") {
		host := "x.example.com"
		if strings.HasPrefix(test.public, "//example.com:81") {
			host = "example.com:81"
		}
		path := "/" + strings.TrimPrefix(test.public[strings.LastIndexByte(strings.TrimRight(test.public, "/"), '/')+1:], "/")
		rule := httpuri.Rule{Public: test.public, Backend: test.backend, KeepHost: test.keepHost}
		m := newMappings(t, rule).Find("http", host, path).Mapping
		if m == nil {
			t.Fatalf("%+v does not serve %s", rule, path)
		}
		if got := m.Reference(uri.MustParse(test.from), test.value); got != test.want {
			t.Errorf("%+v, %s: %q, want %q", rule, test.value, got, test.want)
		}
		if got := cookieFrom(m, "a=b; Domain=b; Secure"); got != "a=b; Secure" && !strings.HasPrefix(test.public, "//example") {
			t.Errorf("%+v: %q", rule, got)
		}
	}
}

// TestKeptScheme: a redirect of the backend from http to https leads to https. "//h/a" would be the same page again.
func TestKeptScheme(t *testing.T) {
	for _, public := range []string{"//h/", "http://h/", "https://h/"} {
		scheme, _, _ := strings.Cut(public, "//")
		m := newMappings(t, httpuri.Rule{Public: public, Backend: "http://b/", KeepHost: true}).Find(cmp.Or(strings.TrimSuffix(scheme, ":"), "http"), "h", "/a").Mapping
		if got := m.Reference(uri.MustParse("http://h/a"), "https://h/a"); got != "https://h/a" {
			t.Errorf("%s: %q", public, got)
		}
	}
}

// TestForwardedPrefix checks that a backend gets its prefix or mapped responses, and never both: "/api/api/x" would be wrong.
func TestForwardedPrefix(t *testing.T) {
	for _, test := range []struct {
		public, backend, prefix, location string
		sends                             bool
	}{
		{"/api/", "http://b/", "/api", "/api/x", true},
		{"/a/api/", "http://b/api/", "/a", "/api/x", true},
		{"/api/", "http://b/v2/", "", "/api/x", true},
		{"/", "http://b/", "", "/api/x", true},
		{"/api/", "http://b/", "", "/api/api/x", false},
	} {
		r := httpuri.Rule{Public: test.public, Backend: test.backend, SendPrefix: test.sends}
		m := newMappings(t, r).Find("http", "h", test.public).Mapping
		h := map[string][]string{"Location": {"/api/x"}}
		m.Header(uri.MustParse(test.backend), h)
		if got := m.ForwardedPrefix(); got != test.prefix || h["Location"][0] != test.location {
			t.Errorf("%+v: %q, %q", test, got, h["Location"])
		}
	}
}

// referenceFind returns the public URI of the rule that serves a target without hazards, or "". It tries every rule.
func referenceFind(rules []httpuri.Rule, scheme, host, target string) (best string) {
	u, err := uri.Parse(scheme + "://" + host + target)
	if err != nil {
		return ""
	}
	o, err := httpuri.OriginOf(u)
	if err != nil {
		return ""
	}
	name, path := strings.TrimSuffix(o.Host(), "."), u.Normalized().Path()
	bestRank := -1
	for _, r := range rules {
		public := r.Public
		if strings.HasPrefix(public, "//") {
			public = scheme + ":" + public
		}
		rank := 0
		if strings.HasPrefix(public, "/") {
			public = scheme + "://" + host + public
		} else if before, after, ok := strings.Cut(public, "://*"); ok {
			suffix, rest, _ := strings.Cut(after, "/")
			if !strings.HasSuffix(name, suffix) || name == suffix {
				continue
			}
			public = before + "://" + name + "/" + rest
			rank = 1000 * len(suffix)
		} else {
			rank = 1_000_000
		}
		p := uri.MustParse(public).Normalized()
		if origin, _ := httpuri.OriginOf(p); origin.Scheme() != o.Scheme() || strings.TrimSuffix(origin.Host(), ".") != name || origin.Port() != o.Port() {
			continue
		}
		prefix := p.Path()
		switch {
		case path == prefix:
			rank += 2*len(prefix) + 1
		case strings.HasSuffix(prefix, "/") && strings.HasPrefix(path, prefix):
			rank += 2 * len(prefix)
		case r.AddSlash && path+"/" == prefix: // after a rule with the path itself
			rank += 2 * len(path)
		default:
			continue
		}
		if rank > bestRank {
			best, bestRank = r.Public, rank
		}
	}
	return best
}

// TestFindReference compares Find with referenceFind for random rules and requests.
func TestFindReference(t *testing.T) {
	random := kit.Random(t)
	pick := func(words ...string) string { return words[random.IntN(len(words))] }
	path := func(max int) string {
		s := ""
		for range random.IntN(max) {
			s += "/" + pick("a", "b", "~", "%7e", "%C3%A9", "%c3%A9", "c.d", "%61")
		}
		return s + pick("/", "/", "", "/x")
	}
	found := 0
	for range kit.Rounds(300, 1000, 30_000) {
		var rules []httpuri.Rule
		for range random.IntN(12) {
			r := httpuri.Rule{Public: pick("http:", "https:", "", "") + pick("//h", "//a.h", "//*.h", "//*.a.h", "//h:81") + path(3), Backend: "http://b/"}
			if strings.HasPrefix(r.Public, "//") && random.IntN(3) == 0 {
				r.Public = path(3)
			}
			r.AddSlash = random.IntN(2) == 0
			if r.Public == "" {
				continue
			}
			if _, err := httpuri.NewMappings(append(rules, r)...); err == nil {
				rules = append(rules, r)
			}
		}
		ms := newMappings(t, rules...)
		for range 20 {
			scheme, host, target := pick("http", "https"), pick("h", "H.", "a.h", "b.a.h", "x.b.a.h", "h:81", "h:80", "x"), path(5)
			if target == "" {
				continue
			}
			m := ms.Find(scheme, host, target+"?q")
			want := referenceFind(rules, scheme, host, target)
			if got := m.Mapping.Rule().Public; got != want {
				t.Fatalf("%s %s %s: %v by %q, want %q of %+v", scheme, host, target, m.Outcome, got, want, rules)
			}
			if want != "" {
				found++
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d targets have a mapping", found)
	}
}

// TestFindAllocs checks that a search allocates nothing, whether it finds a mapping or not.
func TestFindAllocs(t *testing.T) {
	ms := newMappings(t, frontRules...)
	for _, request := range [][2]string{{"shop.example", "/cart/x?q"}, {"shop.example", "/%63art/x"}, {"evil.example", "/"}, {"EVIL.example.:81", "/"},
		{"exact.example", "/nothing"}, {"a.eu.shop.example:80", "/x"}} {
		if n := testing.AllocsPerRun(100, func() { ms.Find("http", request[0], request[1]) }); n != 0 {
			t.Errorf("%v: %v allocations", request, n)
		}
	}
}

// BenchmarkFind compares a hit among ten prefixes with one among 10,000, and with a miss.
func BenchmarkFind(b *testing.B) {
	for _, count := range []int{10, 10_000} {
		var rules []httpuri.Rule
		for i := range count {
			rules = append(rules, httpuri.Rule{Public: fmt.Sprintf("http://h%d.example/v1/service-%d/", i%100, i), Backend: "http://b/"})
		}
		ms := newMappings(b, rules...)
		last := count - 1
		for _, c := range [][3]string{{"hit", fmt.Sprintf("h%d.example", last%100), fmt.Sprintf("/v1/service-%d/items/42?q=1", last)},
			{"miss", "h1.example", "/v1/service-x/items/42"}, {"nohost", "evil.example", "/v1/service-1/items/42"}} {
			b.Run(fmt.Sprintf("rules=%d/%s", count, c[0]), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					ms.Find("http", c[1], c[2])
				}
			})
		}
	}
}

package guard

import (
	"errors"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/whatwg"
)

func newReturns(tb testing.TB, base string, origins ...string) *Returns {
	tb.Helper()
	r, err := NewReturns(uri.MustParse(base), ReturnRules{origins})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// siblings are the origins of the tests, for a login server at https://auth.example.com.
var siblings = []string{
	"https://*.example.com", "https://example.com", "http://legacy.example.com", "https://**.apps.example.net",
	"https://dev.example.org:8443", "http://dev.example.org:*", "https://xn--bcher-kva.example", "https://localhost",
	"HTTPS://UPPER.example.EDU", "https://*.my_team.example.org", "tauri://localhost", "https://**.amazonaws.com",
}

var returnsTargets = []struct {
	source, target string
	want           string // target if ""
	err            error
}{
	// Sites with one server for logins.
	{source: "https://github.com/bitly/oauth2_proxy/issues/399", target: "https://app1.example.com/"},
	{source: "https://github.com/ory/kratos/issues/943", target: "https://user1.example.com/a?b#c"},
	{source: "https://github.com/oauth2-proxy/oauth2-proxy/issues/1673", target: "http://app1.example.com/", err: RefusedScheme},
	{source: "https://github.com/better-auth/better-auth/issues/3086", target: "https://xxx.example.com/dashboard"},
	{source: "https://github.com/qvest-digital/loginsrv/pull/124", target: "https://home.example.com/"},
	{source: "https://github.com/pallets-eco/flask-security-3.0/pull/399", target: "https://en.example.com"},
	{source: "https://github.com/supertokens/supertokens-auth-react/issues/237", target: "https://example.com/auth"},
	{source: "https://github.com/hashintel/hash/pull/9590", target: "https://a.b.example.com/", err: RefusedHost},
	{source: "https://github.com/czcorpus/kontext/issues/4353", target: "https://baz.foo.apps.example.net/"},

	// Attacks on such lists.
	{source: "https://github.com/go-oauth2/oauth2/issues/298", target: "https://evil-example.com/", err: RefusedHost},
	{source: "https://github.com/simplesamlphp/simplesamlphp/pull/380", target: "https://app.example.com.evil.com/", err: RefusedHost},
	{source: "https://github.com/FusionAuth/fusionauth-issues/issues/2147", target: "https://attacker.example/.example.com", err: RefusedHost},
	{source: "https://github.com/better-auth/better-auth/pull/5624", target: "malicious.com?.example.com", err: RefusedPath},
	{source: "https://github.com/phenobarbital/navigator-auth/pull/593", target: "https://app.example.com@evil.com", err: RefusedUserinfo},
	{source: "https://github.com/phenobarbital/navigator-auth/pull/593", target: "//app.example.com", err: RefusedHost},
	{target: "https://evil.com;.example.com/", err: RefusedHost},
	{target: "https://evil.com&.example.com", err: RefusedHost},
	{target: "https://evil.com,.example.com", err: RefusedHost},
	{target: "https://.example.com/", err: RefusedHost},
	{target: "https://..example.com/", err: RefusedHost},
	{target: "https://xn--evil-.example.com/", err: RefusedHost},
	{target: "https://XN--evil-.example.com/", err: RefusedHost},
	{target: "https://a.xn--evil-.apps.example.net/", err: RefusedHost},
	{target: "https://evil.com%2F.example.com", err: RefusedHost},
	{target: "https://evil.com%23.example.com", err: RefusedHost},
	{target: "https://evil.com%3F.example.com", err: RefusedHost},
	{target: "https://evil.com%5C.example.com", err: RefusedHost},
	{target: "https://evil%2Eexample.com", err: RefusedHost},
	{target: "https://ev%69l.example.com", err: RefusedHost},
	{target: "https://a%00.example.com", err: RefusedHost},
	{target: "https:/evil.com", err: RefusedHost},
	{target: "https:evil.com", err: RefusedHost},
	{target: "https:///evil.com", err: RefusedHost},
	{target: "https:/app.example.com", err: RefusedHost},
	{target: "https:app.example.com", err: RefusedHost},
	{target: "https:///app.example.com", err: RefusedHost},
	{target: "https://app.example.com./", err: RefusedHost},
	{target: "https://app.example.com%2E/", err: RefusedHost},
	{target: "https://-app.example.com/", err: RefusedHost},
	{target: "https://app-.example.com/", err: RefusedHost},
	{target: "https://app.example.com:/"},
	{target: "https://user@app.example.com/", err: RefusedUserinfo},
	{target: "https://@app.example.com/", err: RefusedUserinfo},
	{target: "https://evil.com#@app.example.com/", err: RefusedHost},
	{target: "https://evil.com?@app.example.com/", err: RefusedHost},
	{target: "https://evil.com:443@app.example.com:443/", err: RefusedUserinfo},
	{target: "https://app.example.com:8443/", err: RefusedPort},
	{target: "https://app.example.com:65979/", err: RefusedPort}, // 443 modulo 65536
	{target: "https://app.example.com:00443/"},
	{target: "https://127.0.0.1/", err: RefusedHost},
	{target: "https://127.1/", err: RefusedHost},
	{target: "https://0x7f000001/", err: RefusedHost},
	{target: "https://[::1]/", err: RefusedHost},
	{target: "https://[::ffff:127.0.0.1]/", err: RefusedHost},
	{target: "https://[v1.example.com]/", err: RefusedHost},
	{target: "https://localhost/"},
	{target: "https://localhost:3000/", err: RefusedPort},
	{target: "https://a.localhost/", err: RefusedHost},
	{target: "https://com/", err: RefusedHost},
	{target: "javascript://app.example.com/%0aalert(1)", err: RefusedScheme},
	{target: "data://app.example.com/,a", err: RefusedScheme},
	{target: "ftp://app.example.com/", err: RefusedScheme},
	{target: "wss://app.example.com/", err: RefusedScheme},
	{target: "tauri://localhost", err: RefusedScheme}, // an origin for Allows alone
	{target: `https://evil.com\.example.com`, err: errNotURI},
	{target: `https:\\app.example.com`, err: errNotURI},
	{target: `https://app.example.com\@evil.com`, err: errNotURI},
	{target: `https://app.example.com/\evil.com`, err: errNotURI},
	{target: `https://app.example.com/?a=\`, err: errNotURI},
	{target: `/?a=\`, err: errNotURI},
	{target: `/#\`, err: errNotURI},
	{target: "https://evil.com\t.example.com/", err: errNotURI},
	{target: "https://evil.com\n.example.com/", err: errNotURI},
	{target: "https://evil.com .example.com/", err: errNotURI},
	{target: "https://app.example.com /", err: errNotURI},
	{target: "ht\ntps://app.example.com/", err: errNotURI},
	{target: "\x01https://app.example.com/", err: errNotURI},
	{target: " https://app.example.com/", err: errNotURI},
	{target: "https://app.example.com/ ", err: errNotURI},
	{target: "https://app.example.com|.evil.com/", err: errNotURI},
	{target: "https://evil.com／.example.com/", err: errNotURI},
	{target: "https://evil。example.com/", err: errNotURI},
	{target: "https://bücher.example/", err: errNotURI},

	// A wildcard above a public suffix: anyone can have a name under s3.amazonaws.com, which is on the list.
	{target: "https://aws.amazonaws.com/"},
	{target: "https://evil.s3.amazonaws.com/", err: RefusedHost},
	{target: "https://s3.amazonaws.com/", err: RefusedHost},

	// The own origin and its paths, as for ReturnTo.
	{target: "https://auth.example.com/inbox", want: "/inbox"},
	{target: "HTTPS://AUTH.example.com:443?a", want: "/?a"},
	{target: "https://auth.example.com//evil.com", err: RefusedPath},
	{target: "https://auth.example.com:8443/", err: RefusedPort},
	{target: "/inbox"},
	{target: "//evil.com", err: RefusedHost},
	{target: "inbox", err: RefusedPath},
	{target: "", err: RefusedPath},

	// The other entries.
	{target: "http://legacy.example.com/"},
	{target: "http://legacy.example.com:80/"},
	{target: "http://legacy.example.com:443/", err: RefusedPort},
	{target: "https://legacy.example.com/"}, // *.example.com
	{target: "https://apps.example.net/", err: RefusedHost},
	{target: "https://a.b.c.d.apps.example.net//x"},
	{target: "https://xapps.example.net/", err: RefusedHost},
	{target: "https://dev.example.org:8443/"},
	{target: "https://dev.example.org/", err: RefusedPort},
	{target: "http://dev.example.org:1/"},
	{target: "http://dev.example.org/"},
	{target: "http://dev.example.org:/"},
	{target: "http://dev.example.org:65536/", err: RefusedPort},
	{target: "https://xn--bcher-kva.example/"},
	{target: "https://XN--BCHER-KVA.EXAMPLE/"},
	{target: "https://upper.example.edu/"},
	{target: "https://a_b.my_team.example.org/"},

	// Characters that browsers send.
	{target: "/list?id[]=1", want: "/list?id%5B%5D=1"},
	{target: "/a b/é|{}\"<>`^?x[]= {é}#`#", want: "/a%20b/%C3%A9%7C%7B%7D%22%3C%3E%60%5E?x%5B%5D=%20%7B%C3%A9%7D#%60%23"},
	{target: "/%zz%41", want: "/%25zz%41"},
	{target: "https://app.example.com/list?id[]=1", want: "https://app.example.com/list?id%5B%5D=1"},
	{target: "https://app.example.com?id[]=1", want: "https://app.example.com?id%5B%5D=1"},
	{target: "https://auth.example.com?id[]=1", want: "/?id%5B%5D=1"},
	{target: "//evil.com/?id[]=1", err: RefusedHost},
	{target: "https:///evil.com/?id[]=1", err: RefusedHost},
	{target: "https:/evil.com/?id[]=1", err: RefusedHost},
	{target: "https:///evil.com[]", err: errNotURI},
	{target: "https://evil.com/?id[]=1", err: RefusedHost},
	{target: "https://evil.com[]?.example.com", err: errNotURI},
	{target: "/\x7f", err: errNotURI},
}

func TestReturnsTarget(t *testing.T) {
	r := newReturns(t, "https://auth.example.com/login", siblings...)
	for _, test := range returnsTargets {
		want := test.want
		if want == "" && test.err == nil {
			want = test.target
		}
		u, err := r.Target(test.target)
		if errors.As(err, new(*uri.Error)) {
			err = errNotURI
		}
		if u.String() != want || err != test.err {
			t.Errorf("%s %q: %q, %v, want %q, %v", test.source, test.target, u, err, want, test.err)
		}
		if again, err := r.Target(u.String()); test.err == nil && (again != u || err != nil) {
			t.Errorf("%q: %q, then %q, %v", test.target, u, again, err)
		}
	}
}

// TestReturnsWithoutOrigins tests that Target without origins returns the results of ReturnTo.
func TestReturnsWithoutOrigins(t *testing.T) {
	for _, base := range []string{
		"https://app.example/account/login", "https://auth.example.com", "HTTPS://user:secret@APP.example:0443/a?b#c",
		"http://[2001:db8::1]:8080/", "http://localhost:", "http://localhost:65536", "http://127.1/", "", "/login",
		"//app.example", "https:///login", "mailto:a@b", "file:///a", "ftp://app.example/",
	} {
		r := newReturns(t, base)
		targets := []string{base}
		for _, test := range returnTargets {
			targets = append(targets, test.target)
		}
		for _, test := range returnsTargets {
			targets = append(targets, test.target)
		}
		for _, target := range targets {
			want, wantErr := ReturnTo(uri.MustParse(base), target)
			got, err := r.Target(target)
			if got != want || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
				t.Errorf("%q, %q: %q, %v, want %q, %v", base, target, got, err, want, wantErr)
			}
		}
	}
	for _, r := range []*Returns{nil, {}} {
		if u, err := r.Target("/a"); u.String() != "/a" || err != nil {
			t.Errorf("%v: %q, %v", r, u, err)
		}
		if u, err := r.Target("https://app.example/a"); u != (uri.URI{}) || err != RefusedScheme {
			t.Errorf("%v: %q, %v", r, u, err)
		}
		if r.Allows("https://app.example") || r.Allows("") || r.Allows("null") {
			t.Errorf("%v allows an origin", r)
		}
	}
}

func TestReturnRules(t *testing.T) {
	for _, entry := range []string{
		"https://app.example.com", "https://*.example.com", "https://**.example.com", "http://*.example.co.uk:8443",
		"https://*.octocat.github.io:*", "https://localhost", "http://localhost:*", "https://intranet", "https://*.db.lan",
		"https://xn--bcher-kva.example", "https://*.xn--bcher-kva.example", "https://a_b.example.com", "HTTPS://EXAMPLE.com",
		"https://github.io", "https://co.uk", "https://**.city.kawasaki.jp", "https://app.example.com:65535",
		"tauri://localhost", "capacitor://localhost", "ionic://localhost", "chrome-extension://abcdefghijklmnop",
		"moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc", "app://obsidian.md", "vscode-webview://0ab", "ms-appx-web://x.y",
		"custom://localhost:8080",
	} {
		if _, err := NewReturns(uri.URI{}, ReturnRules{[]string{entry}}); err != nil {
			t.Errorf("%q: %v", entry, err)
		}
	}
	for _, entry := range []string{
		// Names that anyone can have a name under.
		"https://*.co.uk", "https://*.github.io", "https://*.lan", "https://*.com", "https://*.localhost", "https://**.github.io",
		"https://**.co.uk", "https://**.lan", "https://*.GITHUB.IO", "https://*.Co.Uk:*", "https://*.s3.amazonaws.com",
		"https://*.kawasaki.jp", "https://**.kawasaki.jp", "https://*.sch.uk", "https://*.foo.ck", "http://*.vercel.app:3000",
		"https://*.xn--p1ai", "https://*", "https://**", "https://*:443", "http://*:*", "*", "**", "https://*.", "https://**.",

		// Wildcards elsewhere.
		"https://app.*.example.com", "https://app*.example.com", "https://*app.example.com", "https://*.*.example.com",
		"https://***.example.com", "https://example.*", "https://*.**.example.com", "*://app.example.com", "http*://a.example.com",
		"https://%2a.example.com", "https://.example.com", "*.example.com", ".example.com",

		// More or less than an origin.
		"", "app.example.com", "app.example.com:443", "//app.example.com", "https:", "https://", "https:///", "https:/app.example.com",
		"https:app.example.com", "https://app.example.com/", "https://app.example.com/a", "https://app.example.com?a",
		"https://app.example.com#a", "https://app.example.com#", "https://user:secret@app.example.com", "https://@app.example.com",
		`https://app.example.com\`, " https://app.example.com", "https://app.example.com ", "https://app.example.com\n",
		"https://a.example.com https://b.example.com", "https://a.example.com,https://b.example.com", "://app.example.com",
		"1https://app.example.com", "https ://app.example.com",

		// Hosts that are not names.
		"https://127.0.0.1", "https://127.1", "https://0x7f.1", "https://10.0.0.1:*", "https://[::1]", "https://[::1]:8080",
		"https://::1", "https://1.2.3.256", "https://app.example.com.", "https://*.example.com.", "https://app..example.com",
		"https://app%2eexample.com", "https://bücher.example", "https://xn--evil-.example.com", "https://*.xn--evil-.example.com",
		"https://app example.com", "https://a;b.example.com", "https://*.1", "https://*.2.3.4", "https://*.example.0x1",
		"https://" + strings.Repeat("a", 64) + ".example.com",

		// Ports.
		"https://app.example.com:", "https://app.example.com:0", "https://app.example.com:08443", "https://app.example.com:65536",
		"https://app.example.com:x", "https://app.example.com:-1", "https://app.example.com:**", "https://app.example.com:8*",
		"https://app.example.com:1:2", "https://*.example.com:", "https://app.example.com:443*",

		// Strings that look like origins of apps, and are refused.
		"null", "NULL", "javascript:", "javascript:alert(1)", "javascript://app.example.com", "JavaScript://localhost", "data:",
		"data:text/html,a", "data://localhost", "DATA://localhost", "blob://localhost", "blob:https://app.example.com",
		"file://", "file://localhost", "about://blank", "about:blank", "vbscript://a", "filesystem://a", "ws://app.example.com",
		"wss://app.example.com", "ftp://app.example.com", "tauri://", "tauri:localhost", "tauri:/localhost", "tauri://localhost/",
		"Tauri://localhost", "tauri://*", "tauri://*.localhost", "tauri://localhost:*", "chrome-extension://*", "tauri://u@localhost",
		"tauri://local host", "//lan://app.example.com",
		"/tauri://localhost", "tauri://localhost:65536", "tauri://localhost:x", "tauri://localhost?", "tauri://löcal", "tauri://:80",
	} {
		r, err := NewReturns(uri.URI{}, ReturnRules{[]string{"https://a.example.com", entry}})
		if r != nil || err == nil || !strings.HasPrefix(err.Error(), "guard: Origins[1]: ") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v, %v", entry, r, err)
		}
	}
}

func TestReturnsAllows(t *testing.T) {
	r := newReturns(t, "https://user:secret@auth.example.com:8443/login?a#b", append(siblings,
		"chrome-extension://mdplmiioglkpgkgblfdilgebpppgdlm", "capacitor://localhost", "capacitor://app", "http://tauri.localhost",
		"https://tauri.localhost", "custom://Host:80")...)
	for _, test := range []struct {
		source, origin string
		want           bool
	}{
		{"the base", "https://auth.example.com:8443", true},
		{"the base", "https://auth.example.com", true}, // *.example.com
		{"the base", "http://auth.example.com:8443", false},
		{"the base", "https://auth.example.com:8444", false},

		{"https://github.com/ollama/ollama/pull/2441", "tauri://localhost", true},
		{"https://github.com/youssofal/MTPLX/issues/473", "tauri://localhost", true},
		{"https://github.com/pydantic/logfire-js/issues/89", "tauri://localhost", true},
		{"https://github.com/tauri-apps/tauri/issues/2327", "null", false},
		{"https://github.com/koala73/worldmonitor/pull/262", "http://tauri.localhost", true},
		{"https://github.com/koala73/worldmonitor/pull/262", "https://tauri.localhost", true},
		{"https://github.com/hasura/graphql-engine/issues/6345", "chrome-extension://mdplmiioglkpgkgblfdilgebpppgdlm", true},
		{"https://github.com/hangwin/mcp-chrome/issues/384", "chrome-extension://abc", false},
		{"https://github.com/ionic-team/capacitor/issues/1041", "capacitor://app", true},
		{"https://github.com/ITfoxtec/FoxIDs/pull/931", "capacitor://localhost", true},
		{"https://github.com/qingchencloud/clawapp/pull/4", "https://localhost", true},
		{"https://github.com/hashintel/hash/pull/9590", "https://a.b.example.com", false},

		{"app", "tauri://localhost:80", false},
		{"app", "tauri://localhost/", false},
		{"app", "tauri://LOCALHOST", false},
		{"app", "TAURI://localhost", false},
		{"app", "tauri://localhost.evil.com", false},
		{"app", "tauri:localhost", false},
		{"app", "custom://Host:80", true},
		{"app", "custom://host:80", false},

		{"web", "https://app.example.com", true},
		{"web", "https://app.example.com:443", true},
		{"web", "HTTPS://App.Example.Com", true},
		{"web", "https://dev.example.org:8443", true},
		{"web", "http://dev.example.org:3000", true},
		{"web", "https://evil.com", false},
		{"web", "https://evil.com.example.com", false},
		{"web", "https://app.example.com.", false},
		{"web", "https://app.example.com.evil.com", false},
		{"web", "https://app.example.com:8443", false},
		{"web", "http://app.example.com", false},
		{"web", "wss://app.example.com", false},
		{"web", "https://evil.com;.example.com", false},
		{"web", "https://xn--evil-.example.com", false},
		{"web", "https://evil.s3.amazonaws.com", false},
		{"web", "https://user@app.example.com", false},
		{"web", "https://user:secret@auth.example.com:8443", false},
		{"web", "https://app.example.com/", false},
		{"web", "https://app.example.com?", false},
		{"web", "https://app.example.com#", false},
		{"web", "https://app.example.com/a", false},
		{"web", "https://app.example.com https://app.example.com", false},
		{"web", "https://app.example.com, https://app.example.com", false},
		{"web", " https://app.example.com", false},
		{"web", "https://app.example.com\n", false},
		{"web", `https://app.example.com\`, false},
		{"web", "https://127.0.0.1", false},
		{"web", "https://*.example.com", false},
		{"web", "https://**.apps.example.net", false},
		{"web", "app.example.com", false},
		{"web", "//app.example.com", false},
		{"web", "/", false},
		{"web", "", false},
		{"web", "*", false},
		{"web", "https://", false},
		{"web", "https:", false},
	} {
		if got := r.Allows(test.origin); got != test.want {
			t.Errorf("%s: %q: %t, want %t", test.source, test.origin, got, test.want)
		}
	}
	if r := newReturns(t, "http://[2001:db8::1]:8080/"); !r.Allows("http://[2001:db8::1]:8080") || r.Allows("http://[2001:db8::1]") {
		t.Error("the base is an address")
	}
}

// openRedirects returns the lines of OAuth2 Proxy's table, decoded as by OAuth2 Proxy's test.
func openRedirects(tb testing.TB) (targets []string) {
	tb.Helper()
	table, err := os.ReadFile("testdata/openredirects.txt")
	if err != nil {
		tb.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		target, err := url.QueryUnescape(strings.TrimSuffix(line, "\n"))
		if err != nil {
			tb.Fatal(err)
		}
		targets = append(targets, target)
	}
	if len(targets) != 559 {
		tb.Fatalf("%d lines", len(targets))
	}
	return targets
}

// onOrigin are the targets of OAuth2 Proxy's table that lead to a path of the server, for every client: 43 paths, and
// "/<>//example.com", which browsers encode. The table has some of the paths more than once.
var onOrigin = strings.Fields(`
/?url=//example.com&next=//example.com&redirect=//example.com&redir=//example.com&rurl=//example.com&redirect_uri=//example.com
/?url=Https://example.com&next=Https://example.com&redirect=Https://example.com&redir=Https://example.com&rurl=Https://example.com&redirect_uri=Https://example.com
/redirect?url=//example.com&next=//example.com&redirect=//example.com&redir=//example.com&rurl=//example.com&redirect_uri=//example.com
/redirect?url=Https://example.com&next=Https://example.com&redirect=Https://example.com&redir=Https://example.com&rurl=Https://example.com&redirect_uri=Https://example.com
/ReceiveAutoRedirect/false?desiredLocationUrl=http://xssposed.org
/example.com//..
/google.com//..
/localdomain.pw//..
/http://example.com
/http://google.com
/http://localdomain.pw
/https:///example.com/..
/https:///example.com//..
/https:///example.com@google.com//..
/https:///google.com//..
/https:///localdomain.pw//..
/https:///www.google.com//..
/https:///www.whitelisteddomain.tld@localdomain.pw//..
/https:///www.whitelisteddomain.tld@www.google.com//..
/https://example.com
/https://example.com/
/https://example.com/..
/https://example.com/../
/https://example.com//
/https://example.com//..
/https://example.com@google.com/
/https://example.com@google.com/..
/https://example.com@google.com//..
/https://google.com/
/https://google.com/..
/https://google.com//..
/https://localdomain.pw/
/https://localdomain.pw/..
/https://localdomain.pw//..
/https://www.google.com/..
/https://www.google.com//..
/https://www.whitelisteddomain.tld@google.com/
/https://www.whitelisteddomain.tld@google.com//..
/https://www.whitelisteddomain.tld@localdomain.pw/
/https://www.whitelisteddomain.tld@localdomain.pw/..
/https://www.whitelisteddomain.tld@localdomain.pw//..
/https://www.whitelisteddomain.tld@www.google.com/..
/https://www.whitelisteddomain.tld@www.google.com//..
/<>//example.com
`)

// TestOpenRedirects has OAuth2 Proxy's table, with the domains of OAuth2 Proxy's test.
func TestOpenRedirects(t *testing.T) {
	const base = "https://proxy.example/oauth2/start"
	r := newReturns(t, base, "https://foo.bar", "http://foo.bar", "https://**.bar.foo", "https://port.bar:8080",
		"https://anyport.bar:*", "https://**.sub.anyport.bar:*", "https://www.whitelisteddomain.tld",
		"http://www.whitelisteddomain.tld", "https://**.wildcard.bar")
	browser := whatwg.MustParse(base)
	seen := map[string]bool{}
	for _, target := range openRedirects(t) {
		u, err := r.Target(target)
		if want := slices.Contains(onOrigin, target); want != (err == nil) {
			t.Errorf("%q: %q, %v, want allowed %t", target, u, err, want)
		}
		if err != nil {
			continue
		}
		seen[target] = true
		for _, location := range []string{target, u.String()} {
			if to, err := browser.Parse(location); err != nil || to.Origin() != browser.Origin() {
				t.Errorf("%q: a browser goes to %q, %v", location, to, err)
			}
		}
	}
	if len(seen) != len(onOrigin) || len(onOrigin) != 43+1 {
		t.Errorf("%d of %d allowed targets are in the table", len(seen), len(onOrigin))
	}
}

func TestReturnsAllocs(t *testing.T) {
	r := newReturns(t, "https://auth.example.com/login", siblings...)
	for _, target := range []string{
		"/inbox?page=2#top", "https://auth.example.com/inbox", "https://app.example.com/a?b", "https://a.b.c.apps.example.net:443/",
		"https://evil.com/", "https://APP.example.com/", "", "//evil.com",
	} {
		if n := testing.AllocsPerRun(10, func() { _, _ = r.Target(target) }); n != 0 && target != "https://APP.example.com/" {
			t.Errorf("Target(%q): %v allocations", target, n)
		}
	}
	for _, value := range []string{"https://app.example.com", "https://evil.com", "tauri://localhost", "https://auth.example.com"} {
		if n := testing.AllocsPerRun(10, func() { r.Allows(value) }); n != 0 {
			t.Errorf("Allows(%q): %v allocations", value, n)
		}
	}
}

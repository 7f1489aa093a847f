package guard_test

import (
	"fmt"
	"net/netip"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
)

func Example() {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"https://example.com/a?b", "http://127.1/%2e%2e/", "http://example.com/%zz"} {
		u, hazards, err := guard.Parse(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u, "has hazards:", hazards)
		fmt.Println(policy.Check(u))
	}
	// Output:
	// https://example.com/a?b has hazards: none
	// <nil>
	// http://127.1/%2e%2e/ has hazards: unusual IPv4, loopback, encoded dot segment, differs in WHATWG
	// unusual form of an IPv4 address
	// bad percent-encoding in path at byte 20: expected a hex digit
}

func ExampleAudit() {
	fmt.Println(guard.Audit(uri.MustParse("http://example.com/a?b")))
	fmt.Println(guard.Audit(uri.MustParse("http://www.bank.example@127.1/%2e%2e/")))
	// Output:
	// none
	// userinfo, userinfo like a host, unusual IPv4, loopback, encoded dot segment, differs in WHATWG
}

// A program chooses which hazards it refuses and which it only logs.
func ExampleParse() {
	const refused = guard.HazardAddress | guard.HazardUnusualIPv4 | guard.HazardUserinfo | guard.HazardDiffers
	u, hazards, err := guard.Parse("http://example.com/a//b")
	fmt.Println(u, hazards, hazards&refused == 0, err)
	// Output: http://example.com/a//b double slash true <nil>
}

func ExampleFindings() {
	u := uri.MustParse("http://joe@example.com:0/a%00")
	for f := range guard.Findings(u) {
		fmt.Println(f.Hazard, u.String()[f.Lo:f.Hi])
	}
	// Output:
	// userinfo joe
	// port 0 0
	// encoded NUL %00
}

func ExampleHazards_Text() {
	fmt.Println(guard.HazardEncodedSlash.Text())
	// Output: Path or query has a percent-encoded slash: decoded too early, it splits a segment in two.
}

// Metrics count each hazard separately.
func ExampleHazards_All() {
	met := map[guard.Hazards]int{}
	for _, s := range []string{"http://joe@example.com/", "http://example.com:0/a//b", "http://example.com//"} {
		for hazard := range guard.Audit(uri.MustParse(s)).All() {
			met[hazard]++
		}
	}
	fmt.Println(len(met), met[guard.HazardUserinfo], met[guard.HazardPortZero], met[guard.HazardDoubleSlash])
	// Output: 3 1 1 2
}

// The rules for a server that fetches URIs from users, changed for this server.
func ExampleFetchRules() {
	rules := guard.FetchRules()
	rules.Ports = append(rules.Ports, 8443)
	rules.Deny = append(rules.Deny, "*.corp.example")
	policy, err := guard.NewPolicy(rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{
		"https://example.com:8443/", "https://Wiki.corp.example./", "https://wiki.corp/", "https://intranet/", "/a",
		"https://example.com/public/%2e%2e/admin", "https://example.com/public/%c0%ae%c0%ae/admin",
	} {
		_, err := policy.Parse(s)
		fmt.Println(err)
	}
	// Output:
	// <nil>
	// host not allowed
	// host not allowed
	// host not allowed
	// scheme not allowed
	// URI has a hazard that is not allowed
	// URI has a hazard that is not allowed
}

// After a name was allowed, the program also checks each address that it connects to.
func ExamplePolicy_CheckAddr() {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{"8.8.8.8:443", "8.8.8.8:22", "10.0.0.1:443", "[::ffff:10.0.0.1]:443", "[fe80::1]:443"} {
		fmt.Println(policy.CheckAddr(netip.MustParseAddrPort(s)))
	}
	// Output:
	// <nil>
	// port not allowed
	// address not allowed
	// address not allowed
	// address not allowed
}

// NewPolicy refuses rules that make no sense, so that mistakes show when the program starts.
func ExampleNewPolicy() {
	for _, entry := range []string{"10.0.0.1/8", "example.com.", "*.example.com", "*"} {
		_, err := guard.NewPolicy(guard.Rules{Hosts: []string{entry}})
		fmt.Println(entry, err == nil)
	}
	// Output:
	// 10.0.0.1/8 false
	// example.com. true
	// *.example.com true
	// * false
}

// The server registers the URIs of a client once, and checks the parameter of each request.
func ExampleRedirectURIs_Match() {
	registered, err := guard.NewRedirectURIs(guard.RedirectOptions{}, "https://app.example/callback", "http://127.0.0.1/callback")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, candidate := range []string{
		"https://app.example/callback", "http://127.0.0.1:51004/callback", "https://app.example/callback/../evil",
		"https://app.example@evil.com/callback", "https://app.example/other",
	} {
		u, err := registered.Match(candidate)
		fmt.Printf("%q %v\n", u, err)
	}
	// Output:
	// "https://app.example/callback" <nil>
	// "http://127.0.0.1/callback" <nil>
	// "" dot segment in path not allowed
	// "" userinfo not allowed
	// "" redirect URI not registered
}

// A server of tools accepts a few editors. Their redirect URIs have schemes without a dot. The server registers the
// URIs of a client that it accepts, and logs the others. It redirects to the port that the client listens on.
func ExampleRedirectURIs_Target() {
	registered, err := guard.NewRedirectURIs(guard.RedirectOptions{Schemes: []string{"cursor", "vscode"}, SkipBad: true},
		"cursor://anysphere.cursor-mcp/oauth/callback", "http://127.0.0.1:8787/callback", "windsurf://callback")
	if registered == nil {
		return // the schemes are wrong
	}
	fmt.Println(err)
	for _, candidate := range []string{
		"cursor://anysphere.cursor-mcp/oauth/callback", "http://127.0.0.1:51004/callback", "cursor://evil/oauth/callback",
	} {
		u, err := registered.Target(candidate)
		fmt.Printf("%q %v\n", u, err)
	}
	// Output:
	// registered[2]: scheme not allowed
	// "cursor://anysphere.cursor-mcp/oauth/callback" <nil>
	// "http://127.0.0.1:51004/callback" <nil>
	// "" redirect URI not registered
}

// After a login, the server redirects to the parameter "next", or to "/" if that leads away.
func ExampleReturnTo() {
	base := uri.MustParse("https://app.example/login")
	for _, next := range []string{
		"/inbox?page=2#top", "https://app.example/inbox", "//evil.com", `/\evil.com`, "https://app.example@evil.com/",
		"javascript:alert(1)", "https://app.example//evil.com",
	} {
		u, err := guard.ReturnTo(base, next)
		fmt.Printf("%q %v\n", u, err)
	}
	// Output:
	// "/inbox?page=2#top" <nil>
	// "/inbox" <nil>
	// "" host not allowed
	// "" illegal character "\\" in path at byte 1
	// "" userinfo not allowed
	// "" scheme not allowed
	// "" path not allowed
}

// One server has the logins of several sites. After a login, it redirects to the site that the user came from.
func ExampleReturns_Target() {
	returns, err := guard.NewReturns(uri.MustParse("https://auth.example.com/login"), guard.ReturnRules{Origins: []string{
		"https://*.example.com", "https://shop.example:8443",
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, next := range []string{
		"https://app.example.com/inbox?id[]=1", "https://auth.example.com/account", "https://shop.example:8443/",
		"https://shop.example/", "https://evil.com;.example.com/", `https://evil.com\.example.com/`,
	} {
		u, err := returns.Target(next)
		fmt.Printf("%q %v\n", u, err)
	}
	// Output:
	// "https://app.example.com/inbox?id%5B%5D=1" <nil>
	// "/account" <nil>
	// "https://shop.example:8443/" <nil>
	// "" port not allowed
	// "" host not allowed
	// "" illegal byte in authority at byte 16
}

// A server answers requests of its pages, of the pages of its subdomains and of its apps.
func ExampleReturns_Allows() {
	returns, err := guard.NewReturns(uri.MustParse("https://example.com/"), guard.ReturnRules{Origins: []string{
		"https://*.example.com", "http://localhost:*", "tauri://localhost", "chrome-extension://mdplmiioglkpgkgblfdilgebpppgdlm",
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, origin := range []string{
		"https://example.com", "https://app.example.com", "http://localhost:5173", "tauri://localhost", "null",
		"https://app.example.com.evil.com", "https://a.b.example.com",
	} {
		fmt.Println(origin, returns.Allows(origin))
	}
	// Output:
	// https://example.com true
	// https://app.example.com true
	// http://localhost:5173 true
	// tauri://localhost true
	// null false
	// https://app.example.com.evil.com false
	// https://a.b.example.com false
}

// NewReturns refuses a wildcard if anyone can have a name under it.
func ExampleNewReturns() {
	for _, entry := range []string{"https://*.github.io", "https://*.octocat.github.io", "https://*", "null", "https://a.example/"} {
		_, err := guard.NewReturns(uri.MustParse("https://example.com/"), guard.ReturnRules{Origins: []string{entry}})
		fmt.Println(err)
	}
	// Output:
	// guard: Origins[0]: anyone can have a name there: want a name such as example.com after the wildcard
	// <nil>
	// guard: Origins[0]: a wildcard is "*." or "**." in front of a name
	// guard: Origins[0]: not an origin: want one such as "https://app.example.com"
	// guard: Origins[0]: an origin has only scheme, host and port: leave out the rest
}

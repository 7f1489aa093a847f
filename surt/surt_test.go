package surt_test

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/surt"
	"github.com/urispan/uri/urlkey"
)

var profiles = []surt.Profile{surt.Plain, surt.Aggressive, surt.Semantic}

const (
	id24 = "0123456789abcdefghijklmn"
	id32 = "0123456789abcdef0123456789ABCDEF"

	letters24 = "abcdefghijklmnopqrstuvwx"
)

// TestKey checks the rules of each profile. A comment before each group of cases names the source of the rules.
func TestKey(t *testing.T) {
	for _, test := range []struct {
		p        surt.Profile
		in, want string
	}{
		// The form of package surt of the Internet Archive without a canonicalizer (surt/_surtformat.py), of a normal
		// form of RFC 3986, section 6.2.
		{surt.Plain, "http://www.example.com/", "com,example,www)/"},
		{surt.Plain, "HTTP://www.EXAMPLE.com:80", "com,example,www)/"},
		{surt.Plain, "https://example.com:8443/A%2fb?B=1&a#F", "com,example:8443)/A%2Fb?B=1&a#F"},
		{surt.Plain, "http://u:p@h/", "h)/"},
		{surt.Plain, "http://h?", "h)/?"},
		{surt.Plain, "foo://h", "h)"},
		{surt.Plain, "foo://h?q", "h)?q"},
		{surt.Plain, "//example.com/a", "com,example)/a"},
		{surt.Plain, "http://192.0.2.10:81/a", "192.0.2.10:81)/a"},
		{surt.Plain, "http://[2001:DB8::1]/a", "[2001:db8::1])/a"},
		{surt.Plain, "http://127.1/", "1,127)/"}, // a name, for RFC 3986
		{surt.Plain, "http://example.com./", "com,example)/"},
		{surt.Plain, "http://www.example.com..:81/", "com,example,www:81)/"},
		{surt.Plain, "http://.example.com/", "com,example,)/"},
		{surt.Plain, "http://1.2.3.4./", "4,3,2,1)/"},
		{surt.Plain, "http://../", ",,)/"},
		{surt.Plain, "http://a,b.example/", "example,a.b)/"}, // urlcanon, reverse_host
		{surt.Plain, "urn:example:A%2Fb", "urn:example:A%2Fb"},
		{surt.Plain, "MAILTO:Joe@Example.com", "mailto:Joe@Example.com"},
		{surt.Plain, "dns:Example.com", "dns:Example.com"},
		{surt.Plain, "file:///A/../b", "file:///b"},
		{surt.Plain, "redis://h:6379/", "h)/"},
		{surt.Plain, "postgres://h:5432/d", "h:5432)/d"}, // its default port was learned after version 1
		{surt.Plain, "", ""},
		{surt.Plain, "a/b?c", "a/b?c"},

		// Cases of iipc/urlcanon (testdata/semantic_precise.json), and the differences that the documentation lists.
		{surt.Semantic, "ftp://%e2%98%83", "ftp://(xn--n3h,)/"},
		{surt.Semantic, "file://h", "file://(h,)/"},
		{surt.Semantic, "gopher://foo:70/", "gopher://(foo,)/"},
		{surt.Semantic, "x://%C3%BC.example", "x://(example,xn--tda,)"},
		{surt.Semantic, "x:../a", "x:a"},
		{surt.Semantic, "http://../", "http:///"},
		{surt.Semantic, "http://%2e%2e/a/b", "http:///a/b"},

		// GoogleURLCanonicalizer puts hosts into lower case before it encodes them, and IAURLCanonicalizer after that,
		// with the percent-encodings.
		{surt.Aggressive, "http://www.t%EF%BF%BD%04.82.net/", "net,82,t%ef%bf%bd%04)/"},
		{surt.Aggressive, "http://www.%01%C2%80.com/", "com,%01%c2%80)/"},
		{surt.Aggressive, "http://%ef%bf%bd.com:81/%ef", "com,%ef%bf%bd:81)/%ef"},
		{surt.Aggressive, "mailto:%EF%BF%BD?%EF%BF%BD", "mailto:%ef%bf%bd?%ef%bf%bd"},
		{surt.Semantic, "http://t%ef%bf%bd%04.82.net/%ef?%ef", "http://(net,82,t%EF%BF%BD%04,)/%EF?%EF"},

		// Keys of WaybackURLKeyMaker: forms of schemes with and without a host (tests/test_surt.py, test_surt).
		{surt.Aggressive, "filedesc:Foo.arc.gz", "filedesc:Foo.arc.gz"},
		{surt.Aggressive, "filedesc://Foo.arc.gz", "filedesc://foo.arc.gz"}, // the host is in normal form here
		{surt.Aggressive, "warcinfo:foo.warc.gz", "warcinfo:foo.warc.gz"},
		{surt.Aggressive, "dns:example.com", "dns:example.com"},
		{surt.Aggressive, "mailto:Joe@Example.com", "mailto:joe@example.com"},
		{surt.Aggressive, "whois://whois.example.org/Example.net", "org,example,whois)/example.net"},
		{surt.Aggressive, "urn:Example:a%2Fb", "urn:example:a/b"},
		{surt.Aggressive, "file:///A/b/", "file:/a/b"},
		{surt.Aggressive, "https://example.com", "com,example)/"},

		// The host (IAURLCanonicalizer, massageHost; GoogleURLCanonicalizer; _host_to_surt reverses IPv4 addresses).
		{surt.Aggressive, "http://www.example.com/", "com,example)/"},
		{surt.Aggressive, "http://WWW12.example.com/", "com,example)/"},
		{surt.Aggressive, "http://www2example.com/", "com,www2example)/"},
		{surt.Aggressive, "http://www2.www2example.com/", "com,www2example)/"},
		{surt.Aggressive, "http://www.www.example.com/", "com,example,www)/"},
		{surt.Aggressive, "http://www/", "www)/"},
		{surt.Aggressive, "http://www.com/", "com)/"},
		{surt.Aggressive, "http://www1355544.com/", "com)/"},
		{surt.Aggressive, "http://joe:secret@example.com/", "com,example)/"},
		{surt.Aggressive, "http://example.com.../", "com,example)/"},
		{surt.Aggressive, "http://.a..example.com/", "com,example,a)/"},
		{surt.Aggressive, "http://%31%39%32.0.2.1/", "1,2,0,192)/"},
		{surt.Aggressive, "http://%2541.example/", "example,a)/"},
		{surt.Aggressive, "http://192.0.2.1:8080/", "1,2,0,192:8080)/"},
		{surt.Aggressive, "http://3221225985/", "1,2,0,192)/"}, // 0xC0000201
		{surt.Aggressive, "http://0300.0.2.1/", "1,2,0,192)/"},
		{surt.Aggressive, "http://192.0.513/", "1,2,0,192)/"},
		{surt.Aggressive, "http://192.0.2.256/", "256,2,0,192)/"},
		{surt.Aggressive, "http://0xc0.0.2.1/", "1,2,0,192)/"},
		{surt.Aggressive, "http://0xC0.0.2.1./", "1,2,0,192)/"},
		{surt.Aggressive, "http://4294967297/", "4294967297)/"},
		{surt.Aggressive, "http://192.0.2.1%20x/", "1%20x,2,0,192)/"},
		{surt.Aggressive, "http://[2001:DB8:0:0::1]/A", "[2001:db8::1])/a"},
		{surt.Aggressive, "http://[vF.A]/", "[vf.a])/"},
		{surt.Aggressive, "http://b%C3%BCcher.example/", "example,xn--bcher-kva)/"},
		{surt.Aggressive, "http://%e2%98%83.example/", "example,xn--n3h)/"},
		{surt.Aggressive, "http://%20a.example/", "example,%20a)/"},
		{surt.Aggressive, "http://a%23.example/", "example,a%23)/"},
		{surt.Aggressive, "http://%ff.example/", "example,%ff)/"},
		{surt.Aggressive, "http://./a", "http:/a"}, // no host is left

		// The port (IAURLCanonicalizer, port_strip_default).
		{surt.Aggressive, "http://example.com:80/", "com,example)/"},
		{surt.Aggressive, "https://example.com:80/", "com,example:80)/"},
		{surt.Aggressive, "http://example.com:443/", "com,example:443)/"},
		{surt.Aggressive, "https://example.com:443/", "com,example)/"},
		{surt.Aggressive, "http://example.com:/", "com,example)/"},

		// The path (GoogleURLCanonicalizer, unescapeRepeatedly, escapeOnce, normalizePath).
		{surt.Aggressive, "http://h/A/B/", "h)/a/b"},
		{surt.Aggressive, "http://h/a//", "h)/a"},
		{surt.Aggressive, "http://h//", "h)/"},
		{surt.Aggressive, "http://h//a///b", "h)/a/b"},
		{surt.Aggressive, "http://h/a/..", "h)/"},
		{surt.Aggressive, "http://h/../a", "h)/a"},
		{surt.Aggressive, "http://h/a%2Fb", "h)/a/b"},
		{surt.Aggressive, "http://h/b%2Fc/../d", "h)/d"},
		{surt.Aggressive, "http://h/a%2F..%2Fb", "h)/b"},
		{surt.Aggressive, "http://h/%25%32%35", "h)/%25"},
		{surt.Aggressive, "http://h/%2525252525252525", "h)/%25"},
		{surt.Aggressive, "http://h/a%25%32%35b", "h)/a%25b"},
		{surt.Aggressive, "http://h/%257Ea%2521b%2540c%2523d%2524e%25f", "h)/~a!b@c%23d$e%25f"},
		{surt.Aggressive, "http://h/%2561", "h)/a"},
		{surt.Aggressive, "http://h/%E4%20%7F%00", "h)/%e4%20%7f%00"},
		{surt.Aggressive, "http://h/%3Fx", "h)/?x"},
		{surt.Aggressive, "http://h/%22%3C%3E%5B%5C%5D%5E%60%7B%7C%7D", `h)/"<>[\]^` + "`{|}"},
		{surt.Aggressive, "http://h/index.html#a", "h)/index.html"},

		// Session IDs in the path (stripPathSessionID).
		{surt.Aggressive, "http://h/(S(" + id24 + "))/a.aspx", "h)/a.aspx"},
		{surt.Aggressive, "http://h/(" + id24 + ")/a.aspx", "h)/a.aspx"},
		{surt.Aggressive, "http://h/b/(a(" + id24 + ")S(" + id24 + ")f(" + id24 + "))/a.ASPX?page=1", "h)/b/a.aspx?page=1"},
		{surt.Aggressive, "http://h/(S(" + id24 + "))/a.asp", "h)/(s(" + id24 + "))/a.asp"},
		{surt.Aggressive, "http://h/(S(" + id24 + "))/.aspx", "h)/(s(" + id24 + "))/.aspx"},
		{surt.Aggressive, "http://h/(S(" + id24 + "0))/a.aspx", "h)/(s(" + id24 + "0))/a.aspx"},
		{surt.Aggressive, "http://h/(S(" + id24 + ")/a.aspx", "h)/(s(" + id24 + ")/a.aspx"},
		{surt.Aggressive, "http://h/(" + id24 + ")x/a.aspx", "h)/(" + id24 + ")x/a.aspx"},
		{surt.Aggressive, "http://h/()/a.aspx", "h)/()/a.aspx"},
		{surt.Aggressive, "http://h/a.aspx/(" + id24 + ")/", "h)/a.aspx/(" + id24 + ")"},
		{surt.Aggressive, "http://h/(" + id24 + ")/(" + id24 + ")/a.aspx", "h)/(" + id24 + ")/a.aspx"},
		{surt.Aggressive, "http://h/(" + id24 + ")/a%3Fb.aspx", "h)/(" + id24 + ")/a?b.aspx"},

		// A "?" that was decoded may be before the session ID, or after ".aspx": the patterns exclude it between them.
		{surt.Aggressive, "http://h/a%3Fb/(" + id24 + ")/c.aspx", "h)/a?b/c.aspx"},
		{surt.Aggressive, "http://h/a%3Fb/(S(" + id24 + "))/c.aspx%3Fd", "h)/a?b/c.aspx?d"},
		{surt.Aggressive, "http://h/a%3F/(" + id24 + ")/c.aspx%3F%3F.aspx", "h)/a?/c.aspx??.aspx"},
		{surt.Aggressive, "http://h/(" + id24 + ")/a.aspx%3F/(" + id24 + ")/b%3F.aspx", "h)/a.aspx?/(" + id24 + ")/b?.aspx"},
		{surt.Aggressive, "http://h/(" + id24 + ")/a.aspx%3F/(" + id24 + ")/b.aspx", "h)/(" + id24 + ")/a.aspx?/b.aspx"},
		{surt.Aggressive, "http://h/a%3F(" + id24 + ")/c.aspx", "h)/a?(" + id24 + ")/c.aspx"},
		{surt.Aggressive, "http://h/a%3F/(" + id24 + ")/.aspx", "h)/a?/(" + id24 + ")/.aspx"},
		{surt.Aggressive, "http://h/36050182@N05/", "h)/36050182@n05"},

		// Session IDs in the query (stripQuerySessionID). Only one of each kind is removed; the "&" before the last one
		// stays.
		{surt.Aggressive, "http://h/?jsessionid=" + id32, "h)/"},
		{surt.Aggressive, "http://h/?jsessionid=" + id32 + "0", "h)/?jsessionid=" + strings.ToLower(id32) + "0"},
		{surt.Aggressive, "http://h/?jsessionid=" + id32 + "&x=y", "h)/?x=y"},
		{surt.Aggressive, "http://h/?one=two&jsessionid=" + id32 + "&x=y", "h)/?one=two&x=y"},
		{surt.Aggressive, "http://h/?one=two&jsessionid=" + id32, "h)/?&one=two"},
		{surt.Aggressive, "http://h/?PHPSESSID=" + id32 + "&action=profile;u=4221", "h)/?action=profile;u=4221"},
		{surt.Aggressive, "http://h/?sid=" + id32 + "&jsessionid=" + id32, "h)/"},
		{surt.Aggressive, "http://h/?mysid=" + id32 + "&x=y", "h)/?myx=y"},
		{surt.Aggressive, "http://h/?sid=" + id32 + "&sid=" + id32, "h)/?&sid=" + strings.ToLower(id32)},
		{surt.Aggressive, "http://h/?aspsessionidABCDEFGH=" + strings.ToUpper(letters24) + "&x=y", "h)/?x=y"},
		{surt.Aggressive, "http://h/?aspsessionidabcdefg0=" + letters24, "h)/?aspsessionidabcdefg0=" + letters24},
		{surt.Aggressive, "http://h/?CFID=1169580&CFTOKEN=48630702&dt=22%2F08", "h)/?dt=22/08"},
		{surt.Aggressive, "http://h/?a=1&CFID=16603925&CFTOKEN=2AE13EEE-3048", "h)/?&a=1"},
		{surt.Aggressive, "http://h/?aspsessionidabcdefgh=0" + letters24[1:], "h)/?aspsessionidabcdefgh=0" + letters24[1:]},
		{surt.Aggressive, "http://h/?sidx" + id32, "h)/?sidx" + strings.ToLower(id32)},
		{surt.Aggressive, "http://h/?cfid=1&cftoken=2&x=1&cftoken=3", "h)/?cftoken=3&x=1"},
		{surt.Aggressive, "http://h/?CFID=&CFTOKEN=1", "h)/?cfid=&cftoken=1"},
		{surt.Aggressive, "http://h/?CFID=1&CFTOKEN=", "h)/?cfid=1&cftoken="},

		// The query (IAURLCanonicalizer, alphaReorderQuery, query_strip_empty).
		{surt.Aggressive, "http://h/a?", "h)/a"},
		{surt.Aggressive, "http://h/a/?b&A", "h)/a?a&b"},
		{surt.Aggressive, "http://h/?a=2&b&a=1", "h)/?a=1&a=2&b"},
		{surt.Aggressive, "http://h/?a=1&", "h)/?&a=1"},
		{surt.Aggressive, "http://h/?b=b&a=b&b=a&a=a&a=&a", "h)/?a&a=&a=a&a=b&b=a&b=b"},
		{surt.Aggressive, "http://h/?a!=1&a=1", "h)/?a=1&a!=1"},
		{surt.Aggressive, "http://h/?q=a%26b%3Dc", "h)/?b=c&q=a"},
		{surt.Aggressive, "http://h/?&r=http%3A//A.example/&b=N%20%28W%3B%29", "h)/?&b=n%20(w;)&r=http://a.example/"},

		// The form of ParsedUrl.surt of urlcanon (testdata/ssurt.json, "surt": the first three rows; the others are what
		// its version in Python of June 2019 writes for semantic_precise). It has no comma after IP addresses.
		{surt.Semantic, "http://u:p@foo.example.org:81/path?query#frag", "http://(org,example,foo,:81)/path?query#frag"},
		{surt.Semantic, "http://u:p@foo.example.org:81/", "http://(org,example,foo,:81)/"},
		{surt.Semantic, "http://u:p@10.1.2.3:81/#frag", "http://(10.1.2.3:81)/#frag"},
		{surt.Semantic, "http://192.0.2.1/", "http://(192.0.2.1)/"},
		{surt.Semantic, "http://192.0.2.1:81/", "http://(192.0.2.1:81)/"},
		{surt.Semantic, "http://[::1]/", "http://([::1])/"},
		{surt.Semantic, "http://[::1]:81/", "http://([::1]:81)/"},
		{surt.Semantic, "x://192.0.2.1:81/", "x://(192.0.2.1:81)/"},
		{surt.Semantic, "http://1.2.3.4.example:81/", "http://(example,4,3,2,1,:81)/"},
		{surt.Semantic, "http://[1:2:0:0:0:0:0:3]/", "http://([1:2::3])/"},
		{surt.Semantic, "foo://a,b.Example?q", "foo://(example,a.b,)?q"},
		{surt.Semantic, "urn:ietf:rfc:2648", "urn:ietf:rfc:2648"},
		{surt.Semantic, "tag:joe@example.org,2001:foo/bar", "tag:joe@example.org,2001:foo/bar"},
		{surt.Semantic, "file:///a/b", "file:///a/b"},
		{surt.Semantic, "sc://#", "sc://#"},
		{surt.Semantic, "foo:a%2F..%2Fb", "foo:a/../b"},

		// The rules of semantic_precise (python/urlcanon/canon.py).
		{surt.Semantic, "http://www.Example.com", "http://(com,example,www,)/"},
		{surt.Semantic, "http://www.example.com.../", "http://(com,example,www,)/"},
		{surt.Semantic, "https://0x.0x.0/", "https://(0.0.0.0)/"},
		{surt.Semantic, "http://3221225985/a", "http://(192.0.2.1)/a"},
		{surt.Semantic, "http://192.0x00000201/", "http://(192.0.2.1)/"},
		{surt.Semantic, "http://fa%C3%9F.ExAmPlE/", "http://(example,xn--fa-hia,)/"},
		{surt.Semantic, "ftp://foo:21/", "ftp://(foo,)/"},
		{surt.Semantic, "ftp://foo:80/", "ftp://(foo,:80)/"},
		{surt.Semantic, "wss://foo:443/", "wss://(foo,)/"},
		{surt.Semantic, "http://h/A//b///", "http://(h,)/A/b/"},
		{surt.Semantic, "foo://h/a//b", "foo://(h,)/a//b"},
		{surt.Semantic, "http://h/a%2Fb", "http://(h,)/a/b"},
		{surt.Semantic, "http://h/%3Fa%23", "http://(h,)/%3Fa%23"},
		{surt.Semantic, "http://h/%25%2536%2531", "http://(h,)/a"},
		{surt.Semantic, "http://h/foo%2541%7a%00", "http://(h,)/fooAz%00"},
		{surt.Semantic, "http://h/foo%252zbar", "http://(h,)/foo%252zbar"},
		{surt.Semantic, "http://h/q?", "http://(h,)/q?"},
		{surt.Semantic, "http://h/q?r?", "http://(h,)/q?r?"},
		{surt.Semantic, "http://h/?c=d&a=b", "http://(h,)/?a=b&c=d"},
		{surt.Semantic, "http://h/?%26=%26&%26", "http://(h,)/?%26&%26=%26"},
		{surt.Semantic, "http://h/?%3d=%3d&%3d", "http://(h,)/?%3D&%3D=%3D"},
		{surt.Semantic, "http://h/?a=b=c", "http://(h,)/?a=b%3Dc"},
		{surt.Semantic, "http://h/?B=1&a!=1&a=1&A", "http://(h,)/?A&B=1&a!=1&a=1"},
		{surt.Semantic, "http://h/#", "http://(h,)/#"},
		{surt.Semantic, "http://h/#a%23%62", "http://(h,)/#a%23b"},

		// Values that are not listed act as Plain.
		{99, "http://www.example.com/", "com,example,www)/"},
	} {
		if got := test.p.Key(uri.MustParse(test.in)); got != test.want {
			t.Errorf("%v.Key(%q) = %q, want %q", test.p, test.in, got, test.want)
		}
	}
}

// TestDifferences checks the column "here" of the tables of differences in the documentation of the profiles.
func TestDifferences(t *testing.T) {
	source, err := os.ReadFile("surt.go")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[surt.Profile]int{}
	p := surt.Plain
	inTable := false
	for line := range strings.Lines(string(source)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) > 2 && fields[2] == "is" && fields[1] == "Aggressive":
			p = surt.Aggressive
		case len(fields) > 2 && fields[2] == "is" && fields[1] == "Semantic":
			p = surt.Semantic
		}
		if !strings.HasPrefix(line, "\t//\t") || len(fields) < 4 {
			inTable = false
			continue
		}
		if inTable {
			rows[p]++
			if got := p.Key(uri.MustParse(fields[1])); got != fields[2] {
				t.Errorf("%v.Key(%q) = %q, want %q", p, fields[1], got, fields[2])
			}
		}
		inTable = inTable || fields[1] == "URI" && fields[2] == "here"
	}
	if rows[surt.Aggressive] < 12 || rows[surt.Semantic] < 5 {
		t.Errorf("%v rows", rows)
	}
}

// unsurt returns a URI that has the given key, for keys of URIs with a host.
func unsurt(p surt.Profile, key string) string {
	scheme := "http"
	if p == surt.Semantic {
		scheme, key, _ = strings.Cut(key, "://(")
	}
	end := strings.IndexAny(key, "/?#")
	if end < 0 {
		end = len(key)
	}
	host, rest := strings.TrimSuffix(key[:end], ")"), key[end:]
	host, port, hasPort := cutPort(host)
	if p == surt.Semantic {
		host = strings.TrimSuffix(host, ",")
	}
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err != nil {
		labels := strings.Split(host, ",")
		slices.Reverse(labels)
		for i, label := range labels {
			labels[i] = strings.ReplaceAll(label, ".", ",")
		}
		host = strings.Join(labels, ".")
	}
	if hasPort {
		host += ":" + port
	}
	return scheme + "://" + host + rest
}

func cutPort(host string) (name, port string, ok bool) {
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		return host[:i], host[i+1:], true
	}
	return host, "", false
}

// TestKeyOfKey checks that the URL that a key represents has this key.
func TestKeyOfKey(t *testing.T) {
	n := 0
	for _, s := range corpus(t) {
		u, err := uri.Parse(s)
		if host, _ := u.Host(); err != nil || u.Scheme() != "http" || strings.Trim(host, ".") == "" {
			continue
		}
		for _, p := range profiles {
			key := p.Key(u)
			again, err := uri.Parse(unsurt(p, key))
			if err != nil || p == surt.Aggressive && (strings.Contains(s, "www") || strings.Count(s, "sid=") > 1) {
				continue // Key decodes bytes that no URI can have, and removes one label of www.www and one session ID
			}
			if n++; p.Key(again) != key {
				t.Errorf("%v: the key of %q is %q, that of %q is %q", p, u, key, again, p.Key(again))
			}
		}
	}
	if n < 500 {
		t.Errorf("only %d keys", n)
	}
}

// corpus returns references from the web, and random ones.
func corpus(t *testing.T) []string {
	_, list := kit.Web(t, 1)
	r := kit.Random(t)
	for range kit.Rounds(6_000, 6_000, 20_000) {
		list = append(list, randomURL(r))
	}
	return list
}

// randomURL returns a URI made of pieces that the rules change.
func randomURL(r *rand.Rand) string {
	pieces := []string{
		"a", "B", "9", "-", ".", "..", "/", "//", "/./", "/../", "%2F", "%2f", "%25", "2", "5", "%41", "%7e", "%C3%BC",
		"%E2%98%83", "&", "=", ";", ",", "!", "www", "www1.", "%2e", "%00", "%20", "(", ")", "?", "sid=" + id32, "x.aspx",
		":", "@",
	}
	var b strings.Builder
	b.WriteString("http://")
	for range 1 + r.IntN(3) {
		b.WriteString([]string{"a", "www.", "x.y", "B.", ".", "%41", "%C3%BC", "127.1", "0x7f.1", ","}[r.IntN(10)])
	}
	b.WriteString([]string{"", ":80", ":8080", ":"}[r.IntN(4)])
	b.WriteString([]string{"", "/", "/", "/", "?"}[r.IntN(5)])
	if s := b.String(); s[len(s)-1] == '/' || s[len(s)-1] == '?' {
		for range r.IntN(10) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
	}
	return b.String()
}

// TestEquivalentURIs checks that equivalent URIs have equal keys.
func TestEquivalentURIs(t *testing.T) {
	n := 0
	for _, s := range corpus(t) {
		u, err := uri.Parse(s)
		if err != nil {
			continue
		}
		n++
		others := []uri.URI{u.Normalized()}
		if upper, err := u.WithScheme(strings.ToUpper(u.Scheme())); err == nil && u.IsAbs() {
			others = append(others, upper)
		}
		if path, err := u.WithPath("/x/.." + u.Path()); err == nil && strings.HasPrefix(u.Path(), "/") {
			others = append(others, path)
		}
		for _, p := range profiles {
			for _, v := range others {
				if urlkey.Sum1(u) == urlkey.Sum1(v) && p.Key(u) != p.Key(v) {
					t.Errorf("%v: %q has the key %q, and %q the key %q", p, u, p.Key(u), v, p.Key(v))
				}
			}
		}
	}
	if n < 1500 {
		t.Errorf("only %d URIs", n)
	}
}

// TestVisibleASCII checks that keys have only visible characters of US-ASCII: no key breaks a line or a column of an
// index.
func TestVisibleASCII(t *testing.T) {
	for _, s := range corpus(t) {
		u, err := uri.Parse(s)
		if err != nil {
			continue
		}
		for _, p := range profiles {
			if strings.ContainsFunc(p.Key(u), func(c rune) bool { return c <= ' ' || c >= 0x7f }) {
				t.Errorf("%v.Key(%q) = %q", p, u, p.Key(u))
			}
		}
	}
}

// TestOrder checks that keys without ports sort as the lists of their parts: the labels, the last one first, then the
// path.
func TestOrder(t *testing.T) {
	type entry struct {
		key   string
		parts []string
	}
	r := kit.Random(t)
	var entries []entry
	labels := []string{"a", "b", "a0", "a-b", "ab", "com", "example", "xn--a", "0"}
	for range 2000 {
		var host []string
		for range 1 + r.IntN(4) {
			host = append(host, labels[r.IntN(len(labels))])
		}
		if host[len(host)-1] == "0" {
			continue // browsers reject such a host
		}
		path := "/" + []string{"", "a", "b", "0", "a/b"}[r.IntN(5)]
		u := uri.MustParse("http://" + strings.Join(host, ".") + path)
		slices.Reverse(host)
		for _, p := range profiles {
			entries = append(entries, entry{fmt.Sprint(p, " ", p.Key(u)), append(append([]string{p.String()}, host...), path)})
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	// A path is less than any label here, because "/" is less than letters and digits.
	if !slices.IsSortedFunc(entries, func(a, b entry) int { return slices.Compare(a.parts, b.parts) }) {
		t.Error("keys do not sort as their parts")
	}
}

// TestDomainRange checks the ranges of the section Order of the package comment.
func TestDomainRange(t *testing.T) {
	hosts := []string{
		"example.com", "a.example.com", "a.b.example.com", "xn--a.example.com", "0.example.com", "_a.example.com",
		"-.example.com", "myexample.com", "example-a.com", "example0.com", "exampl.com", "examplea.com", "example.com.org",
		"com", "example", "example.com.", "a.example.com.", "example.com.org.", "com.",
	}
	for _, host := range hosts {
		name := strings.TrimSuffix(host, ".")
		in := name == "example.com" || strings.HasSuffix(name, ".example.com")
		for _, p := range []surt.Profile{surt.Plain, surt.Aggressive} {
			key := p.Key(uri.MustParse("http://" + host + "/a"))
			if got := "com,example)" <= key && key < "com,example-"; got != in {
				t.Errorf("%v: %q is in the range: %t", p, key, got)
			}
			key = p.Key(uri.MustParse("http://" + host + ":81/a"))
			noSub := name == "example.com"
			if got := "com,example:" <= key && key < "com,example;"; got != noSub {
				t.Errorf("%v: %q is in the range of ports: %t", p, key, got)
			}
		}
		for _, port := range []string{"", ":81"} {
			key := surt.Semantic.Key(uri.MustParse("http://" + host + port + "/a"))
			if got := strings.HasPrefix(key, "http://(com,example,"); got != in {
				t.Errorf("%q has the prefix: %t", key, got)
			}
		}
	}
}

func TestString(t *testing.T) {
	for p, want := range map[surt.Profile]string{
		surt.Plain: "plain", surt.Aggressive: "aggressive", surt.Semantic: "semantic", 3: "Profile(3)",
	} {
		if got := p.String(); got != want {
			t.Errorf("Profile %d is %q, want %q", p, got, want)
		}
	}
}

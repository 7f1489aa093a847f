package scheme_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/scheme"
	"github.com/urispan/uri/urlkey"
)

// classes are sets of URIs that are equivalent, each with the key and the source. URIs of different sets are not equivalent.
// The keys never change: if TestKeys fails, the code is wrong.
var classes = []struct{ source, key, uris string }{
	{"https://github.com/leodido/go-urn/issues/6", "urn:isbn:0451450523", "URN:ISBN:0451450523 urn:isbn:0451450523"},
	{"https://github.com/leodido/go-urn/issues/6", "urn:example:a", "urn:example:a?+r urn:example:a?=q urn:example:a"},
	{"https://github.com/jcabi/jcabi-urn/issues/8", "urn:foo:a123,456", "URN:foo:a123,456 urn:foo:a123,456 urn:FOO:a123,456"},
	{"https://github.com/jcabi/jcabi-urn/issues/8", "urn:foo:A123,456", "urn:foo:A123,456"},
	{"https://github.com/jcabi/jcabi-urn/issues/8", "urn:foo:a123%2C456", "urn:foo:a123%2C456 URN:FOO:a123%2c456"},
	{"RFC 8141, section 3.2", "urn:example:a123,z456", "urn:example:a123,z456 URN:example:a123,z456 urn:EXAMPLE:a123,z456 " +
		"urn:example:a123,z456?+abc urn:example:a123,z456?=xyz urn:example:a123,z456#789"},
	{"RFC 8141, section 3.2", "urn:example:a123,z456/foo", "urn:example:a123,z456/foo"},
	{"RFC 8141, section 3.2", "urn:example:a123,z456/bar", "urn:example:a123,z456/bar"},
	{"RFC 8141, section 3.2", "urn:example:a123%2Cz456", "urn:example:a123%2Cz456 URN:EXAMPLE:a123%2cz456"},
	{"RFC 8141, section 3.2", "urn:example:A123,z456", "urn:example:A123,z456"},
	{"RFC 8141, section 3.2", "urn:example:a123,Z456", "urn:example:a123,Z456"},
	{"RFC 8141, section 3.2", "urn:example:%D0%B0123,z456", "urn:example:%D0%B0123,z456 urn:example:%d0%b0123,z456"},
	{"RFC 8141, section 3.1: nothing is decoded", "urn:example:%61123,z456", "urn:example:%61123,z456"},
	{"RFC 8141, section 2: no dot segments", "urn:example:a/../b/.", "urn:example:a/../b/."},
	{"RFC 8141, section 2: a colon", "urn:example:a:B%2F", "urn:example:a:B%2f Urn:Example:a:B%2F?+x?=y#z urn:example:a:B%2F?=+?+/"},
	{"RFC 8141, section 2: a question mark in a component", "urn:example:b", "urn:example:b?+a?b?=c?d#e?f urn:example:b#"},
	{"RFC 8141, section 2: the NID is too short", "URN:a:B%2f", "URN:a:B%2f"},
	{"RFC 8141, section 2: the NID is too short", "urn:a:B%2f", "urn:a:B%2f"},
	{"RFC 8141, section 2: a hyphen", "urn:-ab:c", "urn:-ab:c"},
	{"RFC 8141, section 2: a hyphen", "urn:-AB:c", "urn:-AB:c"},
	{"RFC 8141, section 2: 32 bytes", "urn:" + strings.Repeat("a", 32) + ":c", "urn:" + strings.Repeat("A", 32) + ":c"},
	{"RFC 8141, section 2: 33 bytes", "urn:" + strings.Repeat("A", 33) + ":c", "urn:" + strings.Repeat("A", 33) + ":c"},
	{"RFC 8141, section 2: a query", "urn:example:a?Q", "urn:example:a?Q"},
	{"RFC 8141, section 2: an empty component", "urn:EXAMPLE:a?+", "urn:EXAMPLE:a?+"},
	{"RFC 8141, section 2: an empty component", "urn:EXAMPLE:a?=#b", "urn:EXAMPLE:a?=#b"},
	{"RFC 8141, section 2: a component begins with a pchar", "urn:EXAMPLE:a?+/b", "urn:EXAMPLE:a?+/b"},
	{"RFC 8141, section 2: an NSS begins with a pchar", "urn:EXAMPLE:/a", "urn:EXAMPLE:/a"},
	{"RFC 8141, section 2: a component begins with a pchar", "urn:EXAMPLE:a?=?+b", "urn:EXAMPLE:a?=?+b"},
	{"RFC 8141, section 2: no NSS", "urn:EXAMPLE:", "urn:EXAMPLE:"},
	{"RFC 8141, section 2: no NSS", "urn:EXAMPLE", "urn:EXAMPLE"},
	{"RFC 8141, section 2: an authority", "urn://EXAMPLE:80", "urn://EXAMPLE:80"},

	{"https://github.com/emiago/sipgo/pull/272", "tel:+12015550123", "tel:+1-201-555-0123 tel:+12015550123 TEL:+1(201)555.0123"},
	{"https://github.com/kamailio/kamailio/issues/1173", "tel:1234567;phone-context=+5233", "tel:1234567;phone-context=+52-33 tel:1234567;phone-context=+5233"},
	{"https://github.com/drachtio/drachtio-srf/pull/159", "tel:+12015550123;ext=1;phone-context=drachtio.org", "tel:+1-201-555-0123;phone-context=drachtio.org;ext=1"},
	{"RFC 3966, section 4: local is not global", "tel:12015550123", "tel:1-201-555-0123"},
	{"RFC 3966, section 6", "tel:7042;phone-context=example.com", "tel:7042;phone-context=example.com tel:70-42;Phone-Context=EXAMPLE.com"},
	{"RFC 3966, section 6", "tel:8631234;phone-context=+1914555", "tel:863-1234;phone-context=+1-914-555 tel:8631234;phone-context=+1914555"},
	{"RFC 3966, section 4: one has no such parameter", "tel:8631234", "tel:863-1234"},
	{"RFC 3966, section 4: a host name has its hyphens", "tel:1;phone-context=a-b.example", "tel:1;phone-context=A-b.example"},
	{"RFC 3966, section 4: any order", "tel:+1;a=b;ext=12;isub=c-d", "tel:+1;ISUB=c-D;ext=1-2;a=B"},
	{"RFC 3966, section 3: letters and a number sign", "tel:*a%23;x", "tel:*A-%23;X"},
	{"RFC 3966, section 3: a parameter without a value", "tel:+1;ext", "tel:+1;EXT"},
	{"RFC 3966, section 3: dots are no dot segments", "tel:+1;x=a/../b", "tel:+1;x=a/../b"},
	{"RFC 3966, section 3: encodings stay", "tel:+1;x=%2Fb", "tel:+1;x=%2fB"},
	{"RFC 3966, section 3: letters are no digits", "tel:1-800-FLOWERS", "tel:1-800-FLOWERS TEL:%31-800-FLOWERS"},
	{"RFC 3966, section 3: no digit", "tel:+-", "tel:+-"},
	{"RFC 3966, section 3: a query", "tel:+1-2?A", "tel:+1-2?A"},
	{"RFC 3966, section 3: a query after a parameter", "tel:+1-2;a=B?C", "tel:+1-2;a=B?C"},
	{"RFC 3966, section 3: a fragment after a parameter", "tel:+1-2;a=B#C", "tel:+1-2;a=B#C"},
	{"RFC 3966, section 3: an encoded plus sign", "tel:%2B1-2", "tel:%2B1-2"},

	{"RFC 6068, section 2", "mailto:Joe@example.com", "mailto:Joe@example.com MAILTO:Joe@Example.COM mailto:%4aoe@example.com"},
	{"RFC 6068, section 2", "mailto:joe@example.com", "mailto:joe@example.com"},
	{"RFC 6068, section 2: several addresses", "mailto:A@b.example,C@d.example?To=E@F", "mailto:A@B.example,C@D.EXAMPLE?To=E@F"},
	{"RFC 6068, section 2: no domain", "mailto:A,B%40C", "mailto:A,B%40C"},
	{"RFC 6068, section 2: no address", "mailto:?to=A@B", "mailto:?to=A@B"},
	{"RFC 6068, section 2: a slash", "mailto:a/../b@c", "mailto:a/../b@C"},
	{"RFC 6068, section 2: UTF-8", "mailto:A@%C3%9C.example", "mailto:A@%c3%9c.EXAMPLE"},
	{"RFC 6068, section 2: a fragment", "mailto:a@b#A@B", "mailto:a@B#A@B"},

	{"https://github.com/package-url/packageurl-dotnet/issues/27", "pkg:gem/jruby-launcher@1.1.2?platform=java", "pkg:gem/jruby-launcher@1.1.2?Platform=java"},
	{"https://github.com/guacsec/trustify/issues/777", "pkg:oci/osc@sha256:8f78?repository_url=registry.redhat.io%2Fosc&tag=1.6.0-62",
		"pkg://oci/osc@sha256:8f78?repository_url=registry.redhat.io/osc&tag=1.6.0-62 pkg://oci/osc@sha256:8f78?tag=1.6.0-62&repository_url=registry.redhat.io/osc"},
	{"https://github.com/package-url/purl-spec/issues/707: no rules of types", "pkg:pypi/django@1.11.1", "pkg:pypi/django@1.11.1"},
	{"https://github.com/package-url/purl-spec/issues/707: no rules of types", "pkg:pypi/Django@1.11.1", "pkg:pypi/Django@1.11.1"},
	{"purl-spec: the type, and a scope", "pkg:npm/%40angular/Core@12.3.1", "pkg:npm/%40angular/Core@12.3.1 pkg:NPM/@angular/Core@12.3.1 pkg://npm//%40angular//Core@12.3.1/"},
	{"purl-spec: a scope without a version", "pkg:npm/%40angular/core", "pkg:npm/@angular/core pkg:npm/%40angular/core@"},
	{"purl-spec: a name that begins with an at sign", "pkg:npm/a/%40core", "pkg:npm/a/@core pkg:npm/a/%40core/"},
	{"purl-spec: qualifiers", "pkg:deb/debian/curl@7.50.3-1?arch=i386&distro=jessie", "pkg:deb/debian/curl@7.50.3-1?distro=jessie&arch=i386 " +
		"pkg:deb/debian/curl@7.50.3-1?Distro=jessie&x=&ARCH=i386"},
	{"purl-spec: a subpath", "pkg:golang/google.golang.org/genproto#googleapis/api/annotations",
		"pkg:golang/google.golang.org/genproto#/googleapis/api/annotations/ pkg:GOLANG/google.golang.org/genproto#googleapis/../api/.//annotations"},
	{"purl-spec: an encoded slash is in a segment", "pkg:golang/google.golang.org%2Fgenproto", "pkg:golang/google.golang.org%2fgenproto"},
	{"purl-spec: a colon", "pkg:docker/customer/dockerimage@sha256:244fd47e?repository_url=gcr.io",
		"pkg:docker/customer/dockerimage@sha256%3A244fd47e?repository_url=gcr.io pkg:docker/customer/dockerimage@sha256:244fd47e?repository_url=gcr%2eio"},
	{"https://github.com/phylum-dev/purl/issues/11", "pkg:generic/x@1?download_url=https:%2F%2Fh%2Fa%2Bb%20c",
		"pkg:generic/x@1?download_url=https://h/a+b%20c pkg:generic/x@1?download_url=https%3A%2F%2Fh%2Fa%2Bb%20c"},
	{"purl-spec: a dot segment of the path", "pkg:a/../b", "pkg:a/../b"},
	{"purl-spec: a version with a slash", "pkg:a/b@c%2Fd", "pkg:a/b@c/d pkg:a/b@c%2fd"},
	{"purl-spec: no name", "pkg:NPM", "pkg:NPM"},
	{"purl-spec: no name", "pkg:NPM/", "pkg:NPM/"},
	{"purl-spec: no type", "pkg:7zip/a/../b", "pkg:7zip/a/../b"},
	{"purl-spec: no type", "pkg://u@npm/a", "pkg://u@NPM/a"},

	{"https://github.com/ipfs/ipfs-companion/issues/1006", "ipfs://QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR/a",
		"ipfs://QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR/a IPFS://QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR/b/../a"},
	{"https://github.com/ipfs/ipfs-companion/issues/1006", "ipfs://qmbwqxbekc3p8tqskc98xmwnzrzdtrlmimpl8wbutgsmnr/a",
		"ipfs://qmbwqxbekc3p8tqskc98xmwnzrzdtrlmimpl8wbutgsmnr/a"},
	{"names of keys have case", "ipns://K51qzi5u", "ipns://K51qzi5u"},
	{"names of keys have case", "ipns://k51qzi5u", "ipns://k51qzi5u IPNS://%6b51qzi5u"},
	{"https://github.com/porsager/postgres/issues/1057", "postgres://felix@%2Frun%2Fuser%2F1000%2Fpg/m", "postgres://felix@%2Frun%2Fuser%2F1000%2Fpg/m postgres://felix@%2frun%2fuser%2f1000%2fpg/m"},
	{"a socket has case", "postgres://felix@%2Frun%2FUser%2F1000%2Fpg/m", "postgres://felix@%2Frun%2FUser%2F1000%2Fpg/m"},
	{"an abstract socket has case", "postgresql://%40App/m", "postgresql://%40App/m"},
	{"a pipe has case", "npipe+http://%5C%5C.%5Cpipe%5CDocker/", "npipe+http://%5c%5c.%5Cpipe%5CDocker/"},

	{"RFC 3986, section 6", "http://example.com/~a", "HTTP://Example.com:80/%7ea http://example.com/b/../~a"},
	{"RFC 3986, section 6: the ports of version 1", "socks5://h:1080", "socks5://h:1080"},
	{"RFC 3986, section 6: a fragment", "http://example.com/~a#b", "http://example.com/~a#b"},
	{"RFC 3986, section 4.2", "../a", "../a ./../%61"},
	{"an empty reference", "", ""},
}

// TestKeys compares AppendKey1 with the keys, and Equal for each pair of URIs.
func TestKeys(t *testing.T) {
	var all []uri.URI
	var classOf []int
	for i, c := range classes {
		for s := range strings.SplitSeq(c.uris, " ") {
			u, err := uri.Parse(s)
			if err != nil {
				t.Fatalf("%s: %v", c.source, err)
			}
			all, classOf = append(all, u), append(classOf, i)
			if got := string(scheme.AppendKey1([]byte("dst"), u)); got != "dst"+c.key {
				t.Errorf("%s: %q has the key %q, want %q", c.source, s, got[3:], c.key)
			}
		}
		key, err := uri.Parse(c.key)
		if got := scheme.AppendKey1(nil, key); err != nil || string(got) != c.key {
			t.Errorf("%s: the key %q has the key %q, %v", c.source, c.key, got, err)
		}
	}
	for i, u := range all {
		for j, v := range all {
			if got := scheme.Equal(u, v); got != (classOf[i] == classOf[j]) {
				t.Errorf("Equal(%q, %q): %v", u.String(), v.String(), got)
			}
		}
	}
}

// TestKeysOfOtherSchemes compares the keys of schemes without rules with the normal form that urlkey.Sum1 hashes.
func TestKeysOfOtherSchemes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range kit.Rounds(300, 3000, 100_000) {
		u := randomURI(r, "http", "FTP", "x", "urns", "")
		key := uri.MustParse(string(scheme.AppendKey1(nil, u)))
		host, _ := u.Host()
		if strings.Contains(host, "%") {
			continue
		}
		if urlkey.Sum1(key) != urlkey.Sum1(u) || !key.IsNormalized() {
			t.Fatalf("%q has the key %q", u.String(), key.String())
		}
	}
}

// randomURI returns a URI of one of the schemes. "" stands for a relative reference.
func randomURI(r *rand.Rand, schemes ...string) uri.URI {
	pieces := []string{"a", "B", "%2f", "%2F", "%41", "%C3%bc", "/", "/../", "/./", ":", "@", ";", "=", "+", "-", ".", ",", "1", "23", "?", "?+", "?=",
		"#", "&", "//", "npm/", "ext=1-2", ";phone-context=+1", "Ab:", "(", "*", "%23", "%00"}
	for {
		var b strings.Builder
		if s := schemes[r.IntN(len(schemes))]; s != "" {
			b.WriteString(s + ":")
		}
		for range r.IntN(12) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		if u, err := uri.Parse(b.String()); err == nil {
			return u
		}
	}
}

// TestKeyProperties checks what holds for every key: it is a URI, which is its own key, and URIs with the same normal form
// have the same key.
func TestKeyProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range kit.Rounds(500, 5000, 200_000) {
		u := randomURI(r, "urn", "URN", "tel", "Tel", "mailto", "pkg", "PKG", "ipfs", "postgres", "http", "")
		if err := checkKey(u); err != nil {
			t.Fatal(err)
		}
	}
}

func checkKey(u uri.URI) error {
	key := scheme.AppendKey1(nil, u)
	k, err := uri.Parse(string(key))
	if err != nil {
		return fmt.Errorf("%q has the key %q: %w", u.String(), key, err)
	}
	if again := scheme.AppendKey1(nil, k); string(again) != string(key) || !scheme.Equal(u, k) || !scheme.Equal(k, u) {
		return fmt.Errorf("%q has the key %q, which has the key %q", u.String(), key, again)
	}
	return nil
}

func FuzzKey(f *testing.F) {
	for _, c := range classes {
		f.Add(strings.Fields(c.uris + " x")[0])
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil {
			return
		}
		if err := checkKey(u); err != nil {
			t.Fatal(err)
		}
	})
}

// TestURNsThatAreNone checks that a "urn:" that RFC 8141 does not allow has the URI as its key: the q-component of the
// first two begins with a byte that it must not have.
func TestURNsThatAreNone(t *testing.T) {
	for _, text := range []string{"URN:ab:c?+r?=/q", "URN:ab:c?+r?=#f", "URN:ab:c?d", "URN:ab:"} {
		if got := string(scheme.AppendKey1(nil, uri.MustParse(text))); got != text {
			t.Errorf("%s: got %s", text, got)
		}
	}
}

// Package surt computes sort-friendly keys of URIs for web archives (SURT, Sort-friendly URI Reordering Transform). A
// key reverses the labels of the host, so that sorted keys group pages by domain. For the URL
// http://www.Example.com:80/A//b%2Fc/?y=%41&x=2#top:
//
//	surt.Plain.Key(u)         com,example,www)/A//b%2Fc/?y=A&x=2#top
//	surt.Aggressive.Key(u)    com,example)/a/b/c?x=2&y=a
//	surt.Semantic.Key(u)      http://(com,example,www,)/A/b/c/?x=2&y=A#top
//
// Do not use a key to decide whether two URIs are equivalent: it is lossy.
//
// Archives use different rules. Programs that write and read the same index must use the same [Profile]:
//
//   - [Plain] only reorders. Use it to sort, group and shard lists of URLs.
//   - [Aggressive] is the key of the indexes (CDX, CDXJ) of the Internet Archive, of pywb and of Common Crawl. Many
//     URLs that usually lead to one page get one key.
//   - [Semantic] is the precise semantic form of iipc/urlcanon: URLs that a browser would load alike get one key.
//
// # Not for comparing URIs
//
// A key of this package is lossy, and cannot replace [uri.URI.Key], which is equal only for URIs that RFC 3986 calls
// equivalent. All profiles omit the userinfo. Plain and Aggressive omit the scheme, so http and https URIs get the same
// key. Aggressive and Semantic decode reserved characters, so "/a%2Fb" and "/a/b" get the same key, although servers
// may answer with different pages. Archives have replayed the wrong page because of this. Store the URL beside the key,
// as CDXJ does, and compare it.
//
// # Input
//
// All profiles begin with the normal form of RFC 3986, so URIs that are equivalent have equal keys. It is the normal form
// that [github.com/urispan/uri/urlkey.Sum1] hashes: keys are stored, so a default port that is learned later does not
// change them. Parse URLs with spaces, backslashes or characters outside ASCII with package whatwg first, as urlcanon and
// browsers do:
//
//	w, err := whatwg.Parse(text)
//	u, _ := w.URI()
//	key := surt.Aggressive.Key(u)
//
// Map an IRI to a URI first, with the method URI of an iri.IRI.
//
// The key of a URI without a host, such as a urn, mailto or dns URI, begins with its scheme. A relative reference
// belongs to no host: resolve it first. Its key is the key of its path, query and fragment, which can equal that of a
// URI.
//
// # Order
//
// Keys are sorted byte by byte. The bytes ")" and "," come before all letters, digits and "-", so a domain is followed
// by its subdomains: com,example)/ then com,example,www)/ then com,example-shop)/. In an index of keys without ports,
// all keys of a domain and its subdomains are in one range, from "com,example)" to "com,example-", exclusive. Keys with
// ports, such as com,example:8080)/, follow in the range from "com,example:" to "com,example;". In an index of Semantic
// keys, all keys of a domain and its subdomains are in one range for each scheme, with or without ports: those with the
// prefix "http://(com,example,".
package surt

import (
	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/textio"
)

// A Profile is a rule set for keys. Values that are not listed act as Plain.
type Profile uint8

const (
	// Plain is the normal form of RFC 3986 with the authority in SURT form. It omits the scheme and the userinfo, and
	// keeps the rest, with its case and its order:
	//
	//	host ["," host ...] [":" port] ")" path ["?" query] ["#" fragment]
	//
	// IP addresses are not reversed. Dots at the end of a host are removed, so that the keys of "example.com." sort with
	// those of "example.com". A comma in a label becomes a dot, in all profiles, so that the host can be read from the
	// key. The key of a URI without a host is its normal form.
	Plain Profile = iota

	// Aggressive is the key of internetarchive/surt with its default options, and of the class WaybackURLKeyMaker of
	// iipc/webarchive-commons. It has the form of Plain without a fragment. In this order:
	//
	//   - Percent-encodings are decoded until none is left. Then bytes up to the space and from 0x7F, "#" and "%" are
	//     encoded, once. A name with characters outside ASCII becomes A-labels.
	//   - In the host, empty labels are removed, IPv4 addresses are written as four numbers, and one leading label
	//     www, www1, www23 and so on is removed, so www1355544.com becomes com)/. IPv4 addresses are reversed as names are.
	//   - The dot segments and the empty segments of the path are removed.
	//   - All letters are converted to lower case.
	//   - Session IDs are removed: from the path, an ID of ASP.NET before a name with ".aspx"; from the query,
	//     jsessionid, phpsessid and sid with 32 letters or digits, aspsessionid with 8 letters and a value of 24, and
	//     cfid with cftoken. Only one of each kind is removed, wherever its name begins.
	//   - A "/" at the end of the path is removed, except for the path "/".
	//   - The parameters of the query are sorted by name, then by value. An empty query is removed.
	//
	// A URI without a host keeps its scheme, and is decoded and converted to lower case as well. URIs of the scheme
	// filedesc are not changed. Aggressive differs from internetarchive/surt in these cases, in most of them because it
	// begins with the normal form:
	//
	//	URI                       here                    there
	//	http://h/../a             h)/a                    h)/../a: it keeps ".." above the root
	//	http://h/b%2Fc/../d       h)/d                    h)/b/d: it decodes before it removes dot segments
	//	ftp://h:21/               h)/                     h:21)/: it removes only the default ports of http and https
	//	http://h:0/               h:0)/                   h)/: it removes the port 0
	//	http://0x7f.1/            1,0,0,127)/             1,0x7f)/: it does not read hexadecimal numbers
	//	http://4294967297/        4294967297)/            1,0,0,0)/: it keeps the lower 32 bits
	//	http://010/               8,0,0,0)/               10,0,0,0)/: it reads a single number as decimal
	//	http://[2001:db8::1]:81/  [2001:db8::1]:81)/      2001:db8::1:81)/: it removes the brackets
	//	http://fa%C3%9F.example/  example,xn--fa-hia)/    example,fass)/: it maps names by IDNA 2003
	//	http://a%FF.example/      example,a%ff)/          example,a)/: it drops bytes that are not UTF-8
	//	http://https://h/a        https)/h/a              h)/a: it drops all schemes but the last
	//	mailto:?x                 mailto:?x               mailto:/?x: it writes "/" for an empty path before a query
	Aggressive

	// Semantic is the form of semantic_precise of iipc/urlcanon, with the scheme and a comma after each label of a name:
	//
	//	scheme "://(" (label "," ... / address) [":" port] ")" path ["?" query] ["#" fragment]
	//
	// The userinfo is removed. Hosts are cleaned as by Aggressive, but "www" stays, and IP addresses are not reversed.
	// Percent-encodings are decoded until none is left. Then bytes up to the space and from 0x7F, "#" and "%" are
	// encoded, also "?" in the path, and "&" and "=" in the names and values of the query, which are decoded one by
	// one. Dot segments and, in URLs of http, https, ws, wss, ftp and file, empty segments are removed from the path.
	// The parameters of the query are sorted. Case, empty queries and the fragment are kept. The key of a URI without a
	// host is the URI in this form, without parentheses. In URLs of http, https, ws, wss, ftp and file with an
	// authority, an empty path becomes "/". Because Semantic begins with the normal form, it differs from urlcanon in
	// these cases:
	//
	//	URI                   here                     there
	//	x://%C3%BC.example    x://(example,xn--tda,)   x://(example,%C3%BC,): it converts names only in URLs of the web
	//	x:../a                x:a                      x:../a: it removes no dot segments if no "/" is first
	//	http://0.0.0.0/       http://(0.0.0.0)/        http://(0,0,0,0,)/: it reverses this address
	//	http://../            http:///                 http://(0,0,0,0,)/: it reads dots alone as this address
	//	http://h:/            http://(h,)/             http://(h,:)/: it keeps the ":" of an empty port
	//
	// So http://h.example:81/ has the key http://(example,h,:81)/, and http://192.0.2.1:81/ the key
	// http://(192.0.2.1:81)/, as ParsedUrl.surt of urlcanon has written them since February 2019. Before, it wrote
	// http://(example,h:81,)/ and http://(192.0.2.1:81,)/. Its other form, ssurt, is example,h,//81:http:/ for the first.
	Semantic
)

var profileNames = [...]string{Plain: "plain", Aggressive: "aggressive", Semantic: "semantic"}

// String returns the name of the profile in lower case, such as "aggressive".
func (p Profile) String() string { return textio.Name(profileNames[:], p, "Profile") }

// Key returns the key of u. It is in US-ASCII, without white space and control characters. The time is linear in the
// length of u, apart from sorting the parameters of the query. A key of up to 512 bytes takes one allocation if the
// query has at most 16 parameters, another one if the host is not in ASCII, and a few more for Aggressive if u may have a
// session ID.
func (p Profile) Key(u uri.URI) string {
	var buf [stackSize]byte
	return string(p.appendKey(buf[:0], u))
}

// AppendKey appends the key of u to dst and returns the extended slice. It allocates like Key, except for
// the result if the capacity of dst is large enough.
func (p Profile) AppendKey(dst []byte, u uri.URI) []byte {
	var buf [stackSize]byte
	return append(dst, p.appendKey(buf[:0], u)...)
}

// stackSize is the size of the buffers on the stack.
const stackSize = 512

// appendKey implements AppendKey for a dst of this package: it may write anywhere in the capacity of dst.
func (p Profile) appendKey(dst []byte, u uri.URI) []byte {
	var buf [stackSize]byte
	n, r := reference.Normalizer{Steps: reference.Steps1, Ports1: true}, u.Ranges()
	text := n.AppendRanges(buf[:0], u.String(), &r)
	lo, _ := r.Path()
	x := parts{reference.PartsOf(octet.Text(text), &r), octet.Text(text), lo}
	switch p {
	case Aggressive:
		return x.appendAggressive(dst)
	case Semantic:
		return x.appendSemantic(dst)
	}
	return x.appendPlain(dst)
}

// parts holds the components of a normalized URI.
type parts struct {
	reference.Parts
	text string
	rest int // the offset of the path
}

func (x *parts) appendPlain(dst []byte) []byte {
	if x.Host == "" {
		return append(dst, x.text...)
	}
	if isAddress(x.Host) {
		dst = append(dst, x.Host...)
	} else {
		dst = appendReversed(dst, withoutEndDots(x.Host))
	}
	dst = x.appendPort(dst)
	dst = append(dst, ')')
	return append(dst, x.text[x.rest:]...)
}

// appendPort appends ":" and the port, unless the port is undefined or empty.
func (x *parts) appendPort(dst []byte) []byte {
	if x.Port != "" {
		dst = append(dst, ':')
		dst = append(dst, x.Port...)
	}
	return dst
}

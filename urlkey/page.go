package urlkey

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/tracking"
)

// Page1 returns a key that is the same for the URIs that a site usually answers with the same page:
//
//	http://shop.example/hats/?utm_source=mail&size=4&color=red     https://shop.example/hats?color=red&size=4
//	https://Shop.example/hats/index.html?color=red&size=4#top      https://shop.example/hats?color=red&size=4
//
// It counts pages, and finds the record of a page under the other spellings of its URL. It is a convention: a site may
// answer "/hats" and "/hats/" with two pages, so a crawler that must miss nothing takes [Sum1].
//
// It is the normal form of version 1, without userinfo and fragment. If the scheme is http, https or undefined, these steps
// follow:
//
//   - The scheme http becomes https. A port 443 is removed. An empty path after a host becomes "/".
//   - At the end of a path that begins with "/", but not with "/.//", every slash except the root's is removed, and so
//     is every segment "index.html", "index.htm", "index.php" and "default.aspx", in letters of either case:
//     "/a/index.php/" becomes "/a".
//   - The query is split at "&". Empty pairs are removed, and so are pairs with a name that tracks. These names are
//     those of the file page1.txt, which is the list of [uri.QueryRules] on 29 November 2026. A name there with "@"
//     tracks only on that domain and its subdomains, and "*" at the end stands for any text. Names are compared
//     decoded, without regard to the case of ASCII letters, and without each "amp;" at their start. If a name has more
//     than 48 octets, with its "amp;", only the first 48 are compared, and only with the names that end with "*".
//   - The pairs that are left are sorted by their names, which are compared decoded, by octets, with "+" as a space.
//     Pairs with equal names keep their order. Without pairs, the key has no "?".
//
// Other URIs, such as "urn:isbn:0451450523", only lose userinfo and fragment. Page1 allocates only the result if u has at
// most 512 bytes and 32 parameters.
func Page1(u uri.URI) string {
	var buf [512]byte
	return string(appendPage1(buf[:0], u))
}

func appendPage1(dst []byte, u uri.URI) []byte {
	var buf reference.Buffer
	f := formOf(&buf, u)
	switch f.Scheme {
	case "http":
		f.Scheme = "https"
	case "https", "":
	default:
		dst = append(appendOrigin(dst, &f), f.Path...)
		if f.HasQuery {
			dst = append(append(dst, '?'), f.Query...)
		}
		return dst
	}
	if f.Port == "443" {
		f.Port = ""
	}
	if f.Path == "" && f.HasAuthority {
		f.Path = "/"
	}
	dst = append(appendOrigin(dst, &f), pagePath(f.Path)...)
	return appendPageQuery(dst, f.Query, f.Host)
}

// pagePath returns path without slashes and default documents at its end.
func pagePath(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "/.//") {
		return path
	}
	for path != "/" {
		i := strings.LastIndexByte(path, '/')
		if path[i+1:] != "" && !isDefaultDocument(path[i+1:]) {
			break
		}
		path = path[:max(i, 1)]
	}
	return path
}

func isDefaultDocument(segment string) bool {
	for _, name := range [...]string{"index.html", "index.htm", "index.php", "default.aspx"} {
		if octet.EqualFold(segment, name) {
			return true
		}
	}
	return false
}

// appendPageQuery appends "?" and the sorted pairs of a query that do not track on host. Without such pairs, it appends
// nothing.
func appendPageQuery(dst []byte, query, host string) []byte {
	var few [32]reference.PairRange
	pairs := few[:0]
	c := reference.NewPairCursor(query, "&")
	for c.Next() {
		if text := c.Text(); text != "" && !pageTracking().Has(text, host) {
			pairs = append(pairs, reference.PairRange{Lo: c.Lo, Hi: c.Hi})
		}
	}
	reference.SortPairs(query, pairs, octet.Keys{Plus: true})
	separator := byte('?')
	for _, p := range pairs {
		dst = append(append(dst, separator), query[p.Lo:p.Hi]...)
		separator = '&'
	}
	return dst
}

var pageTracking = sync.OnceValue(func() *tracking.Set { return tracking.NewSet(pageNames) })

// pageNames are the names that track by Page1. They never change.
//
//go:embed page1.txt
var pageNames string

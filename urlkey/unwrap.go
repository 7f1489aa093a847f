package urlkey

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/whatwg"
)

// maxWraps is the number of URLs that Unwrap unwraps, one inside the other.
const maxWraps = 8

// Unwrap returns the URL that a redirect link leads to, and reports whether u is a redirect link. It recognizes the
// links of services that put the whole target in their URL, such as search engines, social networks, scanners of mail,
// caches of AMP, and the Wayback Machine:
//
//	https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2F&h=AT1        https://example.com/
//	https://www.google.com/url?sa=t&url=https%3A%2F%2Fexample.com%2F         https://example.com/
//	https://example-com.cdn.ampproject.org/c/s/example.com/a?amp=1           https://example.com/a?amp=1
//
// A target that is a redirect link itself is also unwrapped, up to 8 times. A target must be a URL with the scheme http
// or https, so a link to "javascript:alert(1)" is not a redirect link. If u is not a redirect link, Unwrap returns u
// and false.
//
// Unwrap makes no request. So it does not change a link with a number in place of the target, such as one of a
// shortener. Unwrap is not frozen: later versions of this module can recognize the links of more services. It takes
// time linear in u, and allocates the target.
func Unwrap(u whatwg.URL) (target whatwg.URL, ok bool) {
	for range maxWraps {
		next, wrapped := unwrapped(u)
		if !wrapped {
			break
		}
		u, ok = next, true
	}
	return u, ok
}

// unwrapped is like Unwrap, but unwraps only the outer link.
func unwrapped(u whatwg.URL) (whatwg.URL, bool) {
	if !isWeb(u) {
		return u, false
	}
	for _, w := range wrappers {
		if w.hasHost(strings.TrimSuffix(u.Hostname(), ".")) && w.hasPath(u.Pathname()) {
			if target, err := whatwg.Parse(w.target(u)); err == nil && isWeb(target) {
				return target, true
			}
		}
	}
	return u, false
}

func isWeb(u whatwg.URL) bool { return u.Scheme() == "http" || u.Scheme() == "https" }

// A wrapper is a kind of redirect link.
type wrapper struct {
	hosts  string                         // with spaces between them; "*." stands for any labels or none, ".*" for a country
	path   string                         // a "*" at the end stands for any text
	target func(u whatwg.URL) (to string) // returns the target, or text that is not a URL
	source string
}

// wrappers are the redirect links that Unwrap recognizes, each with its source.
var wrappers = []wrapper{
	{"www.google.* google.*", "/url", param("url", "q"), "https://github.com/apiraino/link_cleaner/issues/22"},
	{"www.google.* google.*", "/amp/*", ampTarget("/amp/"), "https://github.com/rumca-js/Django-link-archive/issues/852"},
	{
		"www.googleadservices.com", "/pagead/aclk", param("adurl"),
		"https://github.com/leon-cleaning-services/leon/issues/133",
	},
	{"*.cdn.ampproject.org", "/c/*", ampTarget("/c/"), "https://github.com/brave/adblock-lists/pull/940"},
	{"*.cdn.ampproject.org", "/v/*", ampTarget("/v/"), "https://github.com/brave/adblock-lists/pull/940"},
	{"www.bing.com", "/ck/a", bingTarget, "https://github.com/ghostery/ghostery-extension/issues/2227"},
	{"duckduckgo.com", "/l/", param("uddg"), "https://github.com/mims-harvard/ToolUniverse/pull/570"},
	{"l.facebook.com lm.facebook.com", "/l.php", param("u"), "https://github.com/corbindavenport/link-cleaner/issues/1"},
	{"m.facebook.com www.facebook.com", "/l.php", param("u"), "https://github.com/nicolassmith/urlevaluator/issues/25"},
	{"l.instagram.com", "/", param("u"), "https://github.com/crimera/piko/issues/1096"},
	{"www.youtube.com m.youtube.com", "/redirect", param("q"), "https://github.com/leon-cleaning-services/leon/issues/61"},
	{"steamcommunity.com", "/linkfilter/", param("u", "url"), "https://github.com/ClearURLs/Addon/issues/339"},
	{"out.reddit.com", "/*", param("url"), "https://github.com/idlewan/link_cleaner/pull/2"},
	{"www.linkedin.com", "/safety/go", param("url"), "https://github.com/bjornstar/intercept-redirect/issues/45"},
	{"vk.com m.vk.com away.vk.com", "/away.php", param("to"), "https://github.com/FastForwardTeam/FastForward/issues/209"},
	{"t.umblr.com", "/redirect", param("z"), "https://github.com/Infocatcher/UserScripts/issues/12"},
	{"href.li", "/", wholeQuery, "https://github.com/bjornstar/Tumblr-Savior/issues/88"},
	{"slack-redir.net", "/link", param("url"), "https://github.com/idlewan/link_cleaner/issues/35"},
	{"link.csdn.net", "/", param("target"), chinese},
	{"www.douban.com", "/link2/", param("url"), chinese},
	{"developer.aliyun.com", "/redirect", param("target"), chinese},
	{"*.safelinks.protection.outlook.com", "/*", param("url"), "https://github.com/vilega/O365Troubleshooters/issues/167"},
	{"urldefense.proofpoint.com urldefense.com", "/v1/url", param("u"), proofpoint},
	{"urldefense.proofpoint.com urldefense.com", "/v2/url", proofpointTarget2, proofpoint},
	{"urldefense.proofpoint.com urldefense.com", "/v3/__*", proofpointTarget3, proofpoint},
	{"web.archive.org", "/*", archived, "https://github.com/fibelatti/pinboard-kotlin/issues/6"},
	{
		"archive.ph archive.today archive.is archive.fo archive.li archive.md archive.vn", "/*", archived,
		"https://github.com/CurbSafeCharmer/refill/issues/33",
	},
	{"urldefense.us", "/v3/__*", proofpointTarget3, "https://github.com/demisto/content/pull/12185"},
}

const (
	chinese    = "https://github.com/OldPanda/Open-the-F-king-URL-Right-Now/issues/152"
	proofpoint = "https://github.com/ClearURLs/Addon/issues/438"
)

func (w *wrapper) hasHost(host string) bool {
	for pattern := range strings.FieldsSeq(w.hosts) {
		site, isAny := strings.CutPrefix(pattern, "*.")
		name, isCountry := strings.CutSuffix(pattern, "*")
		switch {
		case host == site,
			isAny && strings.HasSuffix(host, "."+site),
			isCountry && strings.HasPrefix(host, name) && isCountrySuffix(host[len(name):]):
			return true
		}
	}
	return false
}

// isCountrySuffix reports whether suffix is "com", or has the form of "de", "co.uk" or "com.br".
func isCountrySuffix(suffix string) bool {
	country := suffix
	if before, after, ok := strings.Cut(suffix, "."); ok && (before == "co" || before == "com") {
		country = after
	}
	return suffix == "com" || len(country) == 2 && !strings.Contains(country, ".")
}

func (w *wrapper) hasPath(path string) bool {
	prefix, isPrefix := strings.CutSuffix(w.path, "*")
	return path == w.path || isPrefix && strings.HasPrefix(path, prefix)
}

// param returns a target: the first of the parameters that has a value.
func param(names ...string) func(u whatwg.URL) string {
	return func(u whatwg.URL) string {
		params := u.SearchParams()
		for _, name := range names {
			if value, _ := params.Get(name); value != "" {
				return value
			}
		}
		return ""
	}
}

// archived returns a target: all after /web/TIMESTAMP/ or /TIMESTAMP/ in the URL of a web archive.
func archived(u whatwg.URL) string {
	before, rest, _ := strings.Cut(u.Pathname()+u.Search()+u.Hash(), "/http")
	if strings.Count(before, "/") > 2 {
		return ""
	}
	return "http" + rest
}

// wholeQuery returns the query, decoded if it has no "://".
func wholeQuery(u whatwg.URL) string {
	query := strings.TrimPrefix(u.Search(), "?")
	if !strings.Contains(query, "://") {
		query, _ = uri.Decode(query, 0)
	}
	return query + u.Hash()
}

// ampTarget returns a target: host and path after the prefix of a path, with http or, after "s/", with https, and the query.
func ampTarget(prefix string) func(u whatwg.URL) string {
	return func(u whatwg.URL) string {
		rest := strings.TrimPrefix(u.Pathname(), prefix)
		scheme := "http://"
		if secure, ok := strings.CutPrefix(rest, "s/"); ok {
			scheme, rest = "https://", secure
		}
		if host, _, _ := strings.Cut(rest, "/"); !strings.Contains(host, ".") {
			return ""
		}
		return scheme + rest + u.Search()
	}
}

// bingTarget decodes the parameter u: "a1", and the URL in base64url.
func bingTarget(u whatwg.URL) string {
	value, _ := u.SearchParams().Get("u")
	text, ok := strings.CutPrefix(value, "a1")
	if !ok {
		return ""
	}
	target, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil {
		return "" // and not the bytes decoded before the error, which can be another host
	}
	return string(target)
}

// proofpointTarget2 decodes the parameter u, which has "-" for "%" and "_" for "/".
func proofpointTarget2(u whatwg.URL) string {
	value, _ := u.SearchParams().Get("u")
	target, _ := uri.Decode(strings.NewReplacer("-", "%", "_", "/").Replace(value), 0)
	return target
}

// proofpointTarget3 decodes "/v3/__URL__;CHARACTERS!...". In the URL, "*" stands for the next of the characters, which are in
// base64url, and "**A" to "**_" for the next 2 to 65 of them. A slash of "https://" can be missing.
func proofpointTarget3(u whatwg.URL) string {
	_, rest, _ := strings.Cut(u.Href(), "/v3/__")
	text, rest, ok := strings.Cut(rest, "__;")
	encoded, _, _ := strings.Cut(rest, "!")
	decoded, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(encoded, "="))
	text, err2 := uri.Decode(text, 0)
	if !ok || err != nil || err2 != nil || !utf8.Valid(decoded) {
		return ""
	}
	const lengths = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	chars := []rune(string(decoded))
	var target strings.Builder
	for {
		before, after, found := strings.Cut(text, "*")
		target.WriteString(before)
		if !found {
			break
		}
		n := 1
		if len(after) > 1 && after[0] == '*' {
			n = strings.IndexByte(lengths, after[1]) + 2 // 1 for a byte that is not a length
			after = after[2:]
			if n == 1 {
				return ""
			}
		}
		if n > len(chars) {
			return ""
		}
		target.WriteString(string(chars[:n]))
		text, chars = after, chars[n:]
	}
	if scheme, path, ok := strings.Cut(target.String(), ":/"); ok && !strings.HasPrefix(path, "/") {
		return scheme + "://" + path
	}
	return target.String()
}

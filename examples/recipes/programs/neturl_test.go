package programs_test

import (
	"errors"
	"hash/fnv"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// The functions below do what the examples do, by net/url and x/net. They were written by programmers who know net/url,
// and do not find all that the examples find.

var errRefused = errors.New("refused")

var secretKeys = map[string]bool{"token": true, "access_token": true, "api_key": true}

func redactNetURL(u *url.URL) string {
	c := *u
	q := c.Query()
	changed := false
	for k := range q {
		if secretKeys[strings.ToLower(k)] {
			q.Set(k, "xxxxx")
			changed = true
		}
	}
	if changed {
		c.RawQuery = q.Encode()
	}
	return c.Redacted()
}

func hostOfNetURL(u *url.URL) string { return strings.TrimSuffix(strings.ToLower(u.Hostname()), ".") }

func siteNetURL(u *url.URL) string {
	domain, err := publicsuffix.EffectiveTLDPlusOne(hostOfNetURL(u))
	if err != nil {
		return hostOfNetURL(u)
	}
	return domain
}

func admitNetURL(hosts map[string]bool, prefixes []string, r *http.Request) (text string, err error) {
	text = redactNetURL(r.URL)
	host := r.URL.Host
	if host == "" {
		host = r.Host
	}
	if !hosts[hostOfNetURL(&url.URL{Host: host})] {
		return text, errRefused
	}
	escaped := r.URL.EscapedPath()
	lower := strings.ToLower(escaped)
	for _, bad := range []string{"%2f", "%5c", "%00", "%25", "//"} {
		if strings.Contains(lower, bad) {
			return text, errRefused
		}
	}
	p := r.URL.Path
	if path.Clean(p) != strings.TrimSuffix(p, "/") && p != "/" {
		return text, errRefused
	}
	for _, prefix := range prefixes {
		if p == prefix || strings.HasPrefix(p, strings.TrimSuffix(prefix, "/")+"/") {
			return text, nil
		}
	}
	return text, errRefused
}

func normalizeNetURL(u *url.URL) string {
	u.Host = strings.ToLower(u.Host)
	if p := u.Port(); p == "80" && u.Scheme == "http" || p == "443" && u.Scheme == "https" {
		u.Host = u.Host[:len(u.Host)-len(p)-1]
	}
	if u.Path == "" && u.Host != "" {
		u.Path = "/"
	} else if strings.Contains(u.Path, "/.") {
		c := path.Clean(u.Path)
		if c != "/" && strings.HasSuffix(u.Path, "/") {
			c += "/"
		}
		u.Path, u.RawPath = c, ""
	}
	u.Fragment, u.RawFragment = "", ""
	return u.String()
}

func sameSiteNetURL(page string, links []string) ([]string, error) {
	base, err := url.Parse(page)
	if err != nil {
		return nil, err
	}
	site := siteNetURL(base)
	seen := make(map[string]bool)
	var found []string
	for _, link := range links {
		u, err := base.Parse(strings.TrimSpace(link))
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || siteNetURL(u) != site {
			continue
		}
		if key := normalizeNetURL(u); !seen[key] {
			seen[key] = true
			found = append(found, key)
		}
	}
	return found, nil
}

var notGlobal = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("2001::/32"),
}

func isGlobalNetURL(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() || a.IsMulticast() || a.IsUnspecified() {
		return false
	}
	for _, p := range notGlobal {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

func checkAddressNetURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, err
	}
	return u, checkNetURL(u)
}

func checkNetURL(u *url.URL) error {
	if u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.Opaque != "" {
		return errRefused
	}
	if p := u.Port(); p != "" && p != "80" && p != "443" {
		return errRefused
	}
	h := hostOfNetURL(u)
	if a, err := netip.ParseAddr(h); err == nil {
		if !isGlobalNetURL(a) {
			return errRefused
		}
		return nil
	}
	if !strings.Contains(h, ".") || strings.HasSuffix(h, ".local") || strings.HasSuffix(h, ".internal") ||
		strings.HasSuffix(h, ".localhost") {
		return errRefused
	}
	return nil
}

type pageStoreNetURL struct {
	seen   map[string]bool
	sites  map[string]int
	shards [16]int
}

func (s *pageStoreNetURL) add(text string) error {
	u, err := url.Parse(text)
	if err != nil {
		return err
	}
	key := normalizeNetURL(u)
	if s.seen[key] {
		return nil
	}
	s.seen[key] = true
	s.sites[siteNetURL(u)]++
	f := fnv.New64a()
	_, _ = f.Write([]byte(key))
	s.shards[f.Sum64()%uint64(len(s.shards))]++
	return nil
}

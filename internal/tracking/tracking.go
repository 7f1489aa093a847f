// Package tracking lists query parameters that only tell a site where a visitor comes from, such as utm_source and
// fbclid, for package uri, which drops them.
//
// A name is in the list only if a public source documents that it tracks. A wrong hit is worse than a miss, because it
// merges pages that differ. So these names stay out:
//
//   - ref, source, src, cid, sid, campaign, tag, from, feature and gad, which have a meaning on many sites
//   - icid, cmpid, et_cid, et_lid and linkid, which sites also use for content
//   - hsa_*, because other sites have hsa_id and hsa_plan; the twelve names that HubSpot writes are in the list
//   - from and timestamp of bilibili.com and tiktok.com, because their sources do not agree
//
// A name that one site uses for tracking, and other sites for content, is listed with that site: "si" is dropped on
// youtube.com, but not elsewhere. A site is compared by labels, and needs no public suffix.
package tracking

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/urispan/uri/internal/octet"
)

// Date is the day when the sources of the list were read.
const Date = "2026-11-29"

// A Name is a name of the list.
type Name struct {
	Name   string // in lower or upper case as its maker writes it; "utm_*" means all names that begin with "utm_"
	Site   string // the domain that uses the name, with its subdomains, or "" for all hosts
	By     string // the service that adds the parameter
	Source string // the address of a page that documents it
}

//go:embed list.txt
var list string

// Names returns the list. The caller may change the slice.
func Names() []Name {
	var names []Name
	for line := range strings.Lines(list) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSpace(line), "; ")
		for _, name := range strings.Fields(fields[0]) {
			for site := range strings.SplitSeq(fields[1], " ") {
				names = append(names, Name{name, site, fields[2], fields[3]})
			}
		}
	}
	return names
}

// A Set is a set of names. It is safe for concurrent use.
type Set struct {
	names    map[string][]string // from names in lower case to their sites: nil for all hosts
	prefixes []string            // in lower case, for all hosts
}

// known is the result of Known. A variable with the result of sync.OnceValue would allocate in every program.
var known struct {
	once sync.Once
	set  *Set
}

// Known returns the set of the names in the list.
func Known() *Set {
	known.once.Do(func() {
		known.set = &Set{names: map[string][]string{}}
		for _, n := range Names() {
			known.set.add(n.Name, n.Site)
		}
	})
	return known.set
}

// NewSet returns the set of the names in text, with spaces between them. A name of one site has the form
// "igsh@instagram.com".
func NewSet(text string) *Set {
	s := &Set{names: map[string][]string{}}
	for word := range strings.FieldsSeq(text) {
		name, site, _ := strings.Cut(word, "@")
		s.add(name, site)
	}
	return s
}

func (s *Set) add(name, site string) {
	name = strings.ToLower(name)
	prefix, isPrefix := strings.CutSuffix(name, "*")
	switch {
	case isPrefix:
		s.prefixes = append(s.prefixes, prefix)
	case site == "":
		s.names[name] = nil
	default:
		s.names[name] = append(s.names[name], site)
	}
}

// maxName is the length of a buffer for the longest name and some "amp;" before it.
const maxName = 48

// Has reports whether the name of pair is in s, and known to track on host. The name ends before the first "=". Name
// and host are read decoded, and the case of ASCII letters does not matter. A name that begins with "amp;" is read
// without it: a program has split a link of HTML at "&" before it has decoded "&amp;". An empty host belongs to no
// site.
//
// It takes one look-up in a map. It does not allocate.
func (s *Set) Has(pair, host string) bool {
	var buf [maxName]byte
	n := 0
	for ; pair != "" && pair[0] != '=' && n < maxName; n++ {
		c, size := octet.First(pair)
		buf[n] = octet.Lower(c)
		pair = pair[size:]
	}
	name := octet.Text(buf[:n])
	for strings.HasPrefix(name, "amp;") {
		name = name[len("amp;"):]
	}
	if name == "" {
		return false
	}
	for _, prefix := range s.prefixes {
		// PERF: most names differ in the first byte.
		if prefix == "" || prefix[0] == name[0] && strings.HasPrefix(name, prefix) {
			return true
		}
	}
	if pair != "" && pair[0] != '=' {
		return false // name is not the whole name
	}
	sites, ok := s.names[name]
	return ok && (sites == nil || isOnAny(host, sites))
}

// maxHost is the length of the longest domain name, with its last dot.
const maxHost = 254

// isOnAny reports whether host is one of the sites, or a subdomain of one.
func isOnAny(host string, sites []string) bool {
	var buf [maxHost]byte
	n := 0
	for ; host != "" && n < maxHost; n++ {
		c, size := octet.First(host)
		buf[n] = octet.Lower(c)
		host = host[size:]
	}
	name := strings.TrimSuffix(octet.Text(buf[:n]), ".")
	for _, site := range sites {
		if before, ok := strings.CutSuffix(name, site); ok && host == "" && (before == "" || strings.HasSuffix(before, ".")) {
			return true
		}
	}
	return false
}

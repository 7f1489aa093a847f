package suffix

import "cmp"

// The methods in this file make *List a PublicSuffixList of package net/http/cookiejar:
//
//	jar, err := cookiejar.New(&cookiejar.Options{PublicSuffixList: suffix.BuiltIn()})

// BuiltIn returns the list that the functions of the package use. Its version is [Version].
func BuiltIn() *List { return &builtIn }

// PublicSuffix returns the public suffix of domain, like [List.Of]. If domain is not a DNS name, such as an IP address,
// or l is nil, it returns domain. A cookie jar then keeps the cookies of this host apart.
func (l *List) PublicSuffix(domain string) string {
	suffix, _, err := l.Of(domain)
	if err != nil {
		return domain
	}
	return suffix
}

// String returns a description such as "Public Suffix List, version 2026-03-02", as package cookiejar requires. The
// version is the text after the first "// VERSION:" of the lines that [Parse] has read.
func (l *List) String() string {
	version := "unknown"
	if l != nil {
		version = cmp.Or(l.version, version)
	}
	return "Public Suffix List, version " + version
}

package dedupe

import "testing"

// TestDomainOf: the domains and suffixes follow from the rules of the Public Suffix List, as at
// https://github.com/publicsuffix/list/wiki/Format.
func TestDomainOf(t *testing.T) {
	for _, tt := range []struct{ host, domain, public string }{
		{"www.example.co.uk", "example.co.uk", "co.uk"},
		{"WWW.Example.COM.", "Example.COM", "COM"},
		{"a.b.github.io", "b.github.io", "github.io"},
		{"my_site.example.com", "example.com", "com"},
		{"co.uk", "", "co.uk"},
		{"com.", "", "com"},
		{"a.unlisted", "a.unlisted", "unlisted"},
		{"localhost", "", ""},
		{"192.0.2.1", "", ""},
		{"[::1]", "", ""},
		{"a..b", "", ""},
		{"a.example%", "", ""},
		{"a.exa%6", "", ""},
		{"%FC.example", "", ""},
		{"", "", ""},
		{"www.bücher.example", "bücher.example", "example"},
		{"%65xample%2Eco.uk", "%65xample%2Eco.uk", "co.uk"},
		{"a.食狮.公司.cn", "食狮.公司.cn", "公司.cn"},
		{"公司.cn", "", "公司.cn"},
		{"a。bücher．example｡", "bücher．example", "example"},
		{"１.2.3.4", "", ""},
		{"\u00fc\u202e.example", "", ""},
	} {
		domain, public := DomainOf([]byte(tt.host))
		if string(domain) != tt.domain || string(public) != tt.public ||
			(domain == nil) != (tt.domain == "") || (public == nil) != (tt.public == "") {
			t.Errorf("%q: %q, %q, want %q, %q", tt.host, domain, public, tt.domain, tt.public)
		}
	}
}

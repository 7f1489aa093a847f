package dedupe

import (
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestDomainOf: the domains and suffixes follow from the rules of the Public Suffix List, as at
// https://github.com/publicsuffix/list/wiki/Format.
func TestDomainOf(t *testing.T) {
	for _, tt := range kit.Cases[struct{ host, domain, public string }]("domain.txt", "TestDomainOf") {
		domain, public := DomainOf([]byte(tt.host))
		if string(domain) != tt.domain || string(public) != tt.public ||
			(domain == nil) != (tt.domain == "") || (public == nil) != (tt.public == "") {
			t.Errorf("%q: %q, %q, want %q, %q", tt.host, domain, public, tt.domain, tt.public)
		}
	}
}

package engine

import (
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/address"
)

// TestMayHave: the ends of names leave out no host.
func TestMayHave(t *testing.T) {
	names := []string{"WWW.Bücher.example", "www.b%C3%BCcher.EXAMPLE.", "www.bu%CC%88cher.exampl%65", "www.xn--bcher-kva.example", "[2001:DB8::1]",
		"www%2Ebücher。example", "www.bucher.example", "bucher.example", "a_b.exam\u00adple", "ａ_ｂ.example", "192.0.2.1", "t.co", "%74.%63o"}
	for _, name := range names {
		canonical := address.CanonicalHost(name)
		_, domain, _ := strings.Cut(canonical, ".")
		for _, value := range []string{canonical, "." + domain} {
			h := hosts{list: []string{value}}
			if h.setEnds(); h.has(canonical) && !h.mayHave(name) {
				t.Errorf("%s: the end differs from that of %s", name, value)
			}
		}
	}
	h := hosts{list: []string{"a.example", ".b.example"}}
	if h.setEnds(); h.mayHave("www.a.EXAMPLO") || !h.mayHave("www.B.example") {
		t.Error("ends are not compared")
	}
}

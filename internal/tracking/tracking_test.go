package tracking

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/test/kit"
)

// TestNames checks the rows of the list, that no name is in it twice, and that callers get a copy.
func TestNames(t *testing.T) {
	if _, err := time.Parse(time.DateOnly, Date); err != nil {
		t.Error(err)
	}
	form := regexp.MustCompile(`^[A-Za-z_]+(\[0\])?\*?$`)
	source := regexp.MustCompile(`^https://[a-z.-]+(/[A-Za-z0-9_.-]+)+/?$`)
	names := Names()
	for i, n := range names {
		if !form.MatchString(n.Name) || n.By == "" || !source.MatchString(n.Source) {
			t.Errorf("%+v", n)
		}
		if n.Site != "" && (!host.IsName(n.Site) || strings.ToLower(n.Site) != n.Site || strings.HasSuffix(n.Name, "*")) {
			t.Errorf("%+v: the site is not a name in lower case, or for a prefix", n)
		}
		for _, m := range names[:i] {
			prefix, isPrefix := strings.CutSuffix(m.Name, "*")
			same := strings.EqualFold(n.Name, m.Name) && (n.Site == m.Site || n.Site == "" || m.Site == "")
			if same || isPrefix && strings.HasPrefix(n.Name, prefix) {
				t.Errorf("%+v, and %+v", n, m)
			}
		}
		if len(n.Name) > maxName/2 {
			t.Errorf("%q does not fit in the buffer with some \"amp;\"", n.Name)
		}
	}
	names[0].Name = "*"
	if Names()[0].Name == "*" {
		t.Error("the list is not copied")
	}
}

// TestNamesOfPages tests parameters that mean something on many sites. The list has them only for single sites, or not
// at all.
func TestNamesOfPages(t *testing.T) {
	for _, name := range []string{
		"", "id", "page", "q", "ref", "source", "src", "cid", "sid", "s", "si", "t", "feature", "campaign", "pk", "tag", "gad",
		"from", "timestamp", "hsa_id", "hsa_plan", "hsa_", "utm", "share_id", "ref_src", "lang", "v", "icid", "linkid", "amp", "amp;",
	} {
		if Known().Has(name, "") || Known().Has(name, "example.com") {
			t.Errorf("%q is in the list", name)
		}
	}
}

// TestHas tests names that are in the list, from the addresses in the threads that it cites, and similar names.
func TestHas(t *testing.T) {
	type row struct {
		pair, host string
		want       bool
	}

	for _, test := range append(kit.Cases[row]("tracking.txt", "TestHas"), []row{
		{strings.Repeat("amp;", 100) + "gclid", "h", false}, // too long to be from a link
		{"igsh=MzRl", strings.Repeat("a", 243) + "instagram.com", false},
		{"igsh=MzRl", strings.Repeat("a.", 200) + "instagram.com", false}, // too long for a name
		{"igsh=MzRl", strings.Repeat("a.", 120) + "instagram.com", true},
		{"igsh=MzRl", strings.Repeat("a.", 120) + "instagram.com.", true},
		{"igsh=MzRl", strings.Repeat("a.", 120) + "instagram.com.example", false},
	}...) {
		if got := Known().Has(test.pair, test.host); got != test.want {
			t.Errorf("%.99q on %.99q: %t", test.pair, test.host, got)
		}
	}
}

// TestNewSet reads each form of a name.
func TestNewSet(t *testing.T) {
	s := NewSet("\na b_* C@one.example\nc@two.example ")
	for _, test := range []struct {
		pair, host string
		want       bool
	}{
		{"a=1", "h", true}, {"b_c=1", "h", true}, {"c=1", "one.example", true}, {"c=1", "w.two.example", true}, {"c=1", "h", false},
	} {
		if got := s.Has(test.pair, test.host); got != test.want {
			t.Errorf("%q on %q: %t", test.pair, test.host, got)
		}
	}
	if all := NewSet("a *"); !all.Has("b=c", "h") || all.Has("=c", "h") {
		t.Error("* is not every name")
	}
}

func TestAllocations(t *testing.T) {
	known := Known()
	hosts := []string{"www.instagram.com", "example.com"}
	if n := testing.AllocsPerRun(100, func() {
		for _, h := range hosts {
			known.Has("igsh=1", h)
			known.Has("%75tm_source=1", h)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestOldNames: the names that package tracking listed before stay in the list.
func TestOldNames(t *testing.T) {
	old := strings.Fields(`utm_ gclid gclsrc gbraid wbraid dclid fbclid igshid msclkid twclid ttclid yclid _openstat mtm_
		matomo_campaign pk_campaign pk_keyword pk_kwd piwik_campaign piwik_kwd _hsenc _hsmi __hssc __hstc __hsfp hsCtaTracking
		mc_eid mkt_tok oly_anon_id oly_enc_id __s vero_id vero_conv wickedid ml_subscriber ml_subscriber_hash bsft_clkid bsft_uid`)
	if i := slices.IndexFunc(old, func(name string) bool { return !Known().Has(name, "") }); i >= 0 {
		t.Errorf("%q is not in the list", old[i])
	}
}

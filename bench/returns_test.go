package bench

import (
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/bench/oauth2proxy"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/internal/hostile"
)

// BenchmarkReturns checks the targets of OAuth2 Proxy's table of open redirects, as its test does. ns/uri is CPU time.
func BenchmarkReturns(b *testing.B) {
	table, err := os.ReadFile("../guard/testdata/openredirects.txt")
	if err != nil {
		b.Fatal(err)
	}
	var targets []string
	for line := range strings.Lines(string(table)) {
		target, err := url.QueryUnescape(strings.TrimSuffix(line, "\n"))
		if err != nil {
			b.Fatal(err)
		}
		targets = append(targets, target)
	}
	// The domains of OAuth2 Proxy's test, and the same as origins: "." and "*." there also match the name itself.
	domains := []string{
		"foo.bar", ".bar.foo", "port.bar:8080", ".sub.port.bar:8080", "anyport.bar:*", ".sub.anyport.bar:*",
		"www.whitelisteddomain.tld", "*.wildcard.sub.port.bar:8080", "*.wildcard.sub.anyport.bar:*", "*.wildcard.bar",
		"*.wildcard.proxy.foo.bar",
	}
	var origins []string
	for _, domain := range domains {
		name := strings.TrimPrefix(strings.TrimPrefix(domain, "*"), ".")
		for _, scheme := range []string{"https://", "http://"} {
			origins = append(origins, scheme+name)
			if name != domain {
				origins = append(origins, scheme+"**."+name)
			}
		}
	}
	returns, err := guard.NewReturns(uri.MustParse("https://app.example/"), guard.ReturnRules{Origins: origins})
	if err != nil {
		b.Fatal(err)
	}
	for _, check := range []struct {
		impl string
		pass func(target string) bool
	}{
		{"uri", func(target string) bool { _, err := returns.Target(target); return err == nil }},
		{"oauth2-proxy", func(target string) bool { return oauth2proxy.IsValidRedirect(target, domains) }},
	} {
		b.Run("impl="+check.impl, func(b *testing.B) {
			b.ReportAllocs()
			accepted := 0
			took := hostile.CPUTime(func() {
				for b.Loop() {
					accepted = 0
					for _, target := range targets {
						if check.pass(target) {
							accepted++
						}
					}
				}
			})
			b.ReportMetric(float64(took.Nanoseconds())/float64(b.N*len(targets)), "ns/uri")
			b.ReportMetric(float64(accepted), "accepted")
		})
	}
}

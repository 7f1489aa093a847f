package uribeam

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host/suffix"
)

func init() {
	register.DoFn1x3[string, string, string, error](&Domain{})
}

// Domain is a DoFn from URI-references to pairs of the registrable domain and the reference as it is. If a host has no
// registrable domain, such as an IP address or a public suffix, the host takes its place, and the empty string that of
// an undefined host.
//
// The list of public suffixes is that of the binary (suffix.Version), which is the same for all workers of a job.
type Domain struct{}

// ProcessElement returns the domain and text.
func (*Domain) ProcessElement(text string) (domain, same string, err error) {
	u, err := parse(text)
	if err != nil {
		return "", "", err
	}
	return domainOf(u), text, nil
}

// domainOf returns the name under which "uri dedupe -by domain" counts u.
func domainOf(u uri.URI) string {
	host := hostOf(u)
	if domain, err := suffix.Registrable(host); err == nil {
		return domain
	}
	return host
}

// CountByDomain returns the number of URI-references of each domain, as KV<string, int>. See [Domain].
func CountByDomain(s beam.Scope, uris beam.PCollection) beam.PCollection {
	s = s.Scope("uribeam.CountByDomain")
	return stats.Count(s, beam.DropValue(s, beam.ParDo(s, &Domain{}, uris)))
}

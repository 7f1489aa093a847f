package uribeam

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"

	"github.com/urispan/uri/dedupe"
)

func init() {
	register.DoFn1x3[string, string, string, error](&Domain{})
}

// Domain is a DoFn that takes URI-references and returns KV<string, string>: the registrable domain of the host, and
// the unchanged reference. If the host has no registrable domain, because it is an IP address or a public suffix, the
// key is the host in normal form. If the host is undefined, the key is empty.
//
// The list of public suffixes is the one in the program ([github.com/urispan/uri/host/suffix.Version]), so it is the same
// for all workers of a job.
type Domain struct{}

// ProcessElement returns the domain and text.
func (*Domain) ProcessElement(text string) (domain, same string, err error) {
	u, err := parse(text)
	if err != nil {
		return "", "", err
	}
	return string(dedupe.Domain([]byte(u.Normalized().String()))), text, nil
}

// CountByDomain takes URI-references and returns KV<string, int>: each domain, and the number of its references. The
// domains are the results of [Domain].
func CountByDomain(s beam.Scope, uris beam.PCollection) beam.PCollection {
	s = s.Scope("uribeam.CountByDomain")
	return stats.Count(s, beam.DropValue(s, beam.ParDo(s, &Domain{}, uris)))
}

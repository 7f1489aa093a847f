package uribeam

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.Function2x1(least)
	register.DoFn2x1[string, string, string](&valueFn{})
}

// Distinct takes a KV<string, string>, such as the result of [Key], and returns one value for each key. It keeps the
// shortest value and, among values of that length, the first in the order of bytes. The result does not depend on the
// order of the input or on the runner.
//
// Keys are compared byte for byte. With keys of the kind [Text], no URL is lost. With [Fingerprint], a URL is lost if
// it has the fingerprint of another URL: see [github.com/urispan/uri/urlkey.Sum1]. A fingerprint has 32 bytes. It reduces the data to
// shuffle if normal forms are longer than that, and adds to them if normal forms are shorter.
func Distinct(s beam.Scope, pairs beam.PCollection) beam.PCollection {
	s = s.Scope("uribeam.Distinct")
	return beam.ParDo(s, &valueFn{}, beam.CombinePerKey(s, least, pairs))
}

// least returns the value that Distinct keeps. It is associative and commutative, so the runner may combine values
// before it shuffles them.
func least(a, b string) string {
	if len(b) < len(a) || len(b) == len(a) && b < a {
		return b
	}
	return a
}

// valueFn drops the keys and counts the values.
type valueFn struct{ n int64 }

func (f *valueFn) StartBundle(ctx context.Context) {
	f.n = 0
	distinctCounter.Inc(ctx, 0) // see tally.start
}

func (f *valueFn) ProcessElement(_, value string) string {
	f.n++
	return value
}

func (f *valueFn) FinishBundle(ctx context.Context) { distinctCounter.Inc(ctx, f.n) }

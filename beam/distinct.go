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

// Distinct returns one value for each key of a collection of KV<string, string>, such as [Key] makes: the shortest, and
// the first in the order of bytes if several are equally short. So the result depends neither on the order of the input
// nor on the runner.
//
// Keys are compared byte for byte. With keys of the kind [Text], no URL is lost; with [Fingerprint], only if somebody
// finds two inputs of which the first 128 bits of the SHA-256 are equal. Keys of that kind have 32 bytes, which is less
// to shuffle if URLs are long, and each is as much longer if they are short.
func Distinct(s beam.Scope, pairs beam.PCollection) beam.PCollection {
	s = s.Scope("uribeam.Distinct")
	return beam.ParDo(s, &valueFn{}, beam.CombinePerKey(s, least, pairs))
}

// least returns the value that Distinct keeps. It is associative and commutative, so that the runner may combine values
// before it shuffles them.
func least(a, b string) string {
	if len(b) < len(a) || len(b) == len(a) && b < a {
		return b
	}
	return a
}

// valueFn drops the key, and counts.
type valueFn struct{ n int64 }

func (f *valueFn) StartBundle(context.Context) { f.n = 0 }

func (f *valueFn) ProcessElement(_, value string) string {
	f.n++
	return value
}

func (f *valueFn) FinishBundle(ctx context.Context) { distinctCounter.Inc(ctx, f.n) }

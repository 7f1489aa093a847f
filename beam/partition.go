package uribeam

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn1x3[string, int, string, error](&hostPartitionFn{})
}

// PartitionByHost returns KV<int, string> of a partition from 0 to n-1 and the URI-reference as it is. All references
// with one host are in one partition, which is the same in every run: see [Partition]. It panics if n is not positive.
func PartitionByHost(s beam.Scope, uris beam.PCollection, n int) beam.PCollection {
	if n <= 0 {
		panic("uribeam: PartitionByHost needs a positive number of partitions")
	}
	s = s.Scope("uribeam.PartitionByHost")
	return beam.ParDo(s, &hostPartitionFn{N: n}, uris)
}

type hostPartitionFn struct{ N int }

func (f *hostPartitionFn) ProcessElement(text string) (partition int, same string, err error) {
	u, err := parse(text)
	if err != nil {
		return 0, "", err
	}
	return Partition(hostOf(u), f.N), text, nil
}

// Partition returns the first 8 bytes of the SHA-256 of name, as a big-endian number, modulo n. Other programs can
// compute it. Nobody can choose many names with the same SHA-256, but names in the same of n partitions are easy to
// choose, as with every function that has no secret. It panics if n is not positive.
func Partition(name string, n int) int {
	if n <= 0 {
		panic("uribeam: Partition needs a positive number of partitions")
	}
	sum := sha256.Sum256([]byte(name))
	return int(binary.BigEndian.Uint64(sum[:8]) % uint64(n))
}

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

// PartitionByHost takes URI-references and returns KV<int, string>: the number of a partition, from 0 to n-1, and the
// unchanged reference. The number is the result of [Partition] for the host in normal form, or for "" if the host is
// undefined. So all references with the same host are in one partition, in every run. PartitionByHost panics if n is
// not positive.
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
	host, _ := u.Normalized().Host()
	return Partition(host, f.N), text, nil
}

// Partition returns the first 8 bytes of the SHA-256 digest of name, as a big-endian number, modulo n. Programs in
// other languages can compute the same number. An attacker can choose many names that are in one partition, because the
// function has no secret. Partition panics if n is not positive.
func Partition(name string, n int) int {
	if n <= 0 {
		panic("uribeam: Partition needs a positive number of partitions")
	}
	sum := sha256.Sum256([]byte(name))
	return int(binary.BigEndian.Uint64(sum[:8]) % uint64(n))
}

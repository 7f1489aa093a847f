package kit

import (
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// Random returns random numbers that follow from a seed and from the name of the test, so that they are the same in every
// run. The environment variable URI_SEED sets another seed. The log of a test that fails shows the seed.
func Random(t testing.TB) *rand.Rand {
	t.Helper()
	seed := uint64(3986)
	if text := os.Getenv("URI_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal("URI_SEED: ", err)
		}
	}
	t.Logf("URI_SEED=%d", seed)
	name := fnv.New64a()
	name.Write([]byte(t.Name()))
	return rand.New(rand.NewPCG(seed, name.Sum64()))
}

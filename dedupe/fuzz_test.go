package dedupe

import (
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/iri"
)

// FuzzFilter compares the filter with a map. The key of each record is a word of the input, repeated so that partitions
// are needed. The value is a part of the word. The records have a few MiB at most, because the fuzzer reports a run of
// 10 seconds as a deadlock.
func FuzzFilter(f *testing.F) {
	f.Add("a b a c", 3, uint8(1))
	f.Add(strings.Repeat("a bb ccc dddd ", 10), 100, uint8(0))
	f.Fuzz(func(t *testing.T, text string, times int, cut uint8) {
		times = 1 + (times%1000+1000)%1000
		var records []record
		size := 0
		for i, key := range strings.Split(text, " ") {
			for n := 1; n <= times && size < 8<<20; n += 1 + i%5 {
				key := strings.Repeat(key, n)
				size += len(key)
				records = append(records, record{key, key[min(int(cut), len(key)):]})
			}
			if len(records) > 5000 {
				break
			}
		}
		got, _ := filterAll(t, 1, records)
		if want := firstValues(records); !slices.Equal(got, want) {
			t.Errorf("%d values, want %d", len(got), len(want))
		}
	})
}

// FuzzURIs compares URIs with a map.
func FuzzURIs(f *testing.F) {
	f.Add("http://a\nHTTP://A/\n\n<\n", true)
	f.Add("\x00\r\n%41\nA", false)
	f.Fuzz(func(t *testing.T, input string, normal bool) {
		if input != "" && !strings.HasSuffix(input, "\n") {
			input += "\n"
		}
		want := referenceRun(input, normal, nil)
		got := run(t, &URIs{Limits: Limits{1 << 17, t.TempDir()}, WriteNormal: normal}, input)
		if got.Out != want.Out || !slices.Equal(got.Invalid, want.Invalid) {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}

// FuzzHost compares Host with package iri, also for text that is not an IRI-reference.
func FuzzHost(f *testing.F) {
	f.Add([]byte("http://joe@example.com:8042/"))
	f.Add([]byte("http://x:y/"))
	f.Add([]byte("//[::1"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var want []byte
		if i, err := iri.Parse(string(text)); err == nil {
			if host, ok := i.Host(); ok {
				want = []byte(host)
			}
		}
		got := Host(text)
		if string(got) != string(want) || (got == nil) != (want == nil) || cap(got) != len(got) {
			t.Errorf("%q: %q with capacity %d, want %q", text, got, cap(got), want)
		}
	})
}

package uri

import (
	"hash/maphash"
	"reflect"
	"strings"
	"testing"

	"github.com/urispan/uri/fsm"
)

var (
	sinkNormalBytes []byte
	sinkNormalURI   URI
	sinkNormalKey   Key
	sinkNormalHash  uint64
	sinkNormalInt   int
)

// normalizeAllocTests name what they measure as allocTests do.
func normalizeAllocTests() []allocTest {
	normal := MustParse("http://example.com/a/b?c#d")
	other := MustParse("HTTP://Example.COM:80/a/./%7Eb/../b?%63#%64")
	long := MustParse("HTTP://Example.COM:80/" + strings.Repeat("a/./%7Eb/../%2f", 100))
	equal := MustParse(strings.ToLower(long.String()))
	key, longKey, seed := normal.Key(), long.Key(), maphash.MakeSeed()
	ports := Normalizer{AllSteps, func(scheme string) (uint16, bool) { return 80, scheme == "http" }}
	lower := MustParse("http://Example.COM:80/")
	buf := make([]byte, 0, 4096)
	seen := map[Key]bool{key: true, longKey: true}
	n := normalizer
	grow := costOfGrowing()
	return []allocTest{
		{"DefaultPort", 0, func() { sinkPort, sinkBool = DefaultPort("HTTPS") }},
		{"AppendNormalizedString", 0, func() { sinkNormalBytes, sinkErr = AppendNormalizedString(buf, normal.s) }},
		{"AppendNormalizedString/other", 0, func() { sinkNormalBytes, sinkErr = AppendNormalizedString(buf, other.s) }},
		{"AppendNormalizedString/invalid", 1, func() { sinkNormalBytes, sinkErr = AppendNormalizedString(buf, "<") }},
		{"URI.IsNormalized", 0, func() { sinkBool = normal.IsNormalized() }},
		{"URI.IsNormalized/other", 0, func() { sinkBool = other.IsNormalized() }},
		{"URI.AppendNormalized", 0, func() { sinkNormalBytes = normal.AppendNormalized(buf) }},
		{"URI.AppendNormalized/other", 0, func() { sinkNormalBytes = other.AppendNormalized(buf) }},
		{"URI.AppendNormalized/long", 0, func() { sinkNormalBytes = long.AppendNormalized(buf) }},
		{"URI.AppendNormalized/nil", grow, func() { sinkNormalBytes = other.AppendNormalized(nil) }},
		{"URI.Normalized", 0, func() { sinkNormalURI = normal.Normalized() }},
		{"URI.Normalized/other", 1, func() { sinkNormalURI = other.Normalized() }},
		{"URI.Normalized/long", 1 + grow, func() { sinkNormalURI = long.Normalized() }},
		{"URI.Equal", 0, func() { sinkBool = normal.Equal(other) }},
		{"URI.Equal/other", 0, func() { sinkBool = other.Equal(lower) }},
		{"URI.Equal/long", 0, func() { sinkBool = long.Equal(equal) }},
		{"URI.Compare", 0, func() { sinkNormalInt = normal.Compare(other) }},
		{"URI.Compare/long", 0, func() { sinkNormalInt = long.Compare(equal) }},
		{"URI.Hash", 0, func() { sinkNormalHash = normal.Hash(seed) }},
		{"URI.Hash/other", 0, func() { sinkNormalHash = other.Hash(seed) }},
		{"URI.Hash/long", 0, func() { sinkNormalHash = long.Hash(seed) }},
		{"URI.Key", 0, func() { sinkNormalKey = normal.Key() }},
		{"URI.Key/other", 1, func() { sinkNormalKey = other.Key() }},
		{"Key", 0, func() { sinkBool = seen[Key(other.AppendNormalized(buf))] }},

		{"Normalizer.IsNormalized", 0, func() { sinkBool = n.IsNormalized(other) }},
		{"Normalizer.IsNormalized/ports", 0, func() { sinkBool = ports.IsNormalized(lower) }},
		{"Normalizer.IsNormalized/upper", 1, func() { sinkBool = ports.IsNormalized(other) }},
		{"Normalizer.AppendNormalized", 0, func() { sinkNormalBytes = n.AppendNormalized(buf, other) }},
		{"Normalizer.AppendNormalizedString", 0, func() {
			sinkNormalBytes, sinkErr = n.AppendNormalizedString(buf, other.s)
		}},
		{"Normalizer.Normalized", 0, func() { sinkNormalURI = n.Normalized(normal) }},
		{"Normalizer.Equal", 0, func() { sinkBool = n.Equal(normal, other) }},
		{"Normalizer.Compare", 0, func() { sinkNormalInt = n.Compare(normal, other) }},
		{"Normalizer.Hash", 0, func() { sinkNormalHash = n.Hash(seed, other) }},
		{"Normalizer.Key", 0, func() { sinkNormalKey = n.Key(normal) }},
	}
}

// TestNormalizeAllocsComplete fails for a method of Normalizer that normalizeAllocTests forget.
func TestNormalizeAllocsComplete(t *testing.T) {
	tested := map[string]bool{}
	for _, test := range normalizeAllocTests() {
		name, _, _ := strings.Cut(test.name, "/")
		tested[name] = true
	}
	for method := range reflect.TypeFor[*Normalizer]().Methods() {
		if !tested["Normalizer."+method.Name] {
			t.Errorf("Normalizer.%s is not in normalizeAllocTests", method.Name)
		}
	}
}

// TestNormalizeTooLong: nothing is done to a text of which the normal form might not fit, and which is too long for a
// test.
func TestNormalizeTooLong(t *testing.T) {
	if mayGrow(fsm.MaxLen) || !mayGrow(fsm.MaxLen-maxGrowth) {
		t.Error("a text of the greatest length must not grow, and a shorter one may")
	}
}

package scheme_test

import (
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/scheme"
	"github.com/urispan/uri/whatwg"
)

// Results are assigned to these variables, so that the compiler neither drops a call nor keeps its result on the stack.
var (
	sinkData  scheme.Data
	sinkBytes []byte
	sinkBool  bool
)

// TestAllocs checks the number of allocations. A case is named after its function, with details after a "/".
func TestAllocs(t *testing.T) {
	web, upper := uri.MustParse("https://example.com/a?b"), uri.MustParse("https://EXAMPLE.com:443/a/../a?b")
	ipfs, urn := uri.MustParse("ipfs://QmbWq/a"), uri.MustParse("urn:isbn:0451450523")
	image, text := whatwg.MustParse("data:image/png;base64,iVBORw=="), whatwg.MustParse("data:,a%20b")
	data, err := scheme.ParseData(text)
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 0, 256)
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		{"ParseData", 1, func() { sinkData, _ = scheme.ParseData(image) }},
		{"ParseData/default", 0, func() { sinkData, _ = scheme.ParseData(text) }},
		{"Data.AppendBody", 1, func() { sinkBytes, _ = data.AppendBody(buf, 100) }},
		{"AppendKey1", 0, func() { sinkBytes = scheme.AppendKey1(buf, web) }},
		{"AppendKey1/not normal", 0, func() { sinkBytes = scheme.AppendKey1(buf, upper) }},
		{"AppendKey1/ipfs", 0, func() { sinkBytes = scheme.AppendKey1(buf, ipfs) }},
		{"AppendKey1/urn", 1, func() { sinkBytes = scheme.AppendKey1(buf, urn) }},
		{"Equal", 0, func() { sinkBool = scheme.Equal(web, upper) }},
	} {
		kit.CheckAllocs(t, test.name, test.want, test.f)
	}
}

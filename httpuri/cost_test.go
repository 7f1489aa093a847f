package httpuri_test

import (
	"testing"
	"unsafe"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/internal/test/kit"
)

// Results are assigned to these variables, so that the compiler neither drops them nor keeps them on the stack.
var (
	sinkTarget httpuri.Target
	sinkErr    error
	sinkInt    int
	sinkURI    uri.URI
	sinkOrigin httpuri.Origin
	sinkString string
)

// TestAllocs checks the number of allocations. A case is named after its function, with details after a "/".
func TestAllocs(t *testing.T) {
	const target, absolute, bad = "/over/there?name=ferret", "HTTPS://u@www.example.com:8080/over/there", "/a\x00"
	get, raw, rawBad := []byte("GET"), []byte(target), []byte(bad)
	connect := []byte("CONNECT")
	origin, whole := request("https", "GET "+target, "[::1]:80"), trusting(request("https", "GET "+absolute, "h"))
	tunnel, all := request("https", "CONNECT h:443", "h"), request("https", "OPTIONS *", "h")
	invalid := request("https", "GET "+bad, "h")
	lenient, encoded := origin, request("https", "GET /list[1]?id[]=1", "h")
	lenient.EncodeTarget, encoded.EncodeTarget = true, true
	normal, upper := uri.MustParse("http://example.com:8080/A%41?b"), uri.MustParse("HTTP://EXAMPLE.com/")
	relative := uri.MustParse("a")
	from := uri.MustParse("http://example.com/a#f")
	address := uri.MustParse("http://[2001:0db8::7]/")
	o, _ := httpuri.OriginOf(normal)
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		{"Parse", 0, func() { sinkTarget, sinkErr = httpuri.Parse("GET", target) }},
		{"Parse/bytes", 0, func() { sinkTarget, sinkErr = httpuri.Parse(get, raw) }},
		{"Parse/string, bytes", 0, func() { sinkTarget, sinkErr = httpuri.Parse("GET", raw) }},
		{"Parse/bytes, string", 0, func() { sinkTarget, sinkErr = httpuri.Parse(get, target) }},
		{"Parse/absolute; string, bytes", 0, func() { sinkTarget, sinkErr = httpuri.Parse("GET", []byte(absolute)) }},
		{"Parse/absolute", 0, func() { sinkTarget, sinkErr = httpuri.Parse("GET", absolute) }},
		{"Parse/absolute, bytes", 0, func() { sinkTarget, sinkErr = httpuri.Parse(get, []byte(absolute)) }},
		{"Parse/authority", 0, func() { sinkTarget, sinkErr = httpuri.Parse("CONNECT", "[::1]:443") }},
		{"Parse/authority, bytes", 0, func() { sinkTarget, sinkErr = httpuri.Parse(connect, []byte("h:443")) }},
		{"Parse/asterisk", 0, func() { sinkTarget, sinkErr = httpuri.Parse("OPTIONS", "*") }},
		{"Parse/invalid", 1, func() { sinkTarget, sinkErr = httpuri.Parse("GET", bad) }},
		{"Parse/invalid; string, bytes", 1, func() { sinkTarget, sinkErr = httpuri.Parse("GET", rawBad) }},
		{"Parse/invalid absolute", 1, func() { sinkTarget, sinkErr = httpuri.Parse("GET", "http:///") }},
		{"Parse/invalid authority", 1, func() { sinkTarget, sinkErr = httpuri.Parse("CONNECT", "[::1") }},
		{"Parse/invalid form", 1, func() { sinkTarget, sinkErr = httpuri.Parse("GET", "*") }},
		{"ParseHost", 0, func() { sinkInt, sinkErr = httpuri.ParseHost("www.example.com:80") }},
		{"ParseHost/bytes", 0, func() { sinkInt, sinkErr = httpuri.ParseHost(raw[1:5]) }},
		{"ParseHost/invalid", 1, func() { sinkInt, sinkErr = httpuri.ParseHost("a@b") }},

		{"Request.TargetURI", 1, func() { sinkURI, sinkErr = origin.TargetURI() }},
		{"Request.TargetURI/absolute", 0, func() { sinkURI, sinkErr = whole.TargetURI() }},
		{"Request.TargetURI/authority", 1, func() { sinkURI, sinkErr = tunnel.TargetURI() }},
		{"Request.TargetURI/asterisk", 1, func() { sinkURI, sinkErr = all.TargetURI() }},
		{"Request.TargetURI/EncodeTarget", 1, func() { sinkURI, sinkErr = lenient.TargetURI() }},
		{"Request.TargetURI/encoded", 2, func() { sinkURI, sinkErr = encoded.TargetURI() }},
		{"Request.TargetURI/invalid", 1, func() { sinkURI, sinkErr = invalid.TargetURI() }},

		{"Check", 0, func() { sinkErr = httpuri.Check(upper) }},
		{"Check/invalid", 1, func() { sinkErr = httpuri.Check(relative) }},
		{"OriginOf", 0, func() { sinkOrigin, sinkErr = httpuri.OriginOf(normal) }},
		{"OriginOf/upper", 1, func() { sinkOrigin, sinkErr = httpuri.OriginOf(upper) }},
		{"OriginOf/invalid", 1, func() { sinkOrigin, sinkErr = httpuri.OriginOf(relative) }},
		{"OriginOf/address", 1, func() { sinkOrigin, sinkErr = httpuri.OriginOf(address) }},
		{"Origin.String", 1, func() { sinkString = o.String() }},
		{"Redirect", 2, func() { sinkURI, sinkErr = httpuri.Redirect(from, "/b") }},
		{"Redirect/nothing to inherit", 1, func() { sinkURI, sinkErr = httpuri.Redirect(from, "/b#g") }},
	} {
		kit.CheckAllocs(t, test.name, test.want, test.f)
	}
}

func TestSizes(t *testing.T) {
	if size := unsafe.Sizeof(httpuri.Target{}); size > 40 {
		t.Errorf("a Target has %d bytes, want at most 40", size)
	}
	kit.CheckErrorType[httpuri.Error](t)
}

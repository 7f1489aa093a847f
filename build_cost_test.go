package uri

import (
	"net/netip"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"
)

var (
	sinkBuilder  *Builder
	sinkElements Elements
)

// buildAllocTests has the cases of building. Where a case sets and builds, the setter itself costs nothing.
func buildAllocTests() []allocTest {
	u, v6, v4 := MustParse(costText), netip.MustParseAddr("2001:db8::7"), netip.MustParseAddr("192.0.2.16")
	buf, long := make([]byte, 0, 1024), MustParse("/"+strings.Repeat("a", 1000))
	colon, b := MustParse("urn:a:b"), u.Builder()
	e, _ := u.Elements()
	return []allocTest{
		{"URI.Builder", 0, func() { sinkURI.Builder().SetHost("h").SetPort("1") }},
		{"URI.Builder/escaping", 1, func() { sinkBuilder = u.Builder() }},
		{"Builder.SetScheme", 0, func() { b.SetScheme("foo") }},
		{"Builder.SetAuthority", 0, func() { b.SetAuthority("joe:hunter2@[2001:db8::7]:80") }},
		{"Builder.SetUserinfo", 0, func() { b.SetUserinfo("joe") }},
		{"Builder.SetHost", 0, func() { b.SetHost("h") }},
		{"Builder.SetHostAddr/ipv4", 1, func() { b.SetHostAddr(v4) }},
		{"Builder.SetHostAddr/ipv6", 2, func() { b.SetHostAddr(v6) }},
		{"Builder.SetPort", 0, func() { b.SetPort("80") }},
		{"Builder.SetPortNumber", 0, func() { b.SetPortNumber(80) }},
		{"Builder.SetPortNumber/100", 1, func() { b.SetPortNumber(8080) }},
		{"Builder.SetPath", 0, func() { b.SetPath("/a/b") }},
		{"Builder.SetQuery", 0, func() { b.SetQuery("q") }},
		{"Builder.SetFragment", 0, func() { b.SetFragment("f") }},
		{"Builder.Unset", 0, func() { b.Unset(ComponentAuthority).SetHost("h") }},
		{"Builder.EncodeUserinfo", 1, func() { b.EncodeUserinfo("joe:", "hunter2") }},
		{"Builder.EncodeHost", 0, func() { b.EncodeHost("h") }},
		{"Builder.EncodeHost/encoded", 1, func() { b.EncodeHost("\u00fc") }},
		{"Builder.EncodeQuery", 0, func() { b.EncodeQuery("q") }},
		{"Builder.EncodeFragment", 0, func() { b.EncodeFragment("f") }},
		{"Builder.EncodePath", 1, func() { b.EncodePath("a", "b/c") }},
		{"Builder.URI", 1, func() { sinkURI, sinkErr = b.URI() }},
		{"Builder.URI/long", 1, func() { sinkURI, sinkErr = long.Builder().SetHost("h").URI() }},
		{"Builder.URI/guarded", 1, func() { sinkURI, sinkErr = colon.Builder().Unset(ComponentScheme).URI() }},
		{"Builder.URI/invalid", 2, func() { sinkURI, sinkErr = u.Builder().SetHost("h:80").URI() }},
		{"Builder.URI/nothing", 0, func() { sinkURI, sinkErr = new(Builder).URI() }},
		{"Builder.AppendText", 0, func() { sinkBytes, sinkErr = b.AppendText(buf) }},
		{"Builder.AppendText/guarded", 0, func() {
			sinkBytes, sinkErr = colon.Builder().Unset(ComponentScheme).AppendText(buf)
		}},
		{"Builder.AppendText/invalid", 1, func() { sinkBytes, sinkErr = u.Builder().SetHost("h:80").AppendText(buf) }},

		{"URI.WithScheme", 1, func() { sinkURI, sinkErr = u.WithScheme("http") }},
		{"URI.WithAuthority", 1, func() { sinkURI, sinkErr = u.WithAuthority("joe:hunter2@[2001:db8::7]:80") }},
		{"URI.WithUserinfo", 1, func() { sinkURI, sinkErr = u.WithUserinfo("u") }},
		{"URI.WithHost", 1, func() { sinkURI, sinkErr = u.WithHost("h") }},
		{"URI.WithHost/same", 0, func() { sinkURI, sinkErr = u.WithHost("example.com") }},
		{"URI.WithHost/invalid", 2, func() { sinkURI, sinkErr = u.WithHost("h/") }},
		{"URI.WithPort", 1, func() { sinkURI, sinkErr = u.WithPort("1") }},
		{"URI.WithPath", 1, func() { sinkURI, sinkErr = u.WithPath("/") }},
		{"URI.WithPath/long", 1, func() { sinkURI, sinkErr = u.WithPath(long.Path()) }},
		{"URI.WithQuery", 1, func() { sinkURI, sinkErr = u.WithQuery("") }},
		{"URI.WithFragment", 1, func() { sinkURI, sinkErr = u.WithFragment("") }},
		{"URI.Without", 1, func() { sinkURI, sinkErr = u.Without(ComponentAuthority) }},
		{"URI.Without/undefined", 0, func() { sinkURI, sinkErr = colon.Without(ComponentQuery) }},
		{"URI.Without/path", 0, func() { sinkURI, sinkErr = MustParse("urn:").Without(ComponentPath) }},

		{"URI.Elements", 1, func() { sinkElements, sinkErr = u.Elements() }},
		{"URI.Elements/inexpressible", 1, func() { sinkElements, sinkErr = MustParse("?").Elements() }},
		{"Elements.URI", 3, func() { sinkURI, sinkErr = e.URI() }},
	}
}

// TestBuildTooLong gives texts that are too long together. As they are the same text, of which nothing is read, they
// cost no memory; and building must cost none, since nothing comes of it.
func TestBuildTooLong(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("no such string fits the address space")
	}
	long := unsafe.String(unsafe.SliceData(make([]byte, 1<<30)), 1<<30)
	b := new(Builder).SetUserinfo(long).SetHost(long).SetQuery(long).SetFragment(long)
	want := &Error{Reason: ReasonTooLong, more: uint32(askedPart) << askedShift}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if u, err := b.URI(); !reflect.DeepEqual(err, error(want)) || u != (URI{}) {
		t.Errorf("%v, want %v", err, want)
	}
	if text, err := b.AppendText(nil); !reflect.DeepEqual(err, error(want)) || text != nil {
		t.Errorf("%d bytes, %v, want %v", len(text), err, want)
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 1<<20 {
		t.Errorf("%d bytes were allocated", after.TotalAlloc-before.TotalAlloc)
	}
}

// TestElementsTooLong has a path that is not to be put together before its length is known.
func TestElementsTooLong(t *testing.T) {
	path := slices.Repeat([]string{strings.Repeat("a", 1<<16)}, 1<<16)
	want := &Error{Component: ComponentPath, Reason: ReasonTooLong, more: uint32(askedPart) << askedShift}
	if _, err := (Elements{Scheme: "s", Path: path}).URI(); !reflect.DeepEqual(err, error(want)) {
		t.Errorf("%v, want %v", err, want)
	}
}

// TestBuildErrorHoldsNoSecret looks into the error, since a text never shows what stands in an authority.
func TestBuildErrorHoldsNoSecret(t *testing.T) {
	_, err := MustParse("//h").WithUserinfo("joe:@")
	if e, ok := err.(*Error); !ok || e.Offset != 4 || e.char() != 0 {
		t.Errorf("%+v", err)
	}
}

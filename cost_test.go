package uri

import (
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/test/kit"
)

// These tests check the allocations of calls, the sizes of types, and which functions are inlined.

// Results are assigned to these variables, so that the compiler neither drops a call nor keeps its result on the stack.
var (
	sinkAny      any
	sinkAddr     netip.Addr
	sinkBase     *Base
	sinkBool     bool
	sinkBuilder  *Builder
	sinkBytes    []byte
	sinkElements Elements
	sinkErr      error
	sinkInt      int
	sinkKey      Key
	sinkKind     HostKind
	sinkPair     Pair
	sinkPort     uint16
	sinkRanges   fsm.Ranges
	sinkString   string
	sinkURI      URI
	sinkValue    slog.Value
)

const (
	costText    = "foo://joe:hunter2@example.com:8042/over/there?name=ferret#nose"
	costInvalid = "foo://joe:hunter2@example.com:8042/over/there?name=ferret#nose<"
)

// costOfGrowing returns the number of allocations to grow a slice: one or, with the race detector, two.
func costOfGrowing() float64 {
	return testing.AllocsPerRun(100, func() { sinkBytes = slices.Grow([]byte(nil), 1000) })
}

// An allocTest has the name of a function or method, followed by "/" and a case if there are several.
type allocTest struct {
	name string
	want float64
	f    func()
}

// allocTests returns the tests of all functions.
func allocTests() []allocTest {
	return slices.Concat(parseAllocTests(), resolveAllocTests(), buildAllocTests(), percentAllocTests(),
		relativizeAllocTests(), normalizeAllocTests(), textAllocTests(), redactorAllocTests())
}

func parseAllocTests() []allocTest {
	u, v6, v4 := MustParse(costText), MustParse("//[2001:db8::7]"), MustParse("//192.0.2.16")
	future, nothing := MustParse("//[v1.a]"), URI{}
	web, text, invalid := MustParse("http://u:%41%42@h?q"), []byte(costText), []byte(costInvalid)
	return []allocTest{
		{"Parse", 0, func() { sinkURI, sinkErr = Parse(costText) }},
		{"Parse/invalid", 1, func() { sinkURI, sinkErr = Parse(costInvalid) }},
		{"ParseBytes", 1, func() { sinkURI, sinkErr = ParseBytes(text) }},
		{"ParseBytes/invalid", 2, func() { sinkURI, sinkErr = ParseBytes(invalid) }},
		{"ParseURI", 0, func() { sinkURI, sinkErr = ParseURI(costText) }},
		{"ParseURI/invalid", 1, func() { sinkURI, sinkErr = ParseURI(costText[3:]) }},
		{"ParseAbsoluteURI", 0, func() { sinkURI, sinkErr = ParseAbsoluteURI("urn:a:b") }},
		{"ParseRelativeRef", 0, func() { sinkURI, sinkErr = ParseRelativeRef(costText[4:]) }},
		{"MustParse", 0, func() { sinkURI = MustParse(costText) }},

		{"URI.Scheme", 0, func() { sinkString = u.Scheme() }},
		{"URI.Authority", 0, func() { sinkString, sinkBool = u.Authority() }},
		{"URI.Userinfo", 0, func() { sinkString, sinkBool = u.Userinfo() }},
		{"URI.Host", 0, func() { sinkString, sinkBool = u.Host() }},
		{"URI.Port", 0, func() { sinkString, sinkBool = u.Port() }},
		{"URI.Path", 0, func() { sinkString = u.Path() }},
		{"URI.Query", 0, func() { sinkString, sinkBool = u.Query() }},
		{"URI.Fragment", 0, func() { sinkString, sinkBool = u.Fragment() }},
		{"URI.IsAbs", 0, func() { sinkBool = u.IsAbs() }},
		{"URI.IsNetworkPathRef", 0, func() { sinkBool = u.IsNetworkPathRef() }},
		{"URI.IsAbsolutePathRef", 0, func() { sinkBool = u.IsAbsolutePathRef() }},

		{"URI.HasPathPrefix", 0, func() { sinkBool = u.HasPathPrefix("/%6fver") }},

		{"URI.HostKind", 0, func() { sinkKind = u.HostKind() }},
		{"URI.HostAddr/ipv4", 0, func() { sinkAddr, sinkErr = v4.HostAddr() }},
		{"URI.HostAddr/ipv6", 0, func() { sinkAddr, sinkErr = v6.HostAddr() }},
		{"URI.HostAddr/ipvfuture", 0, func() { sinkAddr, sinkErr = future.HostAddr() }},
		{"URI.HostAddr/reg-name", 0, func() { sinkAddr, sinkErr = u.HostAddr() }},
		{"URI.HostAddr/undefined", 0, func() { sinkAddr, sinkErr = nothing.HostAddr() }},
		{"URI.PortNumber", 0, func() { sinkPort, sinkErr = u.PortNumber() }},
		{"URI.PortNumber/undefined", 0, func() { sinkPort, sinkErr = nothing.PortNumber() }},

		{"URI.Hostname", 0, func() { sinkString = v6.Hostname() }},
		{"URI.HostPort", 0, func() { sinkString, sinkBool = u.HostPort() }},
		{"URI.HostPort/default", 1, func() { sinkString, sinkBool = web.HostPort() }},
		{"URI.Username", 0, func() { sinkString, sinkBool = u.Username() }},
		{"URI.Password", 0, func() { sinkString, sinkBool = u.Password() }},
		{"URI.Password/encoded", 1, func() { sinkString, sinkBool = web.Password() }},
		{"URI.RequestURI", 0, func() { sinkString = u.RequestURI() }},
		{"URI.RequestURI/empty path", 1, func() { sinkString = web.RequestURI() }},
		{"URI.RequestURI/nothing", 0, func() { sinkString = v6.RequestURI() }},
		{"URI.Range", 0, func() { sinkInt, _, sinkBool = u.Range(ComponentHost) }},
		{"URI.Ranges", 0, func() { sinkRanges = u.Ranges() }},
		{"URI.Redacted", 0, func() { sinkString = v4.Redacted() }},
		{"URI.Redacted/hidden", 1, func() { sinkString = u.Redacted() }},
		{"URI.LogValue", 0, func() { sinkValue = v4.LogValue() }},
		{"URI.LogValue/hidden", 1, func() { sinkValue = u.LogValue() }},
	}
}

func resolveAllocTests() []allocTest {
	u, empty := MustParse("http://a/b/c/d;p?q"), MustParse("http://a")
	base, err := NewBase(u, 0)
	if err != nil {
		panic(err)
	}
	dotted, err := NewBase(MustParse("http://a/b/../c/./%2e/d"), ResolveEncodedDots|ResolveRefuseAboveRoot|ResolveNonStrict)
	if err != nil {
		panic(err)
	}
	ref, absolute, inside := MustParse("../g?y#s"), MustParse("g:h"), MustParse("g/./../h")
	long := MustParse("g/./" + strings.Repeat("h", 300))
	path := strings.Repeat("/a/./b/..", 20)
	buf := make([]byte, 0, 1024)
	appendResolve := func(b *Base, ref URI) func() {
		return func() { sinkBytes, sinkRanges, sinkErr = b.AppendResolveString(buf, ref.String()) }
	}
	appendResolveString := func(b *Base, ref string) func() {
		return func() { sinkBytes, sinkRanges, sinkErr = b.AppendResolveString(buf, ref) }
	}
	relative, _ := NewBase(MustParse("a/b/c"), ResolveRelativeBase)
	climbing := MustParse("../../../" + strings.Repeat("g/./", 50))
	return []allocTest{
		{"NewBase/relative", 1, func() { sinkBase, sinkErr = NewBase(ref, ResolveRelativeBase) }},
		{"Base.AppendResolve/relative", 0, appendResolve(relative, climbing)},
		{"Base.Resolve/relative", 1, func() { sinkURI, sinkErr = relative.Resolve(ref) }},
		{"NewBase", 1, func() { sinkBase, sinkErr = NewBase(u, 0) }},
		{"Base.URI", 0, func() { sinkURI = base.URI() }},
		{"Base.AppendResolve", 0, appendResolve(base, ref)},
		{"Base.AppendResolve/absolute", 0, appendResolve(base, absolute)},
		{"Base.AppendResolve/inside", 0, appendResolve(base, inside)},
		{"Base.AppendResolve/flags", 0, appendResolve(dotted, inside)},
		{"Base.AppendResolve/long", 0, appendResolve(base, long)},
		{"Base.AppendResolveString", 0, appendResolveString(base, "../g?y#s")},
		{"Base.AppendResolveString/inside", 0, appendResolveString(base, "g/./../h")},
		{"Base.AppendResolveString/flags", 0, appendResolveString(dotted, "HTTP:%2e/.%2E/g/./../h")},
		{"Base.AppendResolveString/refused", 1, appendResolveString(dotted, "../../..")},
		{"Base.AppendResolveString/invalid", 1, appendResolveString(base, "<")},
		{"Base.Resolve", 1, func() { sinkURI, sinkErr = base.Resolve(ref) }},
		{"Base.Resolve/absolute", 0, func() { sinkURI, sinkErr = base.Resolve(absolute) }},
		{"Base.Resolve/empty", 0, func() { sinkURI, sinkErr = base.Resolve(URI{}) }},
		{"Base.Resolve/inside", 1, func() { sinkURI, sinkErr = base.Resolve(inside) }},
		{"Base.Resolve/long", 1, func() { sinkURI, sinkErr = base.Resolve(long) }},
		{"URI.Resolve", 1, func() { sinkURI, sinkErr = u.Resolve(ref) }},
		{"URI.Resolve/empty", 1, func() { sinkURI, sinkErr = empty.Resolve(ref) }},
		{"RemoveDotSegments", 1, func() { sinkString = RemoveDotSegments(path) }},
		{"RemoveDotSegments/none", 0, func() { sinkString = RemoveDotSegments("/a/.b/..c/...") }},
		{"URI.SameDocument", 0, func() { sinkBool = u.SameDocument(inside) }},
		{"URI.SameDocument/absolute", 0, func() { sinkBool = u.SameDocument(u) }},
		{"ParseSuffixRef", 1, func() { sinkURI, sinkBool, sinkErr = ParseSuffixRef("example.com:80/x", "http") }},
		{"ParseSuffixRef/uri", 0, func() { sinkURI, sinkBool, sinkErr = ParseSuffixRef("http://a", "http") }},
	}
}

// relativizeAllocTests has references that are parts of the text of their targets. These cost nothing.
func relativizeAllocTests() []allocTest {
	u := MustParse("http://joe:hunter2@example.com:8042/over/there/and/back?name=ferret#nose")
	bare := MustParse("http://joe:hunter2@example.com:8042")
	b, err := NewBase(u, 0)
	if err != nil {
		panic(err)
	}
	below, above := MustParse(bare.s+"/over/there/and/again"), MustParse(bare.s+"/over/there/or/not")
	elsewhere, impossible := MustParse("http://example.com/"), MustParse(bare.s+"/over/../there")
	return []allocTest{
		{"Base.Relativize", 0, func() { sinkURI, sinkErr = b.Relativize(below) }},
		{"Base.Relativize/elsewhere", 0, func() { sinkURI, sinkErr = b.Relativize(elsewhere) }},
		{"Base.Relativize/climbing", 1, func() { sinkURI, sinkErr = b.Relativize(above) }},
		{"URI.Relativize", 0, func() { sinkURI, sinkErr = u.Relativize(below) }},
		{"URI.Relativize/empty path", 0, func() { sinkURI, sinkErr = bare.Relativize(below) }},
		{"URI.Relativize/climbing", 1, func() { sinkURI, sinkErr = u.Relativize(above) }},
		{"URI.Relativize/impossible", 1, func() { sinkURI, sinkErr = u.Relativize(impossible) }},
	}
}

// buildAllocTests has cases that set and build: the setter itself costs nothing.
func buildAllocTests() []allocTest {
	u, v6, v4 := MustParse(costText), netip.MustParseAddr("2001:db8::7"), netip.MustParseAddr("192.0.2.16")
	long := MustParse("/" + strings.Repeat("a", 1000))
	dotted := MustParse("/b/../a/b")
	colon, b, encoded := MustParse("urn:a:b"), u.Builder(), MustParse("?a&name=%41%42")
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
		{"Builder.SetPath", 0, func() { b.SetPath("/a/b") }},
		{"Builder.SetQuery", 0, func() { b.SetQuery("q") }},
		{"Builder.SetFragment", 0, func() { b.SetFragment("f") }},
		{"Builder.Unset", 0, func() { b.Unset(ComponentAuthority).SetHost("h") }},
		{"Builder.SetUserinfoFields", 1, func() { b.SetUserinfoFields("joe:", "hunter2") }},
		{"Builder.SetPathSegments", 1, func() { b.SetPathSegments("a", "b/c") }},
		{"Builder.URI", 1, func() { sinkURI, sinkErr = b.URI() }},
		{"Builder.URI/long", 1, func() { sinkURI, sinkErr = long.Builder().SetHost("h").URI() }},
		{"Builder.URI/guarded", 1, func() { sinkURI, sinkErr = colon.Builder().Unset(ComponentScheme).URI() }},
		{"Builder.URI/invalid", 2, func() { sinkURI, sinkErr = u.Builder().SetHost("h:80").URI() }},
		{"Builder.URI/nothing", 0, func() { sinkURI, sinkErr = new(Builder).URI() }},

		{"Component.Check", 0, func() { sinkErr = ComponentPath.Check("/a/b%20c") }},
		{"Component.Check/name", 0, func() { sinkErr = ComponentHost.Check("example.com") }},
		{"Component.Check/literal", 1, func() { sinkErr = ComponentHost.Check("[2001:db8::1:2:3:4:5:6%7]"[:24] + "]") }},
		{"Component.Check/authority", 1, func() { sinkErr = ComponentAuthority.Check("joe:hunter2@www.example.com:8042") }},
		{"Component.Check/invalid", 1, func() { sinkErr = ComponentQuery.Check("a b") }},

		{"URI.WithScheme", 1, func() { sinkURI, sinkErr = u.WithScheme("http") }},
		{"URI.WithHost", 1, func() { sinkURI, sinkErr = u.WithHost("h") }},
		{"URI.WithHost/same", 0, func() { sinkURI, sinkErr = u.WithHost("example.com") }},
		{"URI.WithHost/invalid", 2, func() { sinkURI, sinkErr = u.WithHost("h/") }},
		{"URI.WithPort", 1, func() { sinkURI, sinkErr = u.WithPort("1") }},
		{"URI.WithPath", 1, func() { sinkURI, sinkErr = u.WithPath("/") }},
		{"URI.WithPath/long", 1, func() { sinkURI, sinkErr = u.WithPath(long.Path()) }},
		{"URI.WithQuery", 1, func() { sinkURI, sinkErr = u.WithQuery("") }},
		{"URI.WithFragment", 1, func() { sinkURI, sinkErr = u.WithFragment("") }},
		{"URI.Without", 1, func() { sinkURI, sinkErr = u.Without(ComponentAuthority) }},
		{"URI.WithoutFragment", 0, func() { sinkURI = u.WithoutFragment() }},
		{"URI.Without/undefined", 0, func() { sinkURI, sinkErr = colon.Without(ComponentQuery) }},
		{"URI.Without/path", 0, func() { sinkURI, sinkErr = MustParse("urn:").Without(ComponentPath) }},

		{"URI.JoinPath", 2, func() { sinkURI, sinkErr = u.JoinPath("../a b", "c") }},
		{"URI.JoinPath/nothing", 0, func() { sinkURI, sinkErr = URI{}.JoinPath() }},
		{"URI.Parent", 0, func() { sinkURI, sinkBool = u.Parent() }},
		{"URI.Parent/dots", 1, func() { sinkURI, sinkBool = dotted.Parent() }},
		{"URI.Child", 2, func() { sinkURI, sinkErr = u.Child("a/b c") }},
		{"URI.Child/refused", 1, func() { sinkURI, sinkErr = u.Child("..") }},
		{"URI.Sibling", 2, func() { sinkURI, sinkErr = u.Sibling("a/b c") }},
		{"URI.QueryGet", 0, func() { sinkString, sinkBool = u.QueryGet("name") }},
		{"URI.QueryGet/encoded", 1, func() { sinkString, sinkBool = encoded.QueryGet("name") }},
		{"URI.QueryValues", 0, func() {
			for value := range u.QueryValues("name") {
				sinkString = value
			}
		}},
		{"URI.QueryMap", 3, func() { sinkInt = len(u.QueryMap()) }},
		{"URI.QueryParams", 0, func() {
			for key, value := range u.QueryParams() {
				sinkString, sinkString = key, value
			}
		}},
		{"URI.WithQueryParam", 2, func() { sinkURI, sinkErr = u.WithQueryParam("name", "a b") }},
		{"URI.WithAddedQueryParam", 2, func() { sinkURI, sinkErr = u.WithAddedQueryParam("name", "a b") }},
		{"URI.WithoutQueryParam", 1, func() { sinkURI = u.WithoutQueryParam("name") }},
		{"URI.WithoutQueryParam/some left", 1, func() { sinkURI = encoded.WithoutQueryParam("a") }},
		{"URI.WithoutQueryParam/none", 0, func() { sinkURI = u.WithoutQueryParam("a") }},
		{"URI.WithoutQueryParamFunc", 1, func() {
			sinkURI = u.WithoutQueryParamFunc(func(key, _ string) bool { return key == "name" })
		}},

		{"URI.Elements", 1, func() { sinkElements, sinkErr = u.Elements() }},
		{"URI.Elements/inexpressible", 1, func() { sinkElements, sinkErr = MustParse("?").Elements() }},
		{"Elements.URI", 3, func() { sinkURI, sinkErr = e.URI() }},
	}
}

// percentAllocTests returns the cases of encoding and decoding, and those of paths and queries.
func percentAllocTests() []allocTest {
	const (
		refuse = RefuseSlash | RefuseNUL | RefuseBadUTF8
		path   = "/over/there/name;v=1.1"
		coded  = "/caf%C3%A9/x"
		query  = "q=caf%C3%A9&b=2+x&a=1&a=3&c"
	)
	text := "caf\u00e9 au lait"
	encoded, long := PlaceSegment.Encode(text), strings.Repeat(text, 100)
	encodedLong := PlaceSegment.Encode(long)
	form, many := QuerySyntax{Separators: "&;", Plus: true, Refuse: refuse}, strings.Repeat("b&a&", 20)
	return []allocTest{
		{"Place.Encode", 1, func() { sinkString = PlaceSegment.Encode(text) }},
		{"Place.Encode/long", 1, func() { sinkString = PlaceSegment.Encode(long) }},
		{"Place.Encode/clean", 0, func() { sinkString = PlacePath.Encode(path) }},
		{"Place.EncodeRaw", 1, func() { sinkString = PlaceSegment.EncodeRaw(text) }},
		{"Place.EncodeRaw/long", 1, func() { sinkString = PlaceSegment.EncodeRaw(long) }},
		{"Place.EncodeRaw/clean", 0, func() { sinkString = PlaceSegment.EncodeRaw(encodedLong) }},
		{"Decode", 1, func() { sinkString, sinkErr = Decode(encoded, refuse) }},
		{"Decode/long", 1, func() { sinkString, sinkErr = Decode(encodedLong, refuse) }},
		{"Decode/refused", 1, func() { sinkString, sinkErr = Decode("a%2F", refuse) }},
		{"Decode/clean", 0, func() { sinkString, sinkErr = Decode(path, refuse) }},

		{"Segments", 0, func() {
			for s := range Segments(path) {
				sinkString = s
			}
		}},

		{"QuerySyntax.Pairs", 0, func() {
			for p := range form.Pairs(query) {
				sinkPair = p
			}
		}},
		{"QuerySyntax.DecodedPairs", 2, func() { // "café" and "2 x"
			for p, err := range form.DecodedPairs(query) {
				sinkPair, sinkErr = p, err
			}
		}},
		{"QuerySyntax.Get", 0, func() { sinkString, sinkBool, sinkErr = form.Get(query, "a") }},
		{"QuerySyntax.Get/none", 0, func() { sinkString, sinkBool, sinkErr = form.Get(query, "d") }},
		{"QuerySyntax.Encode", 1, func() { sinkString = form.Encode(Pair{text, text, true}, Pair{}) }},
		{"QuerySyntax.Add", 1, func() { sinkString = form.Add(query, text, text) }},
		{"QuerySyntax.Set", 1, func() { sinkString = form.Set(query, "a", text) }},
		{"QuerySyntax.Set/same", 0, func() { sinkString = form.Set("a=x&c", "a", "x") }},
		{"QuerySyntax.Delete", 1, func() { sinkString = form.Delete(query, "a") }},
		{"QuerySyntax.Delete/none", 0, func() { sinkString = form.Delete(query, "z") }},
		{"QuerySyntax.DeleteFunc", 1, func() {
			sinkString = form.DeleteFunc(query, func(p Pair) bool { return p.Key == "a" })
		}},
		{"QuerySyntax.Sort", 1, func() { sinkString = form.Sort(query) }},
		{"QuerySyntax.Sort/many", 2, func() { sinkString = form.Sort(many) }},
		{"QuerySyntax.Sort/sorted", 0, func() { sinkString = form.Sort("a&b") }},
	}
}

func normalizeAllocTests() []allocTest {
	normal := MustParse("http://example.com/a/b?c#d")
	other := MustParse("HTTP://Example.COM:80/a/./%7Eb/../b?%63#%64")
	long := MustParse("HTTP://Example.COM:80/" + strings.Repeat("a/./%7Eb/../%2f", 100))
	equal := MustParse(strings.ToLower(long.String()))
	key, longKey := normal.Key(), long.Key()
	ports := Normalizer{Steps: AllSteps, DefaultPort: func(scheme string) (uint16, bool) { return 80, scheme == "http" }}
	lower := MustParse("http://Example.COM:80/")
	buf := make([]byte, 0, 4096)
	seen := map[Key]bool{key: true, longKey: true}
	n := normalizer
	text, invalid, port := []byte(other.s), []byte("<"), []byte("http://h:80")
	inPlace := append(make([]byte, 0, 1024), lower.s+"a"...)
	return []allocTest{
		{"DefaultPort", 0, func() { sinkPort, sinkBool = DefaultPort("HTTPS") }},
		{"AppendNormalizedString", 0, func() { sinkBytes, sinkErr = AppendNormalizedString(buf, normal.s) }},
		{"AppendNormalizedString/other", 0, func() { sinkBytes, sinkErr = AppendNormalizedString(buf, other.s) }},
		{"AppendNormalizedString/invalid", 1, func() { sinkBytes, sinkErr = AppendNormalizedString(buf, "<") }},
		{"URI.IsNormalized", 0, func() { sinkBool = normal.IsNormalized() }},
		{"URI.IsNormalized/other", 0, func() { sinkBool = other.IsNormalized() }},
		{"URI.AppendNormalized", 0, func() { sinkBytes = normal.AppendNormalized(buf) }},
		{"URI.AppendNormalized/other", 0, func() { sinkBytes = other.AppendNormalized(buf) }},
		{"URI.AppendNormalized/long", 1, func() { sinkBytes = long.AppendNormalized(buf) }},
		{"URI.AppendNormalized/nil", 1, func() { sinkBytes = other.AppendNormalized(nil) }},
		{"URI.Normalized", 0, func() { sinkURI = normal.Normalized() }},
		{"URI.Normalized/other", 1, func() { sinkURI = other.Normalized() }},
		{"URI.Normalized/long", 2, func() { sinkURI = long.Normalized() }},
		{"URI.Equal", 0, func() { sinkBool = normal.Equal(other) }},
		{"URI.Equal/other", 0, func() { sinkBool = other.Equal(lower) }},
		{"URI.Equal/long", 2, func() { sinkBool = long.Equal(equal) }},
		{"URI.Compare", 0, func() { sinkInt = normal.Compare(other) }},
		{"URI.Compare/long", 2, func() { sinkInt = long.Compare(equal) }},
		{"URI.Key", 0, func() { sinkKey = normal.Key() }},
		{"URI.Key/other", 1, func() { sinkKey = other.Key() }},
		{"Key", 0, func() { sinkBool = seen[Key(other.AppendNormalized(buf))] }},

		{"AppendNormalizedBytes", 0, func() {
			sinkBytes, sinkRanges, sinkErr = AppendNormalizedBytes(buf, text)
		}},
		{"AppendNormalizedBytes/invalid", 1, func() {
			sinkBytes, sinkRanges, sinkErr = AppendNormalizedBytes(buf, invalid)
		}},
		{"Normalizer.AppendNormalizedBytes", 0, func() {
			sinkBytes, sinkRanges, sinkErr = n.AppendNormalizedBytes(buf, text)
		}},
		{"Normalizer.AppendNormalizedBytes/ports", 1, func() {
			sinkBytes, sinkRanges, sinkErr = ports.AppendNormalizedBytes(buf, port)
		}},
		{"Normalizer.AppendNormalizedBytes/overlap", 1, func() {
			sinkBytes, sinkRanges, sinkErr = n.AppendNormalizedBytes(inPlace[:len(inPlace)-1], inPlace)
		}},
		{"Normalizer.Normalized", 0, func() { sinkURI = n.Normalized(normal) }},
		{"Normalizer.Key", 0, func() { sinkKey = n.Key(normal) }},
	}
}

func textAllocTests() []allocTest {
	u, text, invalid, buf := MustParse(costText), []byte(costText), []byte(costInvalid), make([]byte, 0, 1024)
	var anyText, anyInvalid, anyBytes any = costText, costInvalid, text
	base, _ := NewBase(u, 0)
	elements, _ := u.Elements()
	printing := func(v any) func() { return func() { fmt.Fprintf(io.Discard, "%v", v) } }
	costOfPrinting := func(n float64) float64 { return n } // of the verb and the text, which package fmt allocates
	if costOfGrowing() > 1 {
		printing = func(any) func() { return func() {} } // with the race detector, the allocations of package fmt vary
		costOfPrinting = func(float64) float64 { return 0 }
	}
	return []allocTest{
		{"URI.String", 0, func() { sinkString = u.String() }},
		{"URI.Clone", 1, func() { sinkURI = u.Clone() }},
		{"URI.AppendText", 0, func() { sinkBytes, sinkErr = u.AppendText(buf) }},
		{"URI.MarshalText", 1, func() { sinkBytes, sinkErr = u.MarshalText() }},
		{"URI.UnmarshalText", 1, func() { sinkErr = sinkURI.UnmarshalText(text) }},
		{"URI.UnmarshalText/invalid", 2, func() { sinkErr = sinkURI.UnmarshalText(invalid) }},
		{"URI.MarshalBinary", 1, func() { sinkBytes, sinkErr = u.MarshalBinary() }},
		{"URI.UnmarshalBinary", 1, func() { sinkErr = sinkURI.UnmarshalBinary(text) }},
		{"URI.Value", 1, func() { sinkAny, sinkErr = u.Value() }},
		{"URI.Scan", 0, func() { sinkErr = sinkURI.Scan(anyText) }},
		{"URI.Scan/bytes", 1, func() { sinkErr = sinkURI.Scan(anyBytes) }},
		{"URI.Scan/invalid", 1, func() { sinkErr = sinkURI.Scan(anyInvalid) }},
		{"URI.Scan/null", 0, func() { sinkErr = sinkURI.Scan(nil) }},
		{"URI.Format", costOfPrinting(3), printing(u)},
		{"Base.Format", costOfPrinting(3), printing(base)},
		{"Builder.Format", costOfPrinting(4), printing(u.Builder())},
		{"Elements.Format", costOfPrinting(10), printing(elements)},
	}
}

func redactorAllocTests() []allocTest {
	u, buf := MustParse(costText), make([]byte, 0, 1024)
	public := MustParse("http://example.com:8042/over/there?nose=ferret")
	r := Redactor{User: true, QueryKeys: []string{"name"}, Fragment: true}
	return []allocTest{
		{"Redactor.AppendRedacted", 0, func() { sinkBytes = r.AppendRedacted(buf, u) }},
		{"Redactor.LogValuer", 1, func() { sinkAny = r.LogValuer(u) }},
		{"Redactor.Redacted", 1, func() { sinkString = r.Redacted(u) }},
		{"Redactor.Redacted/nothing", 0, func() { sinkString = r.Redacted(public) }},
		{"Redactor.AppendRedacted/origin", 0, func() { sinkBytes = Redactor{OriginOnly: true}.AppendRedacted(buf, u) }},
	}
}

func TestAllocs(t *testing.T) {
	var names []string
	for _, test := range allocTests() {
		kit.CheckAllocs(t, test.name, test.want, test.f)
		names = append(names, test.name)
	}
	kit.CheckMethods(t, names, reflect.TypeFor[*URI](), reflect.TypeFor[*Normalizer](), reflect.TypeFor[*Builder](), reflect.TypeFor[*Base](),
		reflect.TypeFor[*Elements](), reflect.TypeFor[*Redactor](), reflect.TypeFor[*QuerySyntax]())
}

func TestSizes(t *testing.T) {
	// Both are smaller with 32-bit pointers, so the bounds hold everywhere.
	if size := unsafe.Sizeof(URI{}); size > 32 { // more would not be kept in registers
		t.Errorf("a URI has %d bytes, want at most 32", size)
	}
	kit.CheckErrorType[Error](t)
}

// TestErrorOfFault checks that an Error and a Fault have the same fields in memory, so that one can be used as the other.
func TestErrorOfFault(t *testing.T) {
	e, f := reflect.TypeFor[Error](), reflect.TypeFor[reference.Fault]()
	if e.Size() != f.Size() || e.NumField() != f.NumField() {
		t.Fatalf("%v and %v differ", e, f)
	}
	for i := range e.NumField() {
		a, b := e.Field(i), f.Field(i)
		if a.Name != b.Name || a.Offset != b.Offset || a.Type.Kind() != b.Type.Kind() {
			t.Errorf("Error.%s and Fault.%s differ", a.Name, b.Name)
		}
	}
}

// TestInlining checks that the compiler can inline small functions, because a call costs more than their work. The
// getters of components that can be undefined are not among them: they also handle offsets that a URI does not hold.
func TestInlining(t *testing.T) {
	if !kit.Long() {
		t.Skip("builds packages; set URI_LONG")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go tool")
	}
	if _, err := os.Stat("uri.go"); err != nil {
		t.Skip("the source is not here")
	}
	tests := []struct{ pkg, want string }{
		{"", `
			ParseURI ParseAbsoluteURI ParseRelativeRef
			URI.Scheme URI.Host URI.Path
			URI.IsAbs URI.IsNetworkPathRef URI.IsAbsolutePathRef
			URI.Ranges URI.QueryValues URI.QueryParams
			URI.String URI.AppendText URI.MarshalText
			packShort`},
		{"/iri", `
			IRI.Userinfo IRI.Port IRI.Query IRI.Fragment IRI.String`},
		{"/whatwg", `
			URL.Href URL.String URL.Scheme URL.Protocol URL.Host URL.Hostname URL.Port URL.Pathname URL.Search URL.Hash
			URL.Ranges URL.WithoutFragment URL.HasOpaquePath`},
		{"/httpuri", `
			Target.Form
			Origin.Scheme Origin.Host Origin.Port`},
		{"/fsm", `
			(*Ranges).Scheme (*Ranges).Authority (*Ranges).Userinfo (*Ranges).Host (*Ranges).Port (*Ranges).Path
			(*Ranges).Query (*Ranges).Fragment`},
		{"/internal/ranges", `Of
			(*Offsets).CutFragment (*Offsets).Len`},
		{"/tables", `URI IRI HostPort OriginForm Automaton.Step Automaton.Accepting Automaton.Context
			Is IsUcschar IsIprivate Context.InCharacter
			Component.String Context.Component Context.InPercent Context.InIPLiteral`},
	}
	const module = "github.com/urispan/uri"
	args := []string{"build", "-gcflags=-m=1"}
	for _, test := range tests {
		args = append(args, module+test.pkg)
	}
	out, err := kit.Command(t, goTool, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	inlinable, pkg := map[string]bool{}, ""
	for _, match := range regexp.MustCompile(`(?m)^# (.*)|: can inline (\S+)`).FindAllStringSubmatch(string(out), -1) {
		if match[1] != "" {
			pkg = match[1]
		} else {
			inlinable[pkg+" "+match[2]] = true
		}
	}
	for _, test := range tests {
		for want := range strings.FieldsSeq(test.want) {
			if !inlinable[module+test.pkg+" "+want] {
				t.Errorf("%s: %s cannot be inlined any more", module+test.pkg, want)
			}
		}
	}
}
